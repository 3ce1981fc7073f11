import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openProduct, type Product } from '#support/product/product.ts'

let product: Product

beforeAll(async () => {
  product = await openProduct({ RATE_FACTOR: 1 })
})
afterAll(() => product?.close())

const ofNetwork = (ip: string) => ({
  async get(path: string, token?: string) {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const answer = await product.app.inject({ method: 'GET', url: path, headers, remoteAddress: ip })
    return { status: answer.statusCode, code: answer.statusCode === 200 ? null : answer.json().code }
  },
})

const times = async <T>(count: number, work: () => Promise<T>): Promise<T[]> => {
  const done: T[] = []
  for (let i = 0; i < count; i += 1) done.push(await work())
  return done
}

test('the rate counts people behind one address separately', async () => {
  const office = ofNetwork('203.0.113.7')
  const people = await Promise.all(Array.from({ length: 19 }, () => product.person()))
  for (const { token } of people) {
    const answers = await times(24, () => office.get('/users/current', token))
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  }
})

test('limits one person from any address, and no other', async () => {
  const [hasty, calm] = [await product.person(), await product.person()]
  const [home, road] = [ofNetwork('203.0.113.8'), ofNetwork('203.0.113.9')]
  await times(150, () => home.get('/users/current', hasty.token))
  await times(150, () => road.get('/users/current', hasty.token))
  expect(await home.get('/users/current', hasty.token)).toEqual({ status: 429, code: 'rate.exceeded' })
  expect((await home.get('/users/current', calm.token)).status).toBe(200)
  expect((await home.get('/health/live')).status).toBe(200)
})

test('counts all sessions of a person together, the ended ones too', async () => {
  const { userId, token } = await product.person()
  const home = ofNetwork('203.0.113.10')
  const ended = await product.logIn(userId)
  await home.get('/auth/logout', ended)
  await times(150, () => home.get('/users/current', ended))
  await times(149, () => home.get('/users/current', token))
  for (const any of [token, ended, await product.logIn(userId)])
    expect(await home.get('/users/current', any)).toEqual({ status: 429, code: 'rate.exceeded' })
})

test('counts requests without a valid session by network', async () => {
  const { userId } = await product.person()
  const made = () => {
    const claims = { sub: userId, sid: randomUUID(), role: 'admin' }
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.${'A'.repeat(43)}`
  }
  const addresses = ['2001:db8:7:7::1', '2001:db8:7:7:ffff::2', '2001:db8:7:7::3']
  for (const ip of addresses) await times(500, () => ofNetwork(ip).get('/users/current', made()))
  const next = ofNetwork('2001:db8:7:7:1:2:3:4')
  expect((await next.get('/health/live')).status).toBe(429)
  expect((await next.get('/users/current', made())).status).toBe(429)
  const somebody = await product.person()
  expect((await next.get('/users/current', somebody.token)).status).toBe(200)
  expect((await ofNetwork('2001:db8:7:8::1').get('/health/live')).status).toBe(200)
})

test('an office that loads a new version at nine in the morning logs in', async () => {
  const load = () =>
    product.app.inject({ method: 'GET', url: '/assets/index-1a2b3c.js', remoteAddress: '203.0.113.11' })
  const loaded = await times(1_600, load)
  expect(loaded.filter(({ statusCode }) => statusCode === 429)).toEqual([])
  // It has a limit of its own.
  expect(Number(loaded.at(-1)!.headers['x-ratelimit-remaining'])).toBe(30_000 - 1_600)
  expect((await ofNetwork('203.0.113.11').get('/health/live')).status).toBe(200)
})
