import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createCredentials } from '#modules/accounts/passwords/credential.store.ts'
import { confirmationTokens, identityTokens, resetTokens } from '#modules/accounts/mail-token.store.ts'
import { createSessions } from '#modules/accounts/sessions/session.store.ts'
import { recordPasswordChanges } from '#modules/accounts/passwords/record-password-changes.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import { newEmail, ownerOf, signUpBody } from '#support/product/addresses.ts'
import { eventually } from '#support/eventually.ts'
import { openProduct, type Product } from '#support/product/product.ts'
import { rounds } from '#support/rounds.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => product?.close())

const MINUTE = 60_000
const { password: old } = signUpBody('')
const fresh = 'a staple and a battery'
const doors = { web: 'change-password', mobile: 'mobile-change-password' } as const
type Client = keyof typeof doors

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  product.call('POST', path, { body, headers })
const logIn = (email: string, password: string) => post('/auth/login', { email, password })
const factsOf = (userId: string) => product.facts(userStream(userId))
const typesOf = async (userId: string) => (await factsOf(userId)).map(({ type }) => type)

const signedUp = async () => {
  const email = newEmail()
  await post('/auth/signup', signUpBody(email))
  return { email, userId: await ownerOf(product, email) }
}
const confirmed = async () => {
  const account = await signedUp()
  await post(`/auth/verifyEmail/${confirmationTokens(product.platform).token(account.userId, 1)}`, {})
  return account
}

/** Requests a reset. Returns the token of its link. */
const requestReset = async ({ email, userId }: { email: string; userId: string }, client?: Client) => {
  expect(await post('/auth/reset-password', { email, ...(client && { client }) })).toMatchObject({
    status: 200,
    body: { message: 'Check your email' },
  })
  const tokens = resetTokens(product.platform, client ?? 'web')
  return tokens.token(userId, (await tokens.current(userId))?.generation ?? 0)
}
const change = (token: string, password = fresh, client: Client = 'web', headers = {}) =>
  post(`/auth/${doors[client]}`, { verificationUuid: token, password, confirm: password }, headers)
const refused = { status: 404, body: { code: 'token.not-found' } }

test.each(['web', 'mobile'] as const)('a reset link sets a password once (%s)', async (client) => {
  const account = await confirmed()
  const token = await requestReset(account, client)
  expect((await factsOf(account.userId)).at(-1)).toMatchObject({
    type: 'PasswordResetRequested',
    data: { userId: account.userId, client, generation: 1 },
  })
  expect((await logIn(account.email, old)).status).toBe(200)
  expect(await change(token, fresh, client)).toMatchObject({ status: 200, body: {} })
  expect((await logIn(account.email, old)).status).toBe(401)
  expect((await logIn(account.email, fresh)).status).toBe(200)
  expect((await typesOf(account.userId)).at(-1)).toBe('PasswordChanged')
  const head = await product.head()
  expect(await change(token, 'yet another one', client)).toMatchObject(refused)
  expect(await product.head()).toBe(head)
  expect((await logIn(account.email, fresh)).status).toBe(200)
})

test('a new password ends every session, and refreshing does not revive one', async () => {
  const account = await confirmed()
  const { body } = await logIn(account.email, old)
  const browser = { 'sec-fetch-site': 'same-origin' }
  const inBrowser = await post('/auth/login', { email: account.email, password: old }, browser)
  const cookie = String(inBrowser.headers['set-cookie']).split(';')[0]!
  await change(await requestReset(account))
  for (const token of [body.access_token, inBrowser.body.access_token])
    expect(await product.call('GET', '/users/current', { token })).toMatchObject({ status: 401 })
  const headers = { ...browser, cookie }
  const refreshed = await product.call('GET', '/auth/refresh', {
    token: inBrowser.body.access_token,
    headers,
  })
  expect(refreshed.status).toBe(401)
})

test('a login that was checked before the reset does not open a session after it', async () => {
  const account = await confirmed()
  const token = await requestReset(account)
  const { passwords, db } = product.platform
  const verify = passwords.verify
  vi.spyOn(passwords, 'verify').mockImplementationOnce(async (...given) => {
    const isRight = await verify(...given)
    expect([isRight, (await change(token)).status]).toEqual([true, 200])
    return isRight
  })
  expect(await logIn(account.email, old)).toMatchObject({ status: 401, body: { code: 'login.failed' } })
  expect(await db('sessions').where({ user_id: account.userId })).toEqual([])
})

