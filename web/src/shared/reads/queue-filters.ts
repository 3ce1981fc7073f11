import { ASKED_ORDERS, ASKED_STATES } from '#contract/requests/asked.ts'
import { INBOX_ORDERS, INBOX_STATES } from '#contract/requests/inbox.ts'

/** What waits for the reader, or what the reader has asked. */
export type Side = 'inbox' | 'asked'

export const CHOICES: Readonly<
  Record<Side, { readonly states: readonly string[]; readonly orders: readonly string[] }>
> = {
  inbox: { states: INBOX_STATES, orders: INBOX_ORDERS },
  asked: { states: ASKED_STATES, orders: ASKED_ORDERS },
}

/** On the phone, where the own requests are a history too. */
export const DEFAULT_ORDER = { inbox: 'expiresAt', asked: '-createdAt' } as const

/** The orders that a list offers by name. */
export const SHOWN_ORDERS = {
  inbox: ['expiresAt', 'createdAt', '-createdAt', 'workspace', 'requester'],
  asked: ['expiresAt', 'createdAt', '-createdAt', 'workspace', 'approver'],
} as const

/** The states whose deadlines are past, and the order in which the newest come first. */
const ENDED: Readonly<Record<string, string>> = {
  overdue: '-expiresAt',
  all: '-createdAt',
  approved: '-createdAt',
  declined: '-createdAt',
  expired: '-createdAt',
  withdrawn: '-createdAt',
}

/** What choosing a state changes. */
export const ofState = (state: string): Readonly<Record<string, string>> => ({
  state,
  ...(ENDED[state] && { sort: ENDED[state] }),
})

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export type QueueFilters = {
  readonly side: Side
  readonly q: string
  /** Empty: all that wait. */
  readonly state: string
  readonly workspace: string
  /** Empty: due first. */
  readonly sort: string
}

export const sideOf = (params: URLSearchParams): Side => (params.get('list') === 'asked' ? 'asked' : 'inbox')

/** Reads the filters from the address. Unknown values count as not set. */
export const filtersOf = (params: URLSearchParams, side = sideOf(params)): QueueFilters => {
  const { states, orders } = CHOICES[side]
  const chosen = (choices: readonly string[], name: string) =>
    choices.find((choice) => choice === params.get(name)) ?? ''
  const workspace = params.get('workspace') ?? ''
  return {
    side,
    q: (params.get('q') ?? '').slice(0, 254),
    state: chosen(states, 'state'),
    workspace: UUID.test(workspace) ? workspace : '',
    sort: chosen(orders, 'sort'),
  }
}

/** Keeps the side and the order. */
export const noFilters = { q: '', state: '', workspace: '' } as const

export const isSet = ({ q, state, workspace, sort }: QueueFilters): boolean =>
  [q, state, workspace, sort].some(Boolean)

/** Without the search and the order. */
export const countSet = ({ state, workspace }: QueueFilters): number =>
  [state, workspace].filter(Boolean).length

/** The query, with only the set filters. */
export const askedFor = ({ q, state, workspace, sort }: QueueFilters) => ({
  sort: sort || 'expiresAt',
  ...(q.trim() && { q: q.trim() }),
  ...(state && { state }),
  ...(workspace && { workspaceId: workspace }),
})
