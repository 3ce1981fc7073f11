import type { Query } from '#contract/endpoint.ts'
import type { listWorkspaces } from '#contract/workspaces/periods.ts'

type Asked = Query<typeof listWorkspaces>

/** The filters and the order of the list. The address uses these names. */
const CHOICES = {
  subscription: ['trial', 'premium', 'inactive'],
  /** days */
  ends: ['0', '7', '14', '30', '90'],
  offer: ['waiting'],
  /** By default the newest come first. */
  sort: ['name', '-name', 'endDate', '-endDate'],
} as const
type Name = keyof typeof CHOICES
export type WorkspaceFilters = { readonly [N in Name]: (typeof CHOICES)[N][number] | '' } & {
  readonly q: string
}

export const { subscription: SUBSCRIPTIONS, ends: ENDS_WITHIN } = CHOICES
export const SOON_DAYS = 30

const chosen = <T extends string>(choices: readonly T[], value: string | null): T | '' =>
  choices.find((choice) => choice === value) ?? ''

/** Reads the filters from the address. Unknown values count as not set. */
export const filtersOf = (params: URLSearchParams): WorkspaceFilters => ({
  q: (params.get('q') ?? '').slice(0, 254),
  subscription: chosen(CHOICES.subscription, params.get('subscription')),
  ends: chosen(CHOICES.ends, params.get('ends')),
  offer: chosen(CHOICES.offer, params.get('offer')),
  sort: chosen(CHOICES.sort, params.get('sort')),
})

/** Keeps the order. */
export const noFilters = { q: '', subscription: '', ends: '', offer: '' } as const

export const countSet = ({ subscription, ends, offer }: WorkspaceFilters): number =>
  [subscription, ends, offer].filter(Boolean).length

/** The query, with only the set filters. */
export const askedFor = (filters: WorkspaceFilters): Asked => {
  const { subscription, ends, offer, sort } = filters
  const q = filters.q.trim()
  return {
    ...(q && { q }),
    ...(subscription && { subscription }),
    ...(ends && { endsWithin: Number(ends) }),
    ...(offer && { offer }),
    ...(sort && { sort }),
  }
}