test('a session that opens during a reset is rejected, or ended by it', async () => {
  const { email, userId } = await confirmed()
  const { config, db, clock, rowMacs } = product.platform
  const hash = addressHash(config.ADDRESS_KEY, email)
  const now = clock.now()
  const sessionBy = (passwordId: string) => (on: Knex) =>
    createSessions({ db: on, rowMacs }, config.TOKEN_SECRET).open({
      id: randomUUID(),
      userId,
      kind: 'web',
      cookieBound: true,
      device: null,
      passwordId,
      now,
    })
  const setAnew = async (on: Knex) => {
    await createCredentials({ db: on, rowMacs }).set(userId, hash, 'another hash')
    await createSessions({ db: on, rowMacs }, config.TOKEN_SECRET).endAll(userId, now)
  }
  /** Starts the second call while the first one holds the lock. */
  const overlap = async (first: (on: Knex) => Promise<unknown>, second: (on: Knex) => Promise<unknown>) => {
    const later = await db.transaction(async (trx) => {
      await first(trx)
      const waiting = { done: db.transaction(second) }
      await eventually(async () => {
        const waits = { wait_event_type: 'Lock', datname: db.raw('current_database()') }
        expect(await db('pg_stat_activity').where(waits)).toHaveLength(1)
      })
      return waiting
    })
    return later.done
  }
  const living = () => db('sessions').where({ user_id: userId, revoked_at: null })
  for (const isFirst of [true, false]) {
    const { passwordId } = (await createCredentials(product.platform).find(hash))!
    if (isFirst) await overlap(sessionBy(passwordId), setAnew)
    else expect(await overlap(setAnew, sessionBy(passwordId))).toBeUndefined()
    expect(await living()).toEqual([])
  }
})

test('a reset enables a password that was off after 100 wrong guesses, and ends the delay', async () => {
  const account = await confirmed()
  await product.platform.db('credentials').where({ user_id: account.userId }).update({ wrong_guesses: 100 })
  for (let i = 0; i < 5; i += 1) await logIn(account.email, 'wrong horse')
  expect((await logIn(account.email, old)).status).toBe(429)
  await change(await requestReset(account))
  expect((await logIn(account.email, fresh)).status).toBe(200)
})

test('a reset confirms the address, and pending confirmations become invalid', async () => {
  const account = await signedUp()
  const link = confirmationTokens(product.platform).token(account.userId, 1)
  await change(await requestReset(account))
  expect((await typesOf(account.userId)).slice(-2)).toEqual(['EmailVerified', 'PasswordChanged'])
  expect((await post(`/auth/verifyEmail/${link}`, {})).body.code).toBe('token.not-found')
  expect((await logIn(account.email, old)).status).toBe(401)
  expect((await logIn(account.email, fresh)).status).toBe(200)
})

test('a link expires after half an hour, and with a newer one', async () => {
  const account = await confirmed()
  const first = await requestReset(account)
  const second = await requestReset(account)
  expect(await change(first)).toMatchObject(refused)
  product.clock.advance(30 * MINUTE + 1_000)
  expect(await change(second)).toMatchObject(refused)
  expect((await logIn(account.email, old)).status).toBe(200)
})

test('rejects links that are forged, truncated, of another purpose or of an unknown user alike', async () => {
  const [account, other] = [await confirmed(), await signedUp()]
  const [web, mobile] = [await requestReset(account, 'web'), await requestReset(account, 'mobile')]
  await post('/auth/signup', signUpBody(other.email))
  const tokens = {
    'of the other page': mobile,
    'that confirms an address': confirmationTokens(product.platform).token(other.userId, 2),
    'that links an identity': identityTokens(product.platform).token(account.userId, 1),
    'of a generation to come': resetTokens(product.platform, 'web').token(account.userId, 2),
    'of a user without a reset': resetTokens(product.platform, 'web').token(other.userId, 1),
    'cut off': web.slice(0, -1),
    'with a letter changed': (web.startsWith('A') ? 'B' : 'A') + web.slice(1),
    'made up': 'A'.repeat(43),
  }
  const head = await product.head()
  const answers = new Set<string>()
  for (const token of Object.values(tokens)) {
    const { status, body } = await change(token)
    answers.add(JSON.stringify({ status, ...body, requestId: '' }))
  }
  expect([...answers]).toEqual([expect.stringContaining('"status":404')])
  expect(await change(web, fresh, 'mobile')).toMatchObject(refused)
  expect(await product.head()).toBe(head)
  expect((await logIn(account.email, old)).status).toBe(200)
  expect((await change(web)).status).toBe(200)
  expect(await change(mobile, 'yet another one', 'mobile')).toMatchObject(refused)
})

