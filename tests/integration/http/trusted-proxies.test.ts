import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { userStream } from '#modules/accounts/user.events.ts'
import { inbox, openStage } from '#support/product/mail-stage.ts'
import type { Product } from '#support/product/product.ts'

/** Every request comes from 127.0.0.1 here. */
const stage = openStage()
let direct: Product
let behindProxies: Product
beforeAll(async () => {
  direct = await stage.product()
  behindProxies = await stage.product({ TRUST_PROXY: '127.0.0.1, 10.0.0.0/8, fd00::/8' })
  await stage.worker(behindProxies)
})
afterAll(() => stage.close())

const email = () => `${randomUUID().slice(0, 8)}@example.org`

const ipOfSignUp = async (product: Product, forwardedFor: string): Promise<string | null | undefined> => {
  const body = { email: email(), password: 'correct horse' }
  const headers = { 'x-forwarded-for': forwardedFor }
  expect((await product.call('POST', '/auth/signup', { body, headers })).status).toBe(201)
  const { events } = await product.platform.eventStore.readAll({ after: null })
  const stream = events.findLast(({ type }) => type === 'UserSignedUp')!.stream
  expect(stream).toMatch(userStream(''))
  return (await product.facts(stream))[0]?.metadata.client?.ip
}

const wrongLogIn = async (product: Product, forwardedFor: string): Promise<number> => {
  const body = { email: email(), password: 'wrong' }
  const headers = { 'x-forwarded-for': forwardedFor }
  return (await product.call('POST', '/auth/login', { body, headers })).status
}

const callsLeft = async (product: Product, forwardedFor: string): Promise<number> => {
  const headers = { 'x-forwarded-for': forwardedFor }
  return Number((await product.call('GET', '/health/live', { headers })).headers['x-ratelimit-remaining'])
}

test('without a trusted proxy headers do not change the caller’s address', async () => {
  expect(await ipOfSignUp(direct, '198.51.100.7')).toBe('127.0.0.1')
  const left = await callsLeft(direct, '198.51.100.1')
  expect(await callsLeft(direct, '198.51.100.2')).toBe(left - 1)
  for (let n = 0; n < 20; n += 1) expect(await wrongLogIn(direct, `203.0.113.${n}`)).toBe(401)
  expect(await wrongLogIn(direct, '203.0.113.20')).toBe(429)
})

test('uses the right-most address that is not a trusted proxy', async () => {
  expect(await ipOfSignUp(behindProxies, '198.51.100.7')).toBe('198.51.100.7')
  expect(await ipOfSignUp(behindProxies, '192.0.2.66, 198.51.100.7, 10.1.2.3, fd00::9')).toBe('198.51.100.7')
  expect(await ipOfSignUp(behindProxies, '127.0.0.1, 198.51.100.7')).toBe('198.51.100.7')
  const left = await callsLeft(behindProxies, '198.51.100.1')
  expect(await callsLeft(behindProxies, '198.51.100.2')).toBe(left)
  expect(await callsLeft(behindProxies, '192.0.2.66, 198.51.100.1, 10.1.2.3')).toBe(left - 1)
  for (let n = 0; n < 20; n += 1)
    expect(await wrongLogIn(behindProxies, `192.0.2.${n}, 198.51.100.3`)).toBe(401)
  expect(await wrongLogIn(behindProxies, '198.51.100.3')).toBe(429)
  expect(await wrongLogIn(behindProxies, '198.51.100.4')).toBe(401)
})

test('counts an IPv6 network as one caller', async () => {
  for (let n = 0; n < 20; n += 1) expect(await wrongLogIn(behindProxies, `2001:db8:1:1::${n}`)).toBe(401)
  expect(await wrongLogIn(behindProxies, '2001:db8:1:1:a:b:c:d')).toBe(429)
  expect(await wrongLogIn(behindProxies, '2001:db8:1:2::1')).toBe(401)
})

test('a forwarded host never gets into a mail', async () => {
  const to = email()
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    'x-forwarded-for': '198.51.100.9',
    forwarded: 'host=evil.example',
  }
  const body = { email: to, password: 'correct horse' }
  expect((await behindProxies.call('POST', '/auth/signup', { body, headers })).status).toBe(201)
  const mail = await vi.waitUntil(async () => (await inbox(behindProxies)).find((one) => one.to === to), {
    timeout: 10_000,
  })
  expect(mail.text).toContain('http://localhost/auth/confirmEmail/')
  expect(JSON.stringify(mail)).not.toMatch(/evil|gopher/)
})
