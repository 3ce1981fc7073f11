import type { Query } from '#contract/endpoint.ts'
import {
  INBOX_ORDERS,
  INBOX_STATES,
  type InboxOrder,
  type InboxState,
  type requestInbox,
} from '#contract/requests/inbox.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export type InboxFilters = {
  readonly q: string
  /** Empty: all that wait. */
  readonly state: InboxState | ''
  readonly workspace: string
  /** Empty: due first. */
  readonly sort: InboxOrder | ''
}

/** Reads the filters from the address. Unknown values count as not set. */
export const filtersOf = (params: URLSearchParams): InboxFilters => {
  const chosen = <T extends string>(choices: readonly T[], name: string) =>
    choices.find((choice) => choice === params.get(name)) ?? ''
  const workspace = params.get('workspace') ?? ''
  return {
    q: (params.get('q') ?? '').slice(0, 254),
    state: chosen(INBOX_STATES, 'state'),
    workspace: UUID.test(workspace) ? workspace : '',
    sort: chosen(INBOX_ORDERS, 'sort'),
  }
}

/** Keeps the order. */
export const noFilters = { q: '', state: '', workspace: '' } as const

export const countSet = ({ state, workspace }: InboxFilters): number =>
  [state, workspace].filter(Boolean).length

/** The query, with only the set filters. */
export const askedFor = ({ q, state, workspace, sort }: InboxFilters): Query<typeof requestInbox> => ({
  sort: sort || 'expiresAt',
  ...(q.trim() && { q: q.trim() }),
  ...(state && { state }),
  ...(workspace && { workspaceId: workspace }),
})
