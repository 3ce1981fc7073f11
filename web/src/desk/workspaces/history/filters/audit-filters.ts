import type { workspaceHistory } from '#contract/workspaces/audit.ts'
import type { Query } from '#contract/endpoint.ts'
import { endOfDay, startOfDay } from '#contract/workspaces/days.ts'

const OUTCOMES = ['ok', 'refused', 'closed'] as const
export type Outcome = (typeof OUTCOMES)[number]
export type AuditFilters = {
  readonly q: string
  readonly actor: string
  readonly action: string
  readonly target: string
  readonly outcome: Outcome | ''
  /** Days, YYYY-MM-DD, both included. */
  readonly from: string
  readonly to: string
}

export const noFilters: AuditFilters = {
  q: '',
  actor: '',
  action: '',
  target: '',
  outcome: '',
  from: '',
  to: '',
}

const dayIn = (params: URLSearchParams, name: string): string => {
  const day = params.get(name) ?? ''
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : ''
}

/** Reads the filters from the address. Unknown values count as not set. */
export const filtersOf = (params: URLSearchParams): AuditFilters => ({
  q: (params.get('q') ?? '').slice(0, 200),
  actor: (params.get('actor') ?? '').slice(0, 254),
  action: (params.get('action') ?? '').slice(0, 80),
  target: (params.get('target') ?? '').slice(0, 254),
  outcome: OUTCOMES.find((outcome) => outcome === params.get('outcome')) ?? '',
  from: dayIn(params, 'from'),
  to: dayIn(params, 'to'),
})

export const isFiltered = (filters: AuditFilters): boolean =>
  Object.values(filters).some((value) => value !== '')

/** The number of set filters without the search. Both ends of a range count as one. */
export const countSet = ({ actor, action, target, outcome, from, to }: AuditFilters): number =>
  [actor, action, target, outcome, from || to].filter(Boolean).length

/** Mails are folded into the entry that caused them, unless the filter is for mails, by action or outcome. */
const isFolded = ({ action, outcome }: AuditFilters): boolean =>
  outcome === '' && action.split('.')[0] !== 'mail'

/** The query of the audit log for these filters. Days are in `timeZone`. */
export const historyQuery = (filters: AuditFilters, timeZone: string): Query<typeof workspaceHistory> => ({
  limit: 50,
  ...(isFolded(filters) ? { mails: 'folded' as const } : {}),
  ...textsOf(filters),
  ...(filters.outcome ? { status: filters.outcome } : {}),
  ...(filters.from ? { from: startOfDay(filters.from, timeZone) } : {}),
  ...(filters.to ? { to: endOfDay(filters.to, timeZone) } : {}),
})

const textsOf = ({ q, actor, action, target }: AuditFilters): Query<typeof workspaceHistory> =>
  Object.fromEntries(
    Object.entries({ q, actor, action, target }).flatMap(([name, value]) =>
      value.trim() ? [[name, value.trim()]] : [],
    ),
  )

/** The query of an export: the filtered entries, or without filters the whole log, including entries about mails. */
export const exportQuery = (filters: AuditFilters, timeZone: string): Query<typeof workspaceHistory> => {
  const { limit: _, ...query } = historyQuery(filters, timeZone)
  return isFiltered(filters) ? query : {}
}
