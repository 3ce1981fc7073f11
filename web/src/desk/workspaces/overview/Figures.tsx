import type { ReactNode } from 'react'
import type { Overview } from '#contract/requests/overview.ts'
import { Link } from '#shared/parts/Link.tsx'
import { formatDuration, logPath } from './overview-filters.ts'
import { overviewTexts, type OverviewTexts } from './texts.ts'

type Props = {
  readonly workspaceId: string
  readonly overview: Overview
  /** Milliseconds since the epoch. */
  readonly readAt: number
  /** The address of a list beside the page. */
  readonly listPath: (list: 'waiting' | 'checks') => string
}

/** The four numbers at the top. Each leads to what it counts. */
export const Figures = ({ workspaceId, overview, readAt, listPath }: Props) => {
  const text = overviewTexts.use()
  const { waiting, overdue, from } = overview
  const late = overview.people.toSorted((a, b) => b.overdue - a.overdue)[0]
  const checks = Object.entries(overview.checks) as [keyof Overview['checks'], number][]
  const all = checks.reduce((sum, [, count]) => sum + count, 0)
  const words = checks.flatMap(([name, count]) => (count > 0 ? text.checks.outcomes[name](count) : []))
  const age = (iso: string): string => formatDuration((readAt - Date.parse(iso)) / 1_000, text.units)
  return (
    <div className="overview-figures">
      <Figure to={listPath('waiting')} name={text.waiting.title} value={waiting.count}>
        {waiting.oldestAt ? text.waiting.oldest(age(waiting.oldestAt)) : text.waiting.none}
      </Figure>
      <Figure
        to={logPath(workspaceId, { action: 'request.expired' })}
        name={text.overdue.title}
        value={overdue}
        isBad={overdue > 0}
      >
        {late && late.overdue > 0
          ? text.overdue.with(late.overdue, late.name ?? late.email ?? text.erased)
          : overdue === 0 && text.overdue.none}
      </Figure>
      <Figure
        to={logPath(workspaceId, { action: 'request.approved', from })}
        name={text.median.title}
        value={overview.medianSeconds === null ? '–' : formatDuration(overview.medianSeconds, text.units)}
      >
        {comparison(overview, text)}
      </Figure>
      <Figure
        to={listPath('checks')}
        name={text.checks.title}
        value={all}
        isBad={overview.checks.denied + overview.checks.attack > 0}
      >
        {words.length > 0 ? words.join(', ') : text.checks.none}
      </Figure>
    </div>
  )
}

const comparison = (
  { medianSeconds: now, medianSecondsBefore: before }: Overview,
  text: OverviewTexts,
): string => {
  if (now === null) return text.median.none
  if (before === null) return text.median.noneBefore
  if (now === before) return text.median.same
  const difference = formatDuration(Math.abs(now - before), text.units)
  return now < before ? text.median.faster(difference) : text.median.slower(difference)
}

type FigureProps = {
  readonly to: string
  readonly name: string
  readonly value: number | string
  readonly isBad?: boolean
  readonly children: ReactNode
}

const Figure = ({ to, name, value, isBad = false, children }: FigureProps) => (
  <Link className="card overview-figure numbers" to={to}>
    <div>{name}</div>
    <div className="overview-value">{value}</div>
    <div className={isBad ? 'meta is-bad' : 'meta'}>{children}</div>
  </Link>
)
