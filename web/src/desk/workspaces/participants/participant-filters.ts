import type { Query } from '#contract/endpoint.ts'
import type { ParticipantCounts, workspaceParticipants } from '#contract/workspaces/participants.ts'
import type { Lacks } from '#contract/workspaces/readiness.ts'

type Asked = Query<typeof workspaceParticipants>

/** The filters, with the query of each choice. The address uses these names. */
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
  lacks: {
    joining: { lacks: 'joining' },
    device: { lacks: 'device' },
    decision: { lacks: 'decision' },
    mailbox: { lacks: 'mailbox' },
  },
} as const satisfies Readonly<
  Record<
    string,
    Readonly<Partial<Record<Exclude<keyof ParticipantCounts, 'seats'> | Lacks, Omit<Asked, 'q' | 'sort'>>>>
  >
>
export type Filter = keyof typeof CHOICES
export const FILTERS = Object.keys(CHOICES) as Filter[]
/** Each choice has a text, and all but what people lack a count. */
export type Choice = { [F in Filter]: keyof (typeof CHOICES)[F] }[Filter]
const SORTS = ['email', '-email', 'role', '-role', 'joinedAt', '-joinedAt'] as const
export type ParticipantFilters = Readonly<Record<Filter, Choice | ''>> & {
  readonly q: string
  readonly sort: (typeof SORTS)[number] | ''
}

export const choicesOf = (filter: Filter): readonly Choice[] => Object.keys(CHOICES[filter]) as Choice[]

/** Reads the filters from the address. Unknown values count as not set. */
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

/** Keeps the order. */
export const noFilters = { q: '', role: '', rights: '', activity: '', invite: '', lacks: '' } as const

export const countSet = (filters: ParticipantFilters): number =>
  FILTERS.filter((filter) => filters[filter] !== '').length

/** Whether the filters or the search exclude participants. */
export const isNarrowed = (filters: ParticipantFilters): boolean =>
  filters.q.trim() !== '' || countSet(filters) > 0

/** The query, with only the set filters. */
export const askedFor = (filters: ParticipantFilters): Asked => {
  const q = filters.q.trim()
  const kinds = FILTERS.map((filter) => (CHOICES[filter] as Record<string, Asked>)[filters[filter]])
  return Object.assign({}, q && { q }, filters.sort && { sort: filters.sort }, ...kinds) as Asked
}
