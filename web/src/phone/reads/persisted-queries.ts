import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { devices } from '#contract/accounts/devices.ts'
import { requestInbox, requestList } from '#contract/requests/requests.ts'
import { relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import { clearPhoneCache, PHONE_CACHE } from '#shared/session/phone-cache.ts'
import { readSession } from '#shared/session/session.ts'

/** The queries behind the first screen and behind the buttons of a request. */
const PERSISTED: readonly unknown[] = [requestInbox, requestList, relatedWorkspaces, devices].map(
  ({ operation }) => operation,
)
const isPersisted = ({ queryKey, state }: Query): boolean =>
  PERSISTED.includes(queryKey[0]) && state.status === 'success'

type Stored = {
  readonly userId: string
  readonly reads: readonly { readonly key: QueryKey; readonly data: unknown; readonly at: number }[]
}

/** Drops the number of a call check: it must not outlive the call. */
const withoutNumber = (name: string, value: unknown): unknown => (name === 'number' ? undefined : value)

const store = (client: QueryClient, userId: string): void => {
  const reads = client
    .getQueryCache()
    .findAll({ predicate: isPersisted })
    .map(({ queryKey, state }) => ({ key: queryKey, data: state.data, at: state.dataUpdatedAt }))
  try {
    localStorage.setItem(PHONE_CACHE, JSON.stringify({ userId, reads } satisfies Stored, withoutNumber))
  } catch {
    // If storage is full, the app starts without data while it is offline.
  }
}

const readStored = (): Stored | null => {
  try {
    return JSON.parse(localStorage.getItem(PHONE_CACHE) ?? 'null') as Stored | null
  } catch {
    return null
  }
}

/**
 * Restores the queries that were stored last, and stores them again after each read, so that the app also starts offline.
 * Data of another user is deleted.
 */
export const persistQueries = (client: QueryClient): void => {
  const stored = readStored()
  if (stored && stored.userId === readSession()?.userId)
    for (const { key, data, at } of stored.reads) client.setQueryData(key, data, { updatedAt: at })
  else clearPhoneCache()
  /** The user whose data is in the cache. Somebody else may have signed in in another tab. */
  let owner: string | undefined
  const cache = client.getQueryCache()
  cache.subscribe((event) => {
    if (event.type === 'removed' && cache.getAll().length === 0) owner = undefined
    if (event.type !== 'updated' || event.action.type !== 'success' || !isPersisted(event.query)) return
    const userId = readSession()?.userId
    owner ??= userId
    if (userId !== undefined && userId === owner) store(client, userId)
  })
}
