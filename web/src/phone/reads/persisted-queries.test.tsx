import { afterEach, beforeEach, expect, test } from 'vitest'
import { requestInbox } from '#contract/requests/requests.ts'
import { currentUser } from '#contract/accounts/users.ts'
import { endpointKey } from '#shared/api/api.ts'
import { PHONE_CACHE } from '#shared/session/phone-cache.ts'
import { createQueryClient } from '#shared/reads/query-client.ts'
import { clearSession, setToken } from '#shared/session/session.ts'
import { ids, signIn, userOf } from '../../testing/samples.ts'
import { persistQueries } from './persisted-queries.ts'

const inbox = endpointKey(requestInbox, { query: {} })
const user = endpointKey(currentUser)

/** Starts the app again in the same browser. */
const start = () => {
  const client = createQueryClient()
  persistQueries(client)
  return client
}
const read = (client: ReturnType<typeof start>, key: readonly unknown[], data: unknown) =>
  client.fetchQuery({ queryKey: key, queryFn: async () => data })

const signInAsSomebodyElse = () => {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '')
  const claims = { sub: ids.participant, role: 'admin', exp: Date.now() / 1_000 + 600 }
  setToken(`${part({})}.${part(claims)}.`)
}

beforeEach(() => signIn())
afterEach(() => localStorage.clear())

test('restores the last data with its time at the next start', async () => {
  const before = start()
  await read(before, inbox, [{ id: '1', title: 'Pay' }])
  await read(before, user, userOf())
  const next = start()
  expect(next.getQueryData(inbox)).toEqual([{ id: '1', title: 'Pay' }])
  expect(next.getQueryState(inbox)?.dataUpdatedAt).toBe(before.getQueryState(inbox)?.dataUpdatedAt)
  expect(next.getQueryData(user)).toBeUndefined()
})

test('never stores the number of a call check', async () => {
  await read(start(), inbox, [{ id: '1', number: '47', seen: { number: '48' } }])
  expect(JSON.parse(localStorage.getItem(PHONE_CACHE) ?? '')).toMatchObject({
    reads: [{ data: [{ id: '1', seen: {} }] }],
  })
  expect(localStorage.getItem(PHONE_CACHE)).not.toContain('"number"')
})

test('deletes everything when the session ends, and stores nothing after that', async () => {
  const client = start()
  await read(client, inbox, [{ id: '1' }])
  clearSession()
  expect(localStorage.getItem(PHONE_CACHE)).toBeNull()
  await read(client, [...inbox, 'later'], [{ id: '2' }])
  expect(localStorage.getItem(PHONE_CACHE)).toBeNull()
})

test('does not store data of one user after another signs in in a second tab', async () => {
  const client = start()
  await read(client, inbox, [{ id: '1', title: 'of the first' }])
  signInAsSomebodyElse()
  await read(client, [...inbox, 'later'], [{ id: '2' }])
  expect(localStorage.getItem(PHONE_CACHE)).not.toContain(ids.participant)
  client.clear()
  await read(client, inbox, [{ id: '2' }])
  expect(localStorage.getItem(PHONE_CACHE)).toContain(ids.participant)
  expect(localStorage.getItem(PHONE_CACHE)).not.toContain('of the first')
})

test('ignores and deletes data of another user', () => {
  localStorage.setItem(
    PHONE_CACHE,
    JSON.stringify({ userId: 'other', reads: [{ key: inbox, data: [], at: 1 }] }),
  )
  expect(start().getQueryData(inbox)).toBeUndefined()
  expect(localStorage.getItem(PHONE_CACHE)).toBeNull()
})

test('ignores stored data that is not valid JSON', () => {
  localStorage.setItem(PHONE_CACHE, '{')
  expect(start().getQueryData(inbox)).toBeUndefined()
})
