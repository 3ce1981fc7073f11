import { BarChart } from '@mui/x-charts/BarChart'
import type { Overview } from '#contract/requests/overview.ts'
import { OUTCOMES, weekNumber, type Outcome } from './overview-filters.ts'
import type { OverviewTexts } from './texts.ts'

const COLORS: Readonly<Record<Outcome, string>> = {
  approved: 'var(--primary)',
  declined: 'var(--danger)',
  closed: 'var(--line-strong)',
}

type Props = {
  readonly weeks: Overview['weeks']
  readonly text: OverviewTexts['weeks']
  /** The first day of a week, for the eye. */
  readonly dayOf: (week: string) => string
  readonly onWeek: (week: Overview['weeks'][number], outcome: Outcome) => void
}

/** Bars of requests per week. Arrow keys go from one to the next; a table says the same. */
export const WeeksChart = ({ weeks, text, dayOf, onWeek }: Props) => (
  <BarChart
    title={text.title}
    height={240}
    margin={{ left: 0, right: 0, top: 8, bottom: 0 }}
    skipAnimation
    hideLegend
    borderRadius={2}
    grid={{ horizontal: true }}
    xAxis={[
      {
        scaleType: 'band',
        data: weeks.map(({ week }) => week),
        disableLine: true,
        disableTicks: true,
        valueFormatter: (week: string, { location }) =>
          location === 'tick' ? `${weekNumber(week)}` : text.week(weekNumber(week), dayOf(week)),
      },
    ]}
    yAxis={[{ disableLine: true, disableTicks: true, width: 36, tickMinStep: 1 }]}
    series={OUTCOMES.map((outcome) => ({
      id: outcome,
      stack: 'all',
      label: text.outcomes[outcome],
      color: COLORS[outcome],
      data: weeks.map((week) => week[outcome]),
    }))}
    onItemClick={(_, { seriesId, dataIndex }) => {
      const week = weeks[dataIndex]
      const outcome = OUTCOMES.find((name) => name === seriesId)
      if (week && outcome) onWeek(week, outcome)
    }}
  />
)
