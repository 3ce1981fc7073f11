import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressHash } from '#platform/addresses.ts'
import { addressDecider } from '#modules/accounts/address.decider.ts'
import { addressStream } from '#modules/accounts/address.events.ts'
import { forgetSessions } from '#modules/accounts/session.store.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { contextOf } from '../support/counter.ts'
import { newDevice } from '../support/device.ts'
import { openProduct, type Product } from '../support/product.ts'

let product: Product

beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product.close())

const password = 'correct horse'
const newEmail = () => `${randomUUID().slice(0, 8)}@example.org`
const browser = { 'sec-fetch-site': 'same-origin' }

const signUp = (email: string, headers: Record<string, string> = {}) =>
  product.call('POST', '/auth/signup', { body: { email, password }, headers })
const logIn = (email: string, given = password, headers: Record<string, string> = {}) =>
  product.call('POST', '/auth/login', { body: { email, password: given }, headers })

const ownerOf = async (email: string): Promise<string> => {
  const reserved = await product.facts(addressStream(addressHash(product.platform.config.PEPPER, email)))
  return String(reserved.at(-1)?.data['userId'])
}
const factsAbout = async (email: string) =>
  (await product.facts(userStream(await ownerOf(email)))).map(({ type }) => type)

/** The token that the newest confirmation mail would carry. */
const confirmationToken = async (email: string): Promise<string> => {
  const userId = await ownerOf(email)
  const facts = await product.facts(userStream(userId))
  const last = facts.filter(({ type }) => type === 'ConfirmationRequested').at(-1)
  return product.platform.mailTokens.token('confirm-email', userId, Number(last?.data['generation']))
}
const confirm = (token: string) => product.call('POST', `/auth/verifyEmail/${token}`)

const confirmed = async (): Promise<string> => {
  const email = newEmail()
  await signUp(email)
  await confirm(await confirmationToken(email))
  return email
}

test('signing up, confirming and logging in leads to the own user', async () => {
  const email = newEmail()
  expect(await signUp(email)).toMatchObject({ status: 201, body: { message: 'Check your email' } })
  expect((await confirm(await confirmationToken(email))).status).toBe(200)
  const { status, body } = await logIn(email)
  expect(status).toBe(200)
  const user = await product.call('GET', '/users/current', { token: body.access_token })
  expect(user).toMatchObject({
    status: 200,
    body: { email, role: 'admin', verified: true, approver: true, requester: true },
  })
})

