import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { addressHash } from '#platform/secrets/addresses.ts'
import { createCredentials } from '#modules/accounts/passwords/credential.store.ts'
import { userDecider } from '#modules/accounts/user.decider.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { buildApi } from '../../../../services/api/app.ts'
import { contextOf } from '#support/event-store/counter.ts'
import { openProduct, send, type Answered, type Person, type Product } from '#support/product/product.ts'
import { expectRefused } from '#support/product/requests.ts'
import { untilReached } from '#support/product/until-reached.ts'

/** The sessions of one person: list, end and lifetime. */

const HOUR = 3_600_000
const DAY = 24 * HOUR
const password = 'correct horse battery staple'
const PHONE = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36'
const ODD = `curl/8.0 ${'x'.repeat(2_000)}`

let product: Product

beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product.close())

const withPassword = async (given: Parameters<Product['person']>[0] = {}): Promise<Person> => {
  const person = await product.person(given)
  const { config, passwords } = product.platform
  const hash = addressHash(config.ADDRESS_KEY, person.email)
  await createCredentials(product.platform).set(person.userId, hash, await passwords.hash(password))
  return person
}

type Entry = { readonly client?: 'web' | 'mobile'; readonly agent?: string; readonly isBrowser?: boolean }
const enter = async ({ email }: Person, { client, agent, isBrowser = true }: Entry = {}) => {
  const answer = await product.call('POST', '/auth/login', {
    body: { email, password, ...(client && { client }) },
    headers: { ...(isBrowser && { 'sec-fetch-site': 'same-origin' }), ...(agent && { 'user-agent': agent }) },
  })
  expect(answer.status).toBe(200)
  return { token: String(answer.body.access_token), cookie: refreshCookieOf(answer) }
}
type Entered = Awaited<ReturnType<typeof enter>>

const refreshCookieOf = ({ headers }: Answered): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map(String)
    .find((one) => one.startsWith('refresh_token=')) ?? ''
const refresh = ({ token, cookie }: Entered) =>
  product.call('GET', '/auth/refresh', {
    token,
    headers: cookie ? { 'sec-fetch-site': 'same-origin', cookie: cookie.split(';')[0]! } : {},
  })
const listed = async (token: string): Promise<readonly Record<string, unknown>[]> =>
  (await product.call('GET', '/users/sessions', { token })).body
const statusWith = async (token: string) => (await product.call('GET', '/users/current', { token })).status
const end = (token: string, id: unknown) =>
  product.call('DELETE', `/users/end-session/${String(id)}`, { token })
const claimsOf = (token: string) =>
  product.app.jwt.decode<{ sid: string; iat: number; exp: number; kind: string }>(token)!

test('lists own sessions, last used first, with their devices and the current one', async () => {
  const person = await withPassword()
  await product.call('GET', '/auth/logout', { token: person.token })
  const desk = await enter(person, { agent: ODD })
  product.clock.advance(60_000)
  const phone = await enter(person, { client: 'mobile', agent: PHONE })
  await enter(await withPassword(), { agent: PHONE })
  expect(await listed(phone.token)).toEqual([
    {
      id: claimsOf(phone.token).sid,
      kind: 'mobile',
      device: 'Android, Chrome',
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
      current: true,
      pairedBy: null,
    },
    expect.objectContaining({ id: claimsOf(desk.token).sid, kind: 'web', device: null, current: false }),
  ])
  product.clock.advance(60_000)
  await refresh(desk)
  const [first] = await listed(desk.token)
  expect(first).toMatchObject({ id: claimsOf(desk.token).sid, current: true })
  expect(Date.parse(String(first!['lastUsedAt']))).toBeGreaterThan(Date.parse(String(first!['createdAt'])))
  // The user agent itself is not stored.
  const rows = JSON.stringify(await product.platform.db('sessions').where({ user_id: person.userId }))
  expect(rows).not.toMatch(/curl|Mozilla|xxx/)
})

test('ends an own session immediately and idempotently, but not one of another user', async () => {
  const person = await withPassword()
  const other = await enter(person)
  const stranger = await withPassword()
  const { sid } = claimsOf(other.token)
  expectRefused(await end(stranger.token, sid), 404, 'session.not-found')
  expectRefused(await end(person.token, randomUUID()), 404, 'session.not-found')
  expect(await statusWith(other.token)).toBe(200)
  for (const _ of [1, 2]) expect((await end(person.token, sid)).status).toBe(200)
  expect([await statusWith(other.token), (await refresh(other)).status]).toEqual([401, 401])
  expect(await statusWith(person.token)).toBe(200)
})

test('ending the current session logs out', async () => {
  const own = await enter(await withPassword())
  const ended = await end(own.token, claimsOf(own.token).sid)
  expect(String(ended.headers['set-cookie'])).toMatch(/^refresh_token=; .*Path=\/auth/)
  expect(await statusWith(own.token)).toBe(401)
})

