import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { devices } from '#contract/accounts/devices.ts'
import { requestColleagues } from '#contract/requests/asking.ts'
import type { askedRequests } from '#contract/requests/asked.ts'
import { requestInbox } from '#contract/requests/inbox.ts'
import { requestList } from '#contract/requests/requests.ts'
import { relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import { clearPhoneCache } from '#shared/session/phone-cache.ts'
import { readSession } from '#shared/session/session.ts'
import { readSealed, storeSealed } from './sealed-cache.ts'

/** The app does not wait longer for a browser that does not open its storage. */
const PATIENCE_MS = 1_000

/** By its name, because the first screen does not load its contract. */
const ASKED: (typeof askedRequests)['operation'] = 'requests.asked'
/** The queries behind the first screen and behind the buttons of a request. */
const PERSISTED: readonly unknown[] = [
  ...[requestInbox, requestList, requestColleagues, relatedWorkspaces, devices].map(
    ({ operation }) => operation,
  ),
  ASKED,
]
const isPersisted = ({ queryKey, state }: Query): boolean =>
  PERSISTED.includes(queryKey[0]) && state.status === 'success'

type Stored = {
  readonly userId: string
  readonly reads: readonly { readonly key: QueryKey; readonly data: unknown; readonly at: number }[]
}

/** Drops the number of a call check: it must not outlive the call. */
const withoutNumber = (name: string, value: unknown): unknown => (name === 'number' ? undefined : value)

const textOf = (client: QueryClient, userId: string): string => {
  const reads = client
    .getQueryCache()
    .findAll({ predicate: isPersisted })
    .map(({ queryKey, state }) => ({ key: queryKey, data: state.data, at: state.dataUpdatedAt }))
  return JSON.stringify({ userId, reads } satisfies Stored, withoutNumber)
}

const readStored = async (): Promise<Stored | null> => {
  const waiting = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null))
  const text = await Promise.race([readSealed(), waiting])
  return text === null ? null : (JSON.parse(text) as Stored)
}

/**
 * Restores the queries that were stored last before it resolves, and stores them again after each read, so that the app also starts offline.
 * Data of another user is deleted.
 */
export const persistQueries = async (client: QueryClient): Promise<void> => {
  const stored = await readStored()
  if (stored && stored.userId === readSession()?.userId)
    for (const { key, data, at } of stored.reads) client.setQueryData(key, data, { updatedAt: at })
  else clearPhoneCache()
  /** The user whose data is in the cache. Somebody else may have signed in in another tab. */
  let owner: string | undefined
  const cache = client.getQueryCache()
  let isStoring = false
  let isChanged = false
  /** One at a time, the newest state last. If storage is full, the app starts without data while it is offline. */
  const store = async (userId: string): Promise<void> => {
    isChanged = true
    if (isStoring) return
    isStoring = true
    const isOwn = () => readSession()?.userId === userId && owner === userId
    while (isChanged && isOwn()) {
      isChanged = false
      await storeSealed(textOf(client, userId), isOwn).catch(() => {})
    }
    isStoring = false
  }
  cache.subscribe((event) => {
    if (event.type === 'removed' && cache.getAll().length === 0) owner = undefined
    if (event.type !== 'updated' || event.action.type !== 'success' || !isPersisted(event.query)) return
    const userId = readSession()?.userId
    owner ??= userId
    if (userId !== undefined && userId === owner) void store(userId)
  })
}