test('an unverified account cannot log in, and the answer is the one for a wrong password', async () => {
  const email = newEmail()
  await signUp(email)
  const unverified = await logIn(email)
  const unknown = await logIn(newEmail())
  const wrong = await logIn(await confirmed(), 'not this one')
  for (const refused of [unverified, unknown, wrong])
    expect(refused).toMatchObject({ status: 401, body: { code: 'login.failed' } })
  expect({ ...unverified.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
})

test('a confirmation link works twice, a replaced one no more', async () => {
  const email = newEmail()
  await signUp(email)
  const old = await confirmationToken(email)
  expect(await product.call('POST', '/auth/initiate-verification', { body: { email } })).toMatchObject({
    status: 200,
    body: { message: 'Check your email' },
  })
  expect((await confirm(old)).body.code).toBe('token.not-found')
  const token = await confirmationToken(email)
  expect([(await confirm(token)).status, (await confirm(token)).status]).toEqual([200, 200])
  expect(await factsAbout(email)).toEqual([
    'UserSignedUp',
    'ConfirmationRequested',
    'ConfirmationRequested',
    'EmailVerified',
  ])
})

test('a confirmation link ends after a day', async () => {
  const email = newEmail()
  await signUp(email)
  product.clock.advance(24 * 3_600_000 + 1_000)
  expect((await confirm(await confirmationToken(email))).status).toBe(404)
})

test('signing up with a known address answers as always and keeps the password', async () => {
  const email = await confirmed()
  const token = await confirmationToken(email)
  const again = await product.call('POST', '/auth/signup', { body: { email, password: 'another one' } })
  expect(again).toMatchObject({ status: 201, body: { message: 'Check your email' } })
  expect((await factsAbout(email)).at(-1)).toBe('SignupRepeated')
  expect((await confirm(token)).status).toBe(200)
  expect((await logIn(email, 'another one')).status).toBe(401)
  expect((await logIn(email)).status).toBe(200)
})

test('the password of the confirmed sign-up counts, not that of an earlier one', async () => {
  const email = newEmail()
  await product.call('POST', '/auth/signup', { body: { email, password: 'by somebody else' } })
  await signUp(email)
  await confirm(await confirmationToken(email))
  expect((await logIn(email, 'by somebody else')).status).toBe(401)
  expect((await logIn(email)).status).toBe(200)
})

test('the spelling of an address makes no second account', async () => {
  const email = await confirmed()
  expect((await logIn(email.toUpperCase())).status).toBe(200)
})

test('of many sign-ups racing for one address one wins, and all answer alike', async () => {
  const email = newEmail()
  const answers = await Promise.all(Array.from({ length: 8 }, () => signUp(email)))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
  expect((await factsAbout(email)).filter((type) => type === 'UserSignedUp')).toHaveLength(1)
})

/** What a crash after the first half of a sign-up leaves. */
const reserve = async (email: string, userId: string) => {
  const { commands, config } = product.platform
  const hash = addressHash(config.PEPPER, email)
  const command = { addressHash: hash, userId }
  const stream = addressStream(hash)
  const context = contextOf()
  await commands.execute({ decider: addressDecider, stream, workspaceId: null, context, command })
}

test('a sign-up finishes what a crash left after the reservation', async () => {
  const email = newEmail()
  await reserve(email, randomUUID())
  await signUp(email)
  expect(await factsAbout(email)).toEqual(['UserSignedUp', 'ConfirmationRequested'])
})

test('the same Idempotency-Key signs up once', async () => {
  const email = newEmail()
  const headers = { 'idempotency-key': randomUUID() }
  const answers = [await signUp(email, headers), await signUp(email, headers)]
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(await factsAbout(email)).toEqual(['UserSignedUp', 'ConfirmationRequested'])
  expect((await confirm(await confirmationToken(email))).status).toBe(200)
})

test('an Idempotency-Key that is used for a second address does not lead from there to the first account', async () => {
  const [victim, attacker] = [newEmail(), newEmail()]
  const headers = { 'idempotency-key': randomUUID() }
  await signUp(victim, headers)
  await signUp(attacker, headers)
  await product.call('POST', '/auth/initiate-verification', { body: { email: attacker } })
  expect(await factsAbout(victim)).toEqual(['UserSignedUp', 'ConfirmationRequested'])
  expect(await ownerOf(attacker)).not.toBe(await ownerOf(victim))
  await confirm(await confirmationToken(attacker))
  expect((await logIn(attacker)).status).toBe(200)
  expect((await logIn(victim)).status).toBe(401)
})

test('nor does it tell whether there is an account for the second', async () => {
  const unverified = newEmail()
  await signUp(unverified)
  for (const second of [await confirmed(), unverified, newEmail()]) {
    const headers = { 'idempotency-key': randomUUID() }
    await signUp(newEmail(), headers)
    expect(await signUp(second, headers)).toMatchObject({
      status: 201,
      body: { message: 'Check your email' },
    })
  }
})

test('logging out ends the session at once, and twice is as good as once', async () => {
  const { token } = await product.person()
  expect((await product.call('GET', '/auth/logout', { token })).status).toBe(200)
  expect((await product.call('GET', '/users/current', { token })).body.code).toBe('session.ended')
  expect((await product.call('GET', '/auth/logout', { token })).status).toBe(200)
})

test('of a session that is over for good no row stays, and its token is answered as before', async () => {
  const { db } = product.platform
  const { token, userId } = await product.person()
  const rows = async () => {
    await forgetSessions(product.platform)
    return db('sessions').where({ user_id: userId })
  }
  await product.call('GET', '/auth/logout', { token })
  expect(await rows()).toHaveLength(1)
  product.clock.advance(25 * 3_600_000)
  expect(await rows()).toHaveLength(0)
  const { code } = (await product.call('GET', '/auth/refresh', { token })).body
  expect(code).toBe('session.ended')
  expect((await product.call('GET', '/auth/logout', { token })).status).toBe(200)
})

test('a plain client refreshes by its old token, and within the grace gets the same successor', async () => {
  const email = await confirmed()
  const token = (await logIn(email)).body.access_token
  const refreshes = await Promise.all([1, 2, 3].map(() => product.call('GET', '/auth/refresh', { token })))
  expect(refreshes.map(({ status }) => status)).toEqual([200, 200, 200])
  const ids = refreshes.map(({ body }) => product.app.jwt.decode<{ jti: string }>(body.access_token)?.jti)
  expect(new Set(ids).size).toBe(1)
})

test('an old token after the grace ends the session', async () => {
  const token = (await logIn(await confirmed())).body.access_token
  const next = (await product.call('GET', '/auth/refresh', { token })).body.access_token
  product.clock.advance(11_000)
  expect((await product.call('GET', '/auth/refresh', { token })).status).toBe(401)
  expect((await product.call('GET', '/users/current', { token: next })).status).toBe(401)
})

test("a browser's session refreshes by its cookie as well, never by the token alone", async () => {
  const entered = await logIn(await confirmed(), password, browser)
  const token = entered.body.access_token
  const cookie = String(entered.headers['set-cookie']).split(';')[0]!
  expect(String(entered.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Strict/)
  expect((await product.call('GET', '/auth/refresh', { token, headers: browser })).status).toBe(401)
  const withCookie = { ...browser, cookie }
  expect((await product.call('GET', '/auth/refresh', { token, headers: withCookie })).status).toBe(200)
  const crossSite = { cookie, 'sec-fetch-site': 'cross-site' }
  expect((await product.call('GET', '/auth/refresh', { token, headers: crossSite })).status).toBe(403)
})

test('a token whose role is no longer that of the account is refused until it is refreshed', async () => {
  const { userId } = await product.person({ role: 'admin' })
  const token = await product.logIn(userId, 'regular user')
  expect((await product.call('GET', '/users/current', { token })).status).toBe(401)
  const refreshed = await product.call('GET', '/auth/refresh', { token })
  const now = await product.call('GET', '/users/current', { token: refreshed.body.access_token })
  expect(now.status).toBe(200)
})

test('a super admin does not get in by the ordinary door', async () => {
  const email = newEmail()
  const { userId } = await product.person({ email, role: 'super admin' })
  const { db, passwords, config } = product.platform
  await db('credentials').insert({
    user_id: userId,
    address_hash: addressHash(config.PEPPER, email),
    password_hash: await passwords.hash(password),
  })
  expect((await logIn(email)).status).toBe(401)
})

test('a PIN device is enrolled with a signature of its key', async () => {
  const { token } = await product.person()
  const device = await newDevice()
  const { body: options } = await product.call('POST', '/users/register-device-options', {
    token,
    body: { kind: 'pin' },
  })
  const body = { ...(await device.registration(options.challenge)), name: 'My phone', pin: '294716' }
  const enrolled = await product.call('POST', '/users/register-device', { token, body })
  expect(enrolled).toMatchObject({
    status: 201,
    body: { kind: 'pin', name: 'My phone', disabled: false, lastUsedAt: null },
  })
  expect((await product.call('GET', '/users/devices', { token })).body).toEqual([enrolled.body])
  const again = await product.call('POST', '/users/register-device', { token, body })
  expect(again).toMatchObject({ status: 409, body: { code: 'challenge.spent' } })
})

test('enrolling needs a signature that fits, a PIN that is hard to guess, and a fresh login', async () => {
  const { token, userId } = await product.person()
  const device = await newDevice()
  const options = () =>
    product.call('POST', '/users/register-device-options', { token, body: { kind: 'pin' } })
  const enrol = async (challenge: string, change: object) =>
    product.call('POST', '/users/register-device', {
      token,
      body: { ...(await device.registration(challenge)), name: 'Phone', pin: '294716', ...change },
    })
  const { challenge } = (await options()).body
  const other = await (await newDevice()).registration(challenge)
  expect((await enrol(challenge, { signature: other.signature })).body.code).toBe('proof.invalid')
  for (const pin of ['111111', '123456', '987654', '010190'])
    expect((await enrol(challenge, { pin })).body.code).toBe('input.invalid')
  product.clock.advance(121_000)
  expect((await enrol(challenge, {})).body.code).toBe('challenge.spent')
  product.clock.advance(200_000)
  expect((await options()).body.code).toBe('login.too-old')
  expect(await product.call('GET', '/users/devices', { token: await product.logIn(userId) })).toMatchObject({
    body: [],
  })
})
