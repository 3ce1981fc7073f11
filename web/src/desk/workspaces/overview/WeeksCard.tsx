import type { Overview } from '#contract/requests/overview.ts'
import { BarsCard } from '#shared/charts/BarsCard.tsx'
import { formatDate } from '#shared/texts/format-time.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { formatDuration, OUTCOMES, weekLogPath, weekNumber } from './overview-filters.ts'
import { overviewTexts } from './texts.ts'

const TONES = { approved: 'primary', declined: 'danger', closed: 'plain' } as const

type Props = { readonly workspaceId: string; readonly weeks: Overview['weeks'] }

/** Requests per week by how they ended. */
export const WeeksCard = ({ workspaceId, weeks }: Props) => {
  const { weeks: text, units } = overviewTexts.use()
  const language = useLanguage()
  return (
    <BarsCard
      title={text.title}
      none={text.none}
      unit={text.unit}
      heads={{ bar: text.columns.week, further: text.columns.median }}
      isBackwards
      series={OUTCOMES.map((outcome) => ({ label: text.outcomes[outcome], tone: TONES[outcome] }))}
      bars={weeks.map((week) => ({
        key: week.week,
        short: `${weekNumber(week.week)}`,
        name: text.week(weekNumber(week.week), formatDate(week.week, language)),
        parts: OUTCOMES.map((outcome) => ({
          value: week[outcome],
          path: weekLogPath(workspaceId, week, outcome),
        })),
        further: week.medianSeconds === null ? '–' : formatDuration(week.medianSeconds, units),
      }))}
    />
  )
}
