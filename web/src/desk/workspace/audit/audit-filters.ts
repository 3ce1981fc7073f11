import type { workspaceHistory } from '#contract/audit.ts'
import type { Query } from '#contract/endpoint.ts'

const OUTCOMES = ['ok', 'refused', 'closed'] as const
export type Outcome = (typeof OUTCOMES)[number]
export type AuditFilters = { readonly q: string; readonly action: string; readonly outcome: Outcome | '' }

/** Reads the filters from the address; what it does not know counts as not set. */
export const filtersOf = (params: URLSearchParams): AuditFilters => ({
  q: (params.get('q') ?? '').slice(0, 200),
  action: (params.get('action') ?? '').slice(0, 80),
  outcome: OUTCOMES.find((outcome) => outcome === params.get('outcome')) ?? '',
})

/** The address parameters with the filters changed; empty ones are left out. */
export const withFilters = (params: URLSearchParams, changes: Partial<AuditFilters>): URLSearchParams => {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

export const isFiltered = ({ q, action, outcome }: AuditFilters): boolean =>
  q !== '' || action !== '' || outcome !== ''

/** Mails stand beside what caused them, unless it is them that are looked for: by their action, or by an outcome. */
const isFolded = ({ action, outcome }: AuditFilters): boolean =>
  outcome === '' && action.split('.')[0] !== 'mail'

/** The query of the audit log for these filters. */
export const historyQuery = (filters: AuditFilters): Query<typeof workspaceHistory> => ({
  limit: 50,
  ...(isFolded(filters) ? { mails: 'folded' as const } : {}),
  ...given(filters),
})

const given = ({ q, action, outcome }: AuditFilters): Query<typeof workspaceHistory> => ({
  ...(q.trim() ? { q: q.trim() } : {}),
  ...(action ? { action } : {}),
  ...(outcome ? { status: outcome } : {}),
})
