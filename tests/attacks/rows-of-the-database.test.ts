import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createCredentials } from '#modules/accounts/passwords/credential.store.ts'
import { resetTokens } from '#modules/accounts/mail-token.store.ts'
import { createIdentities } from '#modules/accounts/providers/identity.store.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import { randomToken, sha256 } from '#platform/primitives/ids.ts'
import { openProduct, type Person, type Product } from '#support/product/product.ts'
import { expectRefused, requestsOf } from '#support/product/requests.ts'

/** What somebody can do who writes to the database and has none of the keys. */

let product: Product
let thief: Person
let victim: Person
beforeAll(async () => {
  product = await openProduct()
})
beforeEach(async () => {
  await product.platform.db('throttles').delete()
  thief = await product.person()
  victim = await product.person()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => product?.close())

const PASSWORD = 'correct horse'
const rows = (table: string) => product.platform.db(table)
const sessionOf = ({ token }: Person) => product.app.jwt.decode<{ sid: string }>(token)!.sid
const current = (token: string) => product.call('GET', '/users/current', { token })
const refresh = (token: string) => product.call('GET', '/auth/refresh', { token })
const logIn = async ({ email }: Person, password: string) =>
  product.call('POST', '/auth/login', { body: { email, password } })
const setPassword = async ({ userId, email }: Person, password: string) => {
  const { platform } = product
  const hash = addressHash(platform.config.ADDRESS_KEY, email)
  await createCredentials(platform).set(userId, hash, await platform.passwords.hash(password))
}
const reset = (token: string) =>
  product.call('POST', '/auth/change-password', {
    body: { verificationUuid: token, password: 'a staple and a battery', confirm: 'a staple and a battery' },
  })
const resetRow = (userId: string, token: string) => ({
  purpose: 'reset-password',
  subject_id: userId,
  generation: 1,
  token_hash: sha256(token).toString('hex'),
  expires_at: new Date(Date.now() + 3_600_000),
})

test('writes another owner into the row of their session: no token of either person comes out of it', async () => {
  await rows('sessions')
    .where({ id: sessionOf(thief) })
    .update({ user_id: victim.userId })
  expectRefused(await refresh(thief.token), 401, 'session.ended')
  expectRefused(await current(thief.token), 401, 'session.ended')
})

test('gives their session the row of a victim’s session: a refresh compares whose session it is', async () => {
  const stolen = await rows('sessions')
    .where({ id: sessionOf(victim) })
    .first()
  await rows('sessions')
    .where({ id: sessionOf(thief) })
    .delete()
  await rows('sessions')
    .where({ id: stolen.id })
    .update({ id: sessionOf(thief) })
  expectRefused(await refresh(thief.token), 401, 'session.ended')
})

test('takes back the end of a session whose token they have: it stays ended', async () => {
  await product.call('GET', '/auth/logout', { token: victim.token })
  await rows('sessions')
    .where({ id: sessionOf(victim) })
    .update({ revoked_at: null })
  expectRefused(await current(victim.token), 401, 'session.ended')
  expectRefused(await refresh(victim.token), 401, 'session.ended')
})

test('makes an old login look fresh: the session is refused whole', async () => {
  product.clock.advance(6 * 60_000)
  const { userId } = thief
  const token = await product.logIn(userId)
  product.clock.advance(6 * 60_000)
  const { sid } = product.app.jwt.decode<{ sid: string }>(token)!
  await rows('sessions').where({ id: sid }).update({ login_at: product.clock.now() })
  const options = { token, body: { kind: 'pin' } }
  const enrolling = await product.call('POST', '/users/register-device-options', options)
  expectRefused(enrolling, 401, 'session.ended')
})

test('lengthens the life of a session: it counts as unknown', async () => {
  await rows('sessions')
    .where({ id: sessionOf(victim) })
    .update({ idle_until: new Date(Date.now() + 86_400_000) })
  expectRefused(await current(victim.token), 401, 'session.ended')
})

test('inserts the token of a password reset: it opens nothing', async () => {
  await setPassword(victim, PASSWORD)
  const token = randomToken()
  await rows('mail_tokens').insert(resetRow(victim.userId, token))
  expectRefused(await reset(token), 404, 'token.not-found')
  expect((await logIn(victim, PASSWORD)).status).toBe(200)
})

test('gives the token of their own reset to a victim: it opens nothing', async () => {
  await setPassword(victim, PASSWORD)
  const tokens = resetTokens(product.platform, 'web')
  const token = tokens.token(thief.userId, await tokens.renew(thief.userId, new Date(Date.now() + 60_000)))
  await rows('mail_tokens').where({ subject_id: thief.userId }).update({ subject_id: victim.userId })
  expectRefused(await reset(token), 404, 'token.not-found')
  expect((await logIn(victim, PASSWORD)).status).toBe(200)
})

test('copies the hash of their own password to a victim: it is nobody’s password', async () => {
  await setPassword(victim, PASSWORD)
  await setPassword(thief, 'a staple and a battery')
  const own = await rows('credentials').where({ user_id: thief.userId }).first()
  await rows('credentials')
    .where({ user_id: victim.userId })
    .update({ password_hash: own.password_hash, password_id: own.password_id })
  expectRefused(await logIn(victim, 'a staple and a battery'), 401, 'login.failed')
})

test('copies the whole row of their password over a victim’s: it is nobody’s password', async () => {
  await setPassword(victim, PASSWORD)
  await setPassword(thief, 'a staple and a battery')
  const { address_hash } = await rows('credentials').where({ user_id: victim.userId }).first()
  await rows('credentials').where({ user_id: victim.userId }).delete()
  await rows('credentials').where({ user_id: thief.userId }).update({ user_id: victim.userId, address_hash })
  expectRefused(await logIn(victim, 'a staple and a battery'), 401, 'login.failed')
})

test('copies the hash of their own PIN to a stolen phone: the phone signs nothing', async () => {
  const api = requestsOf(product)
  const team = await api.team()
  const stolen = await api.enrol(team.ben)
  const own = await api.enrol(thief)
  const { pin_hash } = await rows('device_pins').where({ device_id: own.deviceId }).first()
  await rows('device_pins').where({ device_id: stolen.deviceId }).update({ pin_hash })
  const id = await api.newRequest(team)
  const { challenge } = (await api.post(`/requests/challenge/${id}`, team.ben)).body
  const approved = await api.post(`/requests/approve/${id}`, team.ben, await stolen.proofFor(challenge))
  expect(approved.status).not.toBe(200)
  expect(await api.types(id)).not.toContain('RequestApproved')
})

test('reads the spoken number of a call check and replaces it: no number confirms the call', async () => {
  const api = requestsOf(product)
  const team = await api.team()
  const { body } = await api.newVerification(team.anna, await api.enrol(team.anna), team.id)
  const row = rows('call_checks').where({ request_id: body.id })
  const number = (await row.clone().first()).number === '42' ? '43' : '42'
  await row.update({ number })
  const proof = await (await api.enrol(team.ben)).prove(body.id)
  const answer = await api.post(`/requests/approve/${body.id}`, team.ben, { ...proof, number })
  expect(answer.status).not.toBe(200)
})

test('writes a victim into their own pairing: the phone gets no session', async () => {
  const { id, code } = (await product.call('POST', '/auth/pair', { token: thief.token })).body
  const { claim } = (
    await product.call('POST', '/auth/pair-claim', { body: { code, name: 'Android, Chrome' } })
  ).body
  await product.call('POST', `/auth/pair-confirm/${id}`, { token: thief.token })
  await rows('pairings').where({ id }).update({ user_id: victim.userId })
  expectRefused(await product.call('POST', '/auth/pair-finish', { body: { claim } }), 404, 'pair.not-found')
})

test('points the identity of their Google account to a victim: it belongs to nobody', async () => {
  const { platform } = product
  const identities = createIdentities(platform)
  await identities.link(`i1:${thief.userId}`, thief.userId)
  await rows('identities').where({ user_id: thief.userId }).update({ user_id: victim.userId })
  expect(await identities.find(`i1:${thief.userId}`)).toBeUndefined()
})

test('whatever they write is told: a line in the log, and a count', async () => {
  const { log, metrics } = product.platform
  const error = vi.spyOn(log, 'error')
  const id = sessionOf(thief)
  await rows('sessions').where({ id }).update({ user_id: victim.userId })
  await refresh(thief.token)
  expect(error).toHaveBeenCalledWith(
    { security: 'row.altered', table: 'sessions', key: { id } },
    expect.any(String),
  )
  expect(await metrics.text()).toMatch(/^vieraugen_altered_rows_total\{table="sessions"\} [1-9]/m)
})

test('inserts a whole session: nobody owns it', async () => {
  const { sid } = product.app.jwt.decode<{ sid: string }>(victim.token)!
  const { mac: _, ...row } = await rows('sessions').where({ id: sid }).first()
  await rows('sessions').where({ id: sid }).delete()
  await rows('sessions').insert({ ...row, mac: `m1:1:${randomToken()}` })
  expectRefused(await current(victim.token), 401, 'session.ended')
})
