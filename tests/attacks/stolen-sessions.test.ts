import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCredentials } from '#modules/accounts/passwords/credential.store.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import { eventually } from '#support/eventually.ts'
import { listenLive, type LiveClient } from '#support/servers/live-client.ts'
import { openProduct, type Person, type Product } from '#support/product/product.ts'
import { expectRefused } from '#support/product/requests.ts'
import { colleague, workspaceOf } from '#support/product/workspaces.ts'

/** What somebody gets with the token of a session, and what one account can take from all others. */

const MINUTE = 60_000
const PASSWORD = 'correct horse'

let product: Product
let base: string
beforeAll(async () => {
  product = await openProduct()
  base = await product.app.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(() => product.platform.db('throttles').delete())
afterAll(() => product?.close())

const idOf = (token: string) => product.app.jwt.decode<{ sid: string }>(token)!.sid
const grow = () => product.clock.advance(5 * MINUTE + 1)

/** Signs in a phone from the session with this token, as one person at both screens does. */
const paired = async (token: string): Promise<string> => {
  const { id, code } = (await product.call('POST', '/auth/pair', { token })).body
  const { claim } = (await product.call('POST', '/auth/pair-claim', { body: { code, name: 'Pixel' } })).body
  await product.call('POST', `/auth/pair-confirm/${id}`, { token })
  return (await product.call('POST', '/auth/pair-finish', { body: { claim } })).body.access_token
}

test('a thief with the token of an admin who went to lunch opens no door: nothing is invited, removed, exported or deleted', async () => {
  const workspace = await workspaceOf(product)
  const { participantId } = await colleague(product, workspace, { requester: true })
  const { token } = workspace.admin
  grow()
  const { id } = workspace
  const accomplice = {
    email: 'accomplice@example.com',
    role: 'regular user',
    approver: true,
    requester: false,
  }
  const tries = [
    await product.call('POST', `/workspaces/invite-participant/${id}`, { token, body: accomplice }),
    await product.call('POST', `/workspaces/invite-participants/${id}`, {
      token,
      body: { participants: [accomplice] },
    }),
    await product.call('PATCH', `/workspaces/convert-to-admin/${id}`, { token, body: { participantId } }),
    await product.call('PATCH', '/participants/change-approver', { token, body: { participantId } }),
    await product.call('GET', `/workspaces/history-export/${id}?format=jsonl`, { token }),
    await product.call('DELETE', `/workspaces/delete/${id}`, { token }),
    await product.call('DELETE', '/users/delete-account', { token }),
    await product.call('DELETE', '/users/end-other-sessions', { token }),
    await product.call('POST', '/users/register-device-options', { token, body: { kind: 'pin' } }),
    await product.call('POST', '/auth/pair', { token }),
  ]
  for (const answer of tries) expectRefused(answer, 403, 'login.too-old')
})

test('a thief with a token guesses the password at the step-up no faster than at the login', async () => {
  const { userId, email, token } = await product.person()
  const { config, passwords } = product.platform
  const hash = addressHash(config.ADDRESS_KEY, email)
  await createCredentials(product.platform).set(userId, hash, await passwords.hash(PASSWORD))
  const guess = (password: string) => product.call('POST', '/auth/step-up', { token, body: { password } })
  const answers = []
  for (let i = 0; i < 10; i += 1) answers.push((await guess(`wrong ${i}`)).status)
  expect(answers).toEqual([401, 401, 401, 401, 401, 429, 429, 429, 429, 429])
})

test('a paired phone signs in no further phone, however fresh its login is', async () => {
  const { token } = await product.person()
  const phone = await paired(token)
  expectRefused(await product.call('POST', '/auth/pair', { token: phone }), 403, 'session.paired')
  grow()
  expectRefused(await product.call('POST', '/auth/pair', { token: phone }), 403, 'session.paired')
})

test('a paired phone is as old as the login that paired it: pairing makes nothing fresh again', async () => {
  const { token } = await product.person()
  product.clock.advance(4 * MINUTE)
  const phone = await paired(token)
  product.clock.advance(2 * MINUTE)
  const enrol = (as: string) =>
    product.call('POST', '/users/register-device-options', { token: as, body: { kind: 'pin' } })
  for (const as of [token, phone]) expectRefused(await enrol(as), 403, 'login.too-old')
})

test('the owner sees a phone that a thief paired, and ends it together with the session that paired it', async () => {
  const { userId, token: owner } = await product.person()
  const stolen = await product.logIn(userId)
  const phone = await paired(stolen)
  expect(await product.facts(userStream(userId))).toContainEqual(
    expect.objectContaining({
      type: 'PhonePaired',
      data: expect.objectContaining({ sessionId: idOf(phone), pairedBy: idOf(stolen), name: 'Pixel' }),
    }),
  )
  const { body: sessions } = await product.call('GET', '/users/sessions', { token: owner })
  expect(sessions).toContainEqual(expect.objectContaining({ id: idOf(phone), pairedBy: idOf(stolen) }))
  const end = (query: string) =>
    product.call('DELETE', `/users/end-session/${idOf(stolen)}${query}`, { token: owner })
  const statuses = async () =>
    Promise.all(
      [owner, stolen, phone].map(
        async (as) => (await product.call('GET', '/users/current', { token: as })).status,
      ),
    )
  expect((await end('')).status).toBe(200)
  expect(await statuses()).toEqual([200, 401, 200])
  expect((await end('?pairedToo=true')).status).toBe(200)
  expect(await statuses()).toEqual([200, 401, 401])
})

test('an attacker who logs in again and again pushes out the session longest unused, never the newest', async () => {
  const { userId, token: unused } = await product.person()
  const others: string[] = []
  for (let i = 0; i < 50; i += 1) {
    product.clock.advance(1_000)
    others.push(await product.logIn(userId))
  }
  const status = async (token: string) => (await product.call('GET', '/users/current', { token })).status
  expect([await status(unused), await status(others[0]!), await status(others[49]!)]).toEqual([401, 200, 200])
  const { body } = await product.call('GET', '/users/sessions', { token: others[49]! })
  expect(body).toHaveLength(50)
})

test('one account takes at most 32 live streams over all its sessions: the oldest gives way', async () => {
  const greedy: Person = await product.person()
  const open: LiveClient[] = []
  try {
    for (let session = 0; session < 5; session += 1) {
      const token = await product.logIn(greedy.userId)
      for (let i = 0; i < 7; i += 1) open.push(await listenLive(base, '/users/live', token))
    }
    await eventually(() => expect(open.filter((stream) => !stream.isOver())).toHaveLength(32))
    expect(open.slice(0, 3).map((stream) => stream.isOver())).toEqual([true, true, true])
  } finally {
    for (const stream of open) stream.close()
  }
})
