import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { confirmationTokens } from '#modules/accounts/mail-token.store.ts'
import { userDecider } from '#modules/accounts/user.decider.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { contextOf } from '#support/event-store/counter.ts'
import { newEmail, ownerOf } from '#support/product/addresses.ts'
import { openProduct, type Product } from '#support/product/product.ts'

/** Who is logged in after a confirmation: only the browser that signed up, once. */
let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product.close())

const password = 'correct horse'
const OUR_PAGE = { 'sec-fetch-site': 'same-origin' }

type Headers = Record<string, string>

/** Signs up. Returns the owner, the token of the mail, and the headers that this browser sends from then on. */
const signUp = async (email = newEmail(), headers: Headers = OUR_PAGE) => {
  const signedUp = await product.call('POST', '/auth/signup', { body: { email, password }, headers })
  const userId = await ownerOf(product, email)
  const asked = (await product.facts(userStream(userId))).findLast(
    ({ type }) => type === 'ConfirmationRequested',
  )
  const token = confirmationTokens(product.platform).token(userId, Number(asked?.data['generation']))
  const cookie = String(signedUp.headers['set-cookie']).split(';')[0]!
  return { email, userId, token, browser: { ...headers, cookie } }
}
const confirm = (token: string, headers: Headers, body?: object) =>
  product.call('POST', `/auth/verifyEmail/${token}`, { headers, body })
const sessionsOf = (userId: string) => product.platform.db('sessions').where({ user_id: userId })

const expectNoLogin = async (answer: Awaited<ReturnType<typeof confirm>>, userId: string) => {
  expect(answer).toMatchObject({ status: 200, body: {} })
  expect(answer.body).not.toHaveProperty('access_token')
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(await sessionsOf(userId)).toEqual([])
}

test('the browser that signed up is logged in by its confirmation', async () => {
  const { email, token, browser } = await signUp()
  const timeZone = 'America/Lima'
  const { status, body, headers } = await confirm(token, browser, { timeZone })
  expect(status).toBe(200)
  const user = await product.call('GET', '/users/current', { token: body.access_token })
  expect(user).toMatchObject({ status: 200, body: { email, role: 'admin', verified: true, timeZone } })
  const cookie = String(headers['set-cookie'])
  expect(cookie).toMatch(/^refresh_token=.*HttpOnly; SameSite=Strict/)
  const refresh = { token: body.access_token, headers: { ...OUR_PAGE, cookie: cookie.split(';')[0]! } }
  expect((await product.call('GET', '/auth/refresh', refresh)).status).toBe(200)
})

test.each([
  ['a client that is not a browser', ({ cookie }: Headers) => ({ cookie: cookie! })],
  ['a page of another site', (own: Headers) => ({ ...own, 'sec-fetch-site': 'cross-site' })],
  ['a page of another subdomain', (own: Headers) => ({ ...own, 'sec-fetch-site': 'same-site' })],
  ['a link that the browser opens', (own: Headers) => ({ ...own, 'sec-fetch-site': 'none' })],
])('%s confirms, but is not logged in', async (_, headersOf) => {
  const { token, browser, userId } = await signUp()
  await expectNoLogin(await confirm(token, headersOf(browser)), userId)
})

test('another browser chooses a password, but is not logged in', async () => {
  const { token, userId } = await signUp()
  const stranger = (await signUp()).browser
  await expectNoLogin(await confirm(token, stranger, { password: 'my own one' }), userId)
})

test('a repeated confirmation does not log in', async () => {
  for (const key of [{}, { 'idempotency-key': randomUUID() }]) {
    const { token, browser, userId } = await signUp()
    const headers = { ...browser, ...key }
    expect((await confirm(token, headers)).body.access_token).toBeTruthy()
    const again = await confirm(token, headers)
    expect(again).toMatchObject({ status: 200, body: {} })
    expect(again.body).not.toHaveProperty('access_token')
    expect(await sessionsOf(userId)).toHaveLength(1)
  }
})

test('of many concurrent confirmations at most one logs in', async () => {
  const { token, browser, userId } = await signUp()
  const answers = await Promise.all(Array.from({ length: 6 }, () => confirm(token, browser)))
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect(answers.filter(({ body }) => 'access_token' in body).length).toBeLessThanOrEqual(1)
  expect((await sessionsOf(userId)).length).toBeLessThanOrEqual(1)
})

test('a confirmation of an account that was already verified does not log in', async () => {
  const { token, browser, userId } = await signUp()
  // As by a link that sets a password.
  const { events } = await product.platform.commands.execute({
    decider: userDecider,
    stream: userStream(userId),
    workspaceId: null,
    context: contextOf(),
    command: { type: 'ReportPasswordChange', userId },
  })
  expect(events.map(({ type }) => type)).toContain('EmailVerified')
  await expectNoLogin(await confirm(token, browser), userId)
})

test('a confirmation during which the password changes stands, and does not log in', async () => {
  const { token, browser, userId } = await signUp()
  const { eventStore, db } = product.platform
  const append = eventStore.append.bind(eventStore)
  const spy = vi.spyOn(eventStore, 'append').mockImplementation(async (...given) => {
    const appended = await append(...given)
    await db('credentials').where({ user_id: userId }).update({ password_id: randomUUID() })
    return appended
  })
  const answer = await confirm(token, browser)
  spy.mockRestore()
  await expectNoLogin(answer, userId)
})