test('ends all other sessions of the caller only', async () => {
  const person = await withPassword()
  const [own, other] = [await enter(person), await enter(person, { client: 'mobile' })]
  const stranger = await product.person()
  const answer = await product.call('DELETE', '/users/end-other-sessions', { token: own.token })
  expect(answer).toMatchObject({ status: 200, body: {} })
  const statuses = [own.token, other.token, person.token, stranger.token].map(statusWith)
  expect(await Promise.all(statuses)).toEqual([200, 401, 401, 200])
  expect(await listed(own.token)).toHaveLength(1)
})

type Life = { readonly kind: string; readonly entry: Entry; readonly idle: number; readonly whole: number }

test.each<Life>([
  { kind: 'web', entry: {}, idle: 8 * HOUR, whole: 24 * HOUR },
  { kind: 'mobile', entry: { client: 'mobile' }, idle: 30 * DAY, whole: 90 * DAY },
  { kind: 'web', entry: { isBrowser: false }, idle: HOUR, whole: 12 * HOUR },
  { kind: 'mobile', entry: { client: 'mobile', isBrowser: false }, idle: HOUR, whole: 12 * HOUR },
])('a $kind session from $entry lasts $idle ms unused and $whole ms in total', async (life) => {
  const person = await withPassword()
  const idle = await enter(person, life.entry)
  expect(claimsOf(idle.token)).toMatchObject({ kind: life.kind })
  product.clock.advance(life.idle + 1_000)
  expect((await refresh(idle)).status).toBe(401)

  let used = await enter(person, life.entry)
  const step = life.idle - 1_000
  const steps = Math.floor(life.whole / step)
  for (let i = 0; i < steps; i += 1) {
    product.clock.advance(step)
    const renewed = await refresh(used)
    expect(renewed.status).toBe(200)
    used = { token: renewed.body.access_token, cookie: refreshCookieOf(renewed) }
  }
  product.clock.advance(life.whole - steps * step + 1_000)
  expect((await refresh(used)).status).toBe(401)
})

test('the cookie of a phone outlives its browser, the cookie of a desktop does not', async () => {
  const person = await withPassword()
  expect((await enter(person, { client: 'mobile' })).cookie).toMatch(/Max-Age=2592000/)
  expect((await enter(person)).cookie).not.toMatch(/Max-Age/)
})

test('on https the refresh cookie is bound to the host, and programs of before go on with the old name', async () => {
  const config = { ...product.platform.config, PUBLIC_BASE_URL: 'https://app.example.com' }
  const site = await buildApi({ ...product.platform, config }, { localMailbox: false })
  onTestFinished(() => site.close())
  const headers = { 'sec-fetch-site': 'same-origin' }
  const cookiesOf = (answer: Answered) => {
    const all = [answer.headers['set-cookie']].flat().map(String)
    const named = (name: string) => all.find((one) => one.startsWith(`${name}=`)) ?? ''
    const [old, bound] = [named('refresh_token'), named('__Host-refresh_token')]
    return { old: old.split(';')[0]!, bound: bound.split(';')[0]!, attributes: bound.split('; ').slice(1) }
  }
  const { email } = await withPassword()
  const entered = await send(site, 'POST', '/auth/login', { body: { email, password }, headers })
  const first = cookiesOf(entered)
  expect(first.old).toMatch(/^refresh_token=/)
  expect(first.bound).toMatch(/^__Host-refresh_token=/)
  expect(first.attributes).toEqual(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Strict'])
  let token = String(entered.body.access_token)
  const refreshWith = async (...cookies: readonly string[]) => {
    const answer = await send(site, 'GET', '/auth/refresh', {
      token,
      headers: { ...headers, cookie: cookies.join('; ') },
    })
    if (answer.status === 200) token = String(answer.body.access_token)
    return answer
  }

  expectRefused(await refreshWith('refresh_token=planted'), 401, 'session.ended')
  // A session of before, or one that a program of before has just renewed.
  const second = cookiesOf(await refreshWith(first.old))
  product.clock.advance(60_000)
  const third = await refreshWith(second.old, first.bound)
  expect(third.status).toBe(200)
  // Another host of the same domain may plant the old name, but not shadow the new one.
  expect((await refreshWith('refresh_token=planted', cookiesOf(third).bound)).status).toBe(200)

  const left = await send(site, 'GET', '/auth/logout', { token, headers })
  expect([left.headers['set-cookie']].flat().map(String)).toEqual([
    expect.stringMatching(/^refresh_token=; .*Path=\/auth/),
    expect.stringMatching(/^__Host-refresh_token=; .*Path=\/; .*Secure/),
  ])
})

test('a new admin’s old token is rejected, and a refreshed one has the new role', async () => {
  const person = await withPassword({ role: 'regular user' })
  const { userId } = person
  const session = await enter(person)
  const create = (token: string) =>
    product.call('POST', '/workspaces/create', { token, body: { name: 'Praxis' } })
  expectRefused(await create(session.token), 403, 'access.denied')
  const { commands, positions } = product.platform
  const { position } = await commands.execute({
    decider: userDecider,
    stream: userStream(userId),
    workspaceId: null,
    context: contextOf(),
    command: { type: 'RaiseRole', userId, by: null },
  })
  await untilReached(positions, position!)
  expectRefused(await create(session.token), 401, 'session.ended')
  const { body } = await refresh(session)
  expect((await create(body.access_token)).status).toBe(201)
})
