import type { Query } from '#contract/endpoint.ts'
import type { ParticipantCounts, workspaceParticipants } from '#contract/workspaces.ts'

type Asked = Query<typeof workspaceParticipants>

/** The filters, what each may be set to, and what is asked for then. The names stand in the address. */
export const CHOICES = {
  role: { admin: { role: 'admin' } },
  rights: { approver: { approver: true }, requester: { requester: true } },
  state: {
    inactive: { active: false },
    pending: { invite: 'pending' },
    expired: { invite: 'expired' },
    revoked: { invite: 'revoked' },
  },
} as const satisfies Readonly<
  Record<string, Readonly<Partial<Record<keyof ParticipantCounts, Omit<Asked, 'q'>>>>>
>
export type Filter = keyof typeof CHOICES
export const FILTERS = Object.keys(CHOICES) as Filter[]
/** Each has words of its own, and is counted. */
export type Choice = { [F in Filter]: keyof (typeof CHOICES)[F] }[Filter]
export type ParticipantFilters = Readonly<Record<Filter, Choice | ''>> & { readonly q: string }

export const choicesOf = (filter: Filter): readonly Choice[] => Object.keys(CHOICES[filter]) as Choice[]

/** Reads the filters from the address; what it does not know counts as not set. */
export const filtersOf = (params: URLSearchParams): ParticipantFilters => {
  const chosen = (filter: Filter): Choice | '' =>
    choicesOf(filter).find((choice) => choice === params.get(filter)) ?? ''
  const q = (params.get('q') ?? '').slice(0, 254)
  return { q, role: chosen('role'), rights: chosen('rights'), state: chosen('state') }
}

export const noFilters: ParticipantFilters = { q: '', role: '', rights: '', state: '' }

export const countSet = (filters: ParticipantFilters): number =>
  FILTERS.filter((filter) => filters[filter] !== '').length

/** Only what is set. */
export const askedFor = (filters: ParticipantFilters): Asked => {
  const q = filters.q.trim()
  const kinds = FILTERS.map((filter) => (CHOICES[filter] as Record<string, Asked>)[filters[filter]])
  return Object.assign({}, q && { q }, ...kinds) as Asked
}
