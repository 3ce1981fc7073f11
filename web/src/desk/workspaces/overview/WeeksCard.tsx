import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Overview } from '#contract/requests/overview.ts'
import { ErrorBoundary } from '#shared/parts/ErrorBoundary.tsx'
import { Link } from '#shared/parts/Link.tsx'
import { formatDate } from '#shared/texts/format-time.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { formatDuration, OUTCOMES, weekLogPath, weekNumber } from './overview-filters.ts'
import { overviewTexts } from './texts.ts'

const WeeksChart = lazy(async () => ({ default: (await import('./WeeksChart.tsx')).WeeksChart }))

type Props = { readonly workspaceId: string; readonly weeks: Overview['weeks'] }

/** Requests per week by how they ended: as bars, or as a table for those who do not see them. */
export const WeeksCard = ({ workspaceId, weeks }: Props) => {
  const text = overviewTexts.use()
  const language = useLanguage()
  const navigate = useNavigate()
  const [isTable, setTable] = useState(false)
  const sums = OUTCOMES.map(
    (outcome) => [outcome, weeks.reduce((sum, week) => sum + week[outcome], 0)] as const,
  )
  const isEmpty = sums.every(([, sum]) => sum === 0)
  return (
    <section className="card panel" aria-labelledby="overview-weeks">
      <div className="panel-head">
        <h2 id="overview-weeks">{text.weeks.title}</h2>
        {!isEmpty && (
          <button
            type="button"
            className="button-link"
            aria-pressed={isTable}
            onClick={() => setTable(!isTable)}
          >
            {isTable ? text.weeks.asChart : text.weeks.asTable}
          </button>
        )}
      </div>
      {isEmpty && <p className="muted">{text.weeks.none}</p>}
      {!isEmpty && !isTable && (
        <div className="overview-chart">
          <ErrorBoundary>
            <Suspense>
              <WeeksChart
                weeks={weeks}
                text={text.weeks}
                dayOf={(week) => formatDate(week, language)}
                onWeek={(week, outcome) => void navigate(weekLogPath(workspaceId, week, outcome))}
              />
            </Suspense>
          </ErrorBoundary>
        </div>
      )}
      {!isEmpty && isTable && <WeeksTable workspaceId={workspaceId} weeks={weeks} />}
      {!isEmpty && (
        <p className="meta numbers overview-legend">
          {sums.map(([outcome, sum]) => (
            <span key={outcome} className={`legend-${outcome}`}>
              {text.weeks.outcomes[outcome]} {sum}
            </span>
          ))}
          <span>{text.weeks.unit}</span>
        </p>
      )}
    </section>
  )
}

const WeeksTable = ({ workspaceId, weeks }: Props) => {
  const text = overviewTexts.use()
  const language = useLanguage()
  return (
    <div className="overview-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{text.weeks.columns.week}</th>
            {OUTCOMES.map((outcome) => (
              <th key={outcome} scope="col">
                {text.weeks.outcomes[outcome]}
              </th>
            ))}
            <th scope="col">{text.weeks.columns.median}</th>
          </tr>
        </thead>
        <tbody>
          {weeks.toReversed().map((week) => (
            <tr key={week.week}>
              <th scope="row">{text.weeks.week(weekNumber(week.week), formatDate(week.week, language))}</th>
              {OUTCOMES.map((outcome) => (
                <td key={outcome}>
                  {week[outcome] > 0 ? (
                    <Link to={weekLogPath(workspaceId, week, outcome)}>{week[outcome]}</Link>
                  ) : (
                    0
                  )}
                </td>
              ))}
              <td>{week.medianSeconds === null ? '–' : formatDuration(week.medianSeconds, text.units)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
