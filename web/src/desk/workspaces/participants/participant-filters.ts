import type { Query } from '#contract/endpoint.ts'
import type { ParticipantCounts, workspaceParticipants } from '#contract/workspaces/participants.ts'

type Asked = Query<typeof workspaceParticipants>

/** The filters, what each may be set to, and what is asked for then. The names stand in the address. */
export const CHOICES = {
  role: { admin: { role: 'admin' }, regularUser: { role: 'regular user' } },
  rights: { approver: { approver: true }, requester: { requester: true } },
  activity: { active: { active: true }, inactive: { active: false } },
  invite: {
    pending: { invite: 'pending' },
    accepted: { invite: 'accepted' },
    expired: { invite: 'expired' },
    revoked: { invite: 'revoked' },
  },
} as const satisfies Readonly<
  Record<string, Readonly<Partial<Record<keyof ParticipantCounts, Omit<Asked, 'q' | 'sort'>>>>>
>
export type Filter = keyof typeof CHOICES
export const FILTERS = Object.keys(CHOICES) as Filter[]
/** Each has words of its own, and is counted. */
export type Choice = { [F in Filter]: keyof (typeof CHOICES)[F] }[Filter]
const SORTS = ['email', '-email', 'role', '-role', 'joinedAt', '-joinedAt'] as const
export type ParticipantFilters = Readonly<Record<Filter, Choice | ''>> & {
  readonly q: string
  readonly sort: (typeof SORTS)[number] | ''
}

export const choicesOf = (filter: Filter): readonly Choice[] => Object.keys(CHOICES[filter]) as Choice[]

/** Reads the filters from the address; what it does not know counts as not set. */
export const filtersOf = (params: URLSearchParams): ParticipantFilters => {
  const chosen = (filter: Filter): Choice | '' =>
    choicesOf(filter).find((choice) => choice === params.get(filter)) ?? ''
  const q = (params.get('q') ?? '').slice(0, 254)
  const sort = SORTS.find((one) => one === params.get('sort')) ?? ''
  return {
    q,
    sort,
    ...(Object.fromEntries(FILTERS.map((filter) => [filter, chosen(filter)])) as Record<Filter, Choice | ''>),
  }
}

/** Leaves the order as it is. */
export const noFilters = { q: '', role: '', rights: '', activity: '', invite: '' } as const

export const countSet = (filters: ParticipantFilters): number =>
  FILTERS.filter((filter) => filters[filter] !== '').length

/** Whether it leaves anybody out. */
export const isNarrowed = (filters: ParticipantFilters): boolean =>
  filters.q.trim() !== '' || countSet(filters) > 0

/** Only what is set. */
export const askedFor = (filters: ParticipantFilters): Asked => {
  const q = filters.q.trim()
  const kinds = FILTERS.map((filter) => (CHOICES[filter] as Record<string, Asked>)[filters[filter]])
  return Object.assign({}, q && { q }, filters.sort && { sort: filters.sort }, ...kinds) as Asked
}
