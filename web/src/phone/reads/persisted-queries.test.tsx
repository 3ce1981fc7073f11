import type { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { requestInbox } from '#contract/requests/inbox.ts'
import { currentUser } from '#contract/accounts/users.ts'
import { endpointKey } from '#shared/api/api.ts'
import { PHONE_CACHE, PHONE_CACHE_KEY } from '#shared/session/phone-cache.ts'
import { createQueryClient } from '#shared/reads/query-client.ts'
import { clearSession, setToken } from '#shared/session/session.ts'
import { ids, signIn, userOf } from '../../testing/samples.ts'
import { persistQueries } from './persisted-queries.ts'
import { readSealed, storeSealed } from './sealed-cache.ts'

const inbox = endpointKey(requestInbox, { query: {} })
const user = endpointKey(currentUser)

/** Starts the app again in the same browser. */
const start = async () => {
  const client = createQueryClient()
  await persistQueries(client)
  return client
}
const read = (client: QueryClient, key: readonly unknown[], data: unknown) =>
  client.fetchQuery({ queryKey: key, queryFn: async () => data })
/** What is stored, opened with the key of this browser. */
const stored = () =>
  vi.waitFor(
    async () => {
      const text = await readSealed()
      expect(text).not.toBeNull()
      return text!
    },
    { timeout: 20_000 },
  )

const signInAsSomebodyElse = () => {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '')
  const claims = { sub: ids.participant, role: 'admin', exp: Date.now() / 1_000 + 600 }
  setToken(`${part({})}.${part(claims)}.`)
}

beforeEach(() => signIn())
afterEach(() => localStorage.clear())

test('restores the last data with its time at the next start', async () => {
  const before = await start()
  await read(before, inbox, [{ id: '1', title: 'Pay' }])
  await read(before, user, userOf())
  await vi.waitFor(async () => expect(await stored()).toContain('Pay'), { timeout: 20_000 })
  const next = await start()
  expect(next.getQueryData(inbox)).toEqual([{ id: '1', title: 'Pay' }])
  expect(next.getQueryState(inbox)?.dataUpdatedAt).toBe(before.getQueryState(inbox)?.dataUpdatedAt)
  expect(next.getQueryData(user)).toBeUndefined()
})

test('never stores the number of a call check', async () => {
  await read(await start(), inbox, [{ id: '1', number: '47', seen: { number: '48' } }])
  const text = await stored()
  expect(JSON.parse(text)).toMatchObject({ reads: [{ data: [{ id: '1', seen: {} }] }] })
  expect(text).not.toContain('"number"')
})

test('deletes everything when the session ends, and stores nothing after that', async () => {
  const client = await start()
  await read(client, inbox, [{ id: '1' }])
  await stored()
  const copied = localStorage.getItem(PHONE_CACHE)!
  clearSession()
  expect(localStorage.getItem(PHONE_CACHE)).toBeNull()
  await read(client, [...inbox, 'later'], [{ id: '2' }])
  expect(localStorage.getItem(PHONE_CACHE)).toBeNull()
  // A copy of the storage opens nothing: its key is gone.
  await vi.waitFor(
    async () => expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(PHONE_CACHE_KEY),
    { timeout: 20_000 },
  )
  signIn()
  localStorage.setItem(PHONE_CACHE, copied)
  expect((await start()).getQueryData(inbox)).toBeUndefined()
})

test('what is stored is sealed: the storage alone shows nothing', async () => {
  await read(await start(), inbox, [{ id: '1', title: 'Pay 4711' }])
  expect(await stored()).toContain('Pay 4711')
  expect(localStorage.getItem(PHONE_CACHE)).toMatch(/^[\w-]{16}\.[\w-]+$/)
})

test('does not store data of one user after another signs in in a second tab', async () => {
  const client = await start()
  await read(client, inbox, [{ id: '1', title: 'of the first' }])
  await stored()
  signInAsSomebodyElse()
  await read(client, [...inbox, 'later'], [{ id: '2' }])
  expect(await readSealed()).not.toContain(ids.participant)
  client.clear()
  await read(client, inbox, [{ id: '2' }])
  await vi.waitFor(async () => expect(await readSealed()).toContain(ids.participant), { timeout: 20_000 })
  expect(await readSealed()).not.toContain('of the first')
})

test('ignores and deletes data of another user', async () => {
  const reads = [{ key: inbox, data: [], at: 1 }]
  await storeSealed(JSON.stringify({ userId: 'other', reads }), () => true)
  expect((await start()).getQueryData(inbox)).toBeUndefined()
  expect(localStorage.getItem(PHONE_CACHE)).toBeNull()
})

test('ignores and deletes what no key opens, as what an app of before stored', async () => {
  for (const text of ['{', 'AAAA.AAAA', JSON.stringify({ userId: ids.user, reads: [] })]) {
    localStorage.setItem(PHONE_CACHE, text)
    expect((await start()).getQueryData(inbox)).toBeUndefined()
    expect(localStorage.getItem(PHONE_CACHE)).toBeNull()
  }
})
