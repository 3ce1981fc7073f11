import { lazy, Suspense, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ErrorBoundary } from '../parts/ErrorBoundary.tsx'
import { Link } from '../parts/Link.tsx'
import { createTexts } from '../texts/create-texts.ts'
import type { Bar, Series } from './bars.ts'
import './charts.css'

const BarsChart = lazy(async () => ({ default: (await import('./BarsChart.tsx')).BarsChart }))

const chartTexts = createTexts(
  { asTable: 'Show as table', asChart: 'Show as chart' },
  { asTable: 'Als Tabelle zeigen', asChart: 'Als Diagramm zeigen' },
)

type Props = {
  readonly title: string
  /** Stands for an empty chart. */
  readonly none: string
  /** What a bar is. */
  readonly unit: string
  readonly series: readonly Series[]
  readonly bars: readonly Bar[]
  /** The heads of the table's first column, and of the last one if bars say something further. */
  readonly heads: { readonly bar: string; readonly further?: string }
  /** Whether the table begins with the last bar. */
  readonly isBackwards?: boolean
}

/** Bars that lead to what they count: as a chart, or as a table for those who do not see it. */
export const BarsCard = ({ title, none, unit, series, bars, ...table }: Props) => {
  const text = chartTexts.use()
  const navigate = useNavigate()
  const id = useId()
  const [isTable, setTable] = useState(false)
  const sums = series.map((_, index) => bars.reduce((sum, { parts }) => sum + parts[index]!.value, 0))
  const isEmpty = sums.every((sum) => sum === 0)
  return (
    <section className="card panel chart-card" aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id}>{title}</h2>
        {!isEmpty && (
          <button
            type="button"
            className="button-link"
            aria-pressed={isTable}
            onClick={() => setTable(!isTable)}
          >
            {isTable ? text.asChart : text.asTable}
          </button>
        )}
      </div>
      {isEmpty && <p className="muted">{none}</p>}
      {!isEmpty && !isTable && (
        <div className="chart">
          <ErrorBoundary>
            <Suspense>
              <BarsChart series={series} bars={bars} onOpen={(path) => void navigate(path)} />
            </Suspense>
          </ErrorBoundary>
        </div>
      )}
      {!isEmpty && isTable && <BarsTable series={series} bars={bars} {...table} />}
      {!isEmpty && (
        <p className="meta numbers chart-legend">
          {series.map(({ label, tone }, index) => (
            <span key={label} className={`legend-${tone}`}>
              {label} {sums[index]}
            </span>
          ))}
          <span>{unit}</span>
        </p>
      )}
    </section>
  )
}

const BarsTable = ({
  series,
  bars,
  heads,
  isBackwards = false,
}: Pick<Props, 'series' | 'bars' | 'heads' | 'isBackwards'>) => (
  <div className="chart-table">
    <table>
      <thead>
        <tr>
          {[heads.bar, ...series.map(({ label }) => label), ...(heads.further ? [heads.further] : [])].map(
            (head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {(isBackwards ? bars.toReversed() : bars).map(({ key, name, parts, further }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {parts.map(({ value, path }) => (
              <td key={path}>{value > 0 ? <Link to={path}>{value}</Link> : 0}</td>
            ))}
            {heads.further && <td>{further}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
