import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { devices } from '#contract/accounts/devices.ts'
import { requestInbox, requestList } from '#contract/requests/requests.ts'
import { relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import { clearPhoneCache, PHONE_CACHE } from '#shared/session/phone-cache.ts'
import { readSession } from '#shared/session/session.ts'

/** What the first screen shows, and what decides which buttons a request has. */
const READS: readonly unknown[] = [requestInbox, requestList, relatedWorkspaces, devices].map(
  ({ operation }) => operation,
)
const isKept = ({ queryKey, state }: Query): boolean =>
  READS.includes(queryKey[0]) && state.status === 'success'

type Kept = {
  readonly userId: string
  readonly reads: readonly { readonly key: QueryKey; readonly data: unknown; readonly at: number }[]
}

/** The two digits of a check are of its call alone. */
const withoutDigits = (name: string, value: unknown): unknown => (name === 'number' ? undefined : value)

const keep = (client: QueryClient, userId: string): void => {
  const reads = client
    .getQueryCache()
    .findAll({ predicate: isKept })
    .map(({ queryKey, state }) => ({ key: queryKey, data: state.data, at: state.dataUpdatedAt }))
  try {
    localStorage.setItem(PHONE_CACHE, JSON.stringify({ userId, reads } satisfies Kept, withoutDigits))
  } catch {
    // without room it opens empty where there is no network
  }
}

const readKept = (): Kept | null => {
  try {
    return JSON.parse(localStorage.getItem(PHONE_CACHE) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

/**
 * Shows what was shown last until it is read again, and keeps what is read from now on: the app also opens where there is
 * no network. Of somebody else nothing is left.
 */
export const persistQueries = (client: QueryClient): void => {
  const kept = readKept()
  if (kept && kept.userId === readSession()?.userId)
    for (const { key, data, at } of kept.reads) client.setQueryData(key, data, { updatedAt: at })
  else clearPhoneCache()
  /** Whose what is in the cache: in another tab somebody else may have signed in meanwhile. */
  let owner: string | undefined
  const cache = client.getQueryCache()
  cache.subscribe((event) => {
    if (event.type === 'removed' && cache.getAll().length === 0) owner = undefined
    if (event.type !== 'updated' || event.action.type !== 'success' || !isKept(event.query)) return
    const userId = readSession()?.userId
    owner ??= userId
    if (userId !== undefined && userId === owner) keep(client, userId)
  })
}