test('rejects different or missing passwords before it checks the link', async () => {
  const account = await confirmed()
  const token = await requestReset(account)
  const send = (body: object) => post('/auth/change-password', { verificationUuid: token, ...body })
  expect(await send({ password: fresh, confirm: `${fresh} ` })).toMatchObject({
    status: 400,
    body: { code: 'input.invalid', details: [{ field: 'confirm', problem: 'Passwords must match' }] },
  })
  for (const password of ['short', 'x'.repeat(129)])
    expect((await send({ password, confirm: password })).status).toBe(400)
  expect((await change(token)).status).toBe(200)
})

test('rejects a guessable password without spending the link', async () => {
  const account = await confirmed()
  const token = await requestReset(account)
  const said = account.email.split('@')[0]!.replaceAll(/[^a-z]/g, '')
  for (const password of ['password1', 'vieraugen', ...(said.length >= 6 ? [said] : [])])
    expect(await change(token, password)).toMatchObject({ status: 400, body: { code: 'password.guessable' } })
  expect(await change(token)).toMatchObject({ status: 200 })
})

test('rejects a guessable password when another browser confirms an address', async () => {
  const { email, userId } = await signedUp()
  const path = `/auth/verifyEmail/${confirmationTokens(product.platform).token(userId, 1)}`
  const elsewhere = (password: string) => post(path, { password }, { 'sec-fetch-site': 'same-origin' })
  expect(await elsewhere('password1')).toMatchObject({ status: 400, body: { code: 'password.guessable' } })
  expect((await elsewhere(fresh)).status).toBe(200)
  expect((await logIn(email, fresh)).status).toBe(200)
})

test('gives the same answer for an unknown address and does nothing', async () => {
  const head = await product.head()
  const email = newEmail()
  expect(await post('/auth/reset-password', { email })).toMatchObject({
    status: 200,
    body: { message: 'Check your email' },
  })
  expect(await product.head()).toBe(head)
})

test('a retry with the same password changes it once, and another password is another call', async () => {
  const account = await confirmed()
  const token = await requestReset(account)
  const headers = { 'idempotency-key': randomUUID() }
  const { eventStore } = product.platform
  vi.spyOn(eventStore, 'append').mockRejectedValueOnce(new Error('broken off'))
  expect((await change(token, fresh, 'web', headers)).status).toBe(500)
  expect((await change(token, 'yet another one', 'web', headers)).body.code).toBe('idempotency.other-body')
  product.clock.advance(31 * MINUTE)
  for (let i = 0; i < 2; i += 1) expect((await change(token, fresh, 'web', headers)).status).toBe(200)
  expect((await typesOf(account.userId)).filter((type) => type === 'PasswordChanged')).toHaveLength(1)
  expect((await logIn(account.email, fresh)).status).toBe(200)
})

test('the worker records a change that a crash left unrecorded, once', async () => {
  const account = await signedUp()
  const token = await requestReset(account)
  vi.spyOn(product.platform.eventStore, 'append').mockRejectedValueOnce(new Error('broken off'))
  expect((await change(token)).status).toBe(500)
  for (let i = 0; i < 2; i += 1) await recordPasswordChanges(product.platform)
  expect((await typesOf(account.userId)).slice(-2)).toEqual(['EmailVerified', 'PasswordChanged'])
  await product.projector.caughtUp()
  expect((await logIn(account.email, fresh)).status).toBe(200)
})

test('only one of two calls with one link sets its password', async () => {
  for (let round = 0; round < 10; round += 1) {
    const account = await confirmed()
    const token = await requestReset(account)
    const passwords = ['first come of two', 'first served of two']
    const answers = await Promise.all(passwords.map((password) => change(token, password)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    const won = answers.findIndex(({ status }) => status === 200)
    expect((await logIn(account.email, passwords[won]!)).status).toBe(200)
    expect((await logIn(account.email, passwords[1 - won]!)).status).toBe(401)
  }
})

const PAIRS = rounds({ short: 50, long: 500 })

test(`exactly one command of each of ${PAIRS} pairs spends their shared token`, async () => {
  const tokens = resetTokens(product.platform, 'web')
  const expiresAt = new Date(product.clock.now().getTime() + MINUTE)
  const pair = async () => {
    const userId = randomUUID()
    const token = tokens.token(userId, await tokens.renew(userId, expiresAt))
    const spend = () => tokens.spend(token, { commandId: randomUUID(), now: product.clock.now() })
    return (await Promise.all([spend(), spend()])).filter((spent) => spent === 'spent').length
  }
  for (let i = 0; i < PAIRS / 10; i += 1) {
    const won = await Promise.all(Array.from({ length: 10 }, pair))
    expect(won.filter((count) => count !== 1)).toEqual([])
  }
})
