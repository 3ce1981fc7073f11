import type { Query } from '#contract/endpoint.ts'
import type { listWorkspaces } from '#contract/workspaces/subscription/periods.ts'

type Asked = Query<typeof listWorkspaces>

/** The filters and the order of the list. The address uses these names. */
const CHOICES = {
  subscription: ['trial', 'premium', 'inactive'],
  /** days */
  ends: ['0', '7', '14', '30', '90'],
  offer: ['waiting'],
  /** By default the newest come first. */
  sort: ['name', '-name', 'endDate', '-endDate'],
  /** Whether the charts are shown. */
  charts: ['1'],
} as const
type Name = keyof typeof CHOICES
/** Filters by a month, YYYY-MM, which only the charts set. */
export const MONTH_FILTERS = ['endsIn', 'createdIn', 'joinedIn'] as const
export type WorkspaceFilters = { readonly [N in Name]: (typeof CHOICES)[N][number] | '' } & {
  readonly [N in (typeof MONTH_FILTERS)[number] | 'q']: string
}

export const { subscription: SUBSCRIPTIONS, ends: ENDS_WITHIN } = CHOICES
export const SOON_DAYS = 30

const MONTH = /^2\d{3}-(0[1-9]|1[0-2])$/
const monthOf = (value: string | null): string => (value && MONTH.test(value) ? value : '')

const chosen = <T extends string>(choices: readonly T[], value: string | null): T | '' =>
  choices.find((choice) => choice === value) ?? ''

/** Reads the filters from the address. Unknown values count as not set. */
export const filtersOf = (params: URLSearchParams): WorkspaceFilters => ({
  q: (params.get('q') ?? '').slice(0, 254),
  subscription: chosen(CHOICES.subscription, params.get('subscription')),
  ends: chosen(CHOICES.ends, params.get('ends')),
  endsIn: monthOf(params.get('endsIn')),
  createdIn: monthOf(params.get('createdIn')),
  joinedIn: monthOf(params.get('joinedIn')),
  offer: chosen(CHOICES.offer, params.get('offer')),
  sort: chosen(CHOICES.sort, params.get('sort')),
  charts: chosen(CHOICES.charts, params.get('charts')),
})

/** Beside the search. */
export const noChoices = {
  subscription: '',
  ends: '',
  endsIn: '',
  createdIn: '',
  joinedIn: '',
  offer: '',
} as const

/** Keeps the order. */
export const noFilters = { q: '', ...noChoices } as const

export const countSet = (filters: WorkspaceFilters): number =>
  (Object.keys(noChoices) as (keyof typeof noChoices)[]).filter((name) => filters[name]).length

/** The query, with only the set filters. */
export const askedFor = (filters: WorkspaceFilters): Asked => {
  const { subscription, ends, endsIn, createdIn, joinedIn, offer, sort } = filters
  const q = filters.q.trim()
  return {
    ...(q && { q }),
    ...(subscription && { subscription }),
    ...(ends && { endsWithin: Number(ends) }),
    ...(endsIn && { endsIn }),
    ...(createdIn && { createdIn }),
    ...(joinedIn && { joinedIn }),
    ...(offer && { offer }),
    ...(sort && { sort }),
  }
}
