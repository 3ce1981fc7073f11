import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Rejected } from '#contract/errors.ts'
import { createCredentials } from '#modules/accounts/passwords/credential.store.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import { LOGINS_BY_ADDRESS, LOGINS_BY_CALLER } from '#modules/accounts/accounts.rates.ts'
import { forgetCounters } from '#platform/limits/throttle.ts'
import { eventually } from '#support/eventually.ts'
import { rounds } from '#support/rounds.ts'
import { openProduct, type Product } from '#support/product/product.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterEach(async () => {
  await product.platform.db('throttles').delete()
})
afterAll(() => product?.close())

const PASSWORD = 'correct horse'
const logIn = (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  product.call('POST', '/auth/login', { body: { email, password }, headers })

/** The address of an account that can log in. */
const account = async (): Promise<string> => {
  const { userId, email } = await product.person()
  const { passwords, config } = product.platform
  await createCredentials(product.platform).set(
    userId,
    addressHash(config.ADDRESS_KEY, email),
    await passwords.hash(PASSWORD),
  )
  return email
}

test('five wrong passwords delay the sixth, even for unknown addresses', async () => {
  for (const email of [await account(), `${randomUUID()}@example.org`]) {
    for (let i = 0; i < 5; i += 1) expect((await logIn(email, 'wrong')).status).toBe(401)
    const blocked = await logIn(email)
    expect(blocked).toMatchObject({ status: 429, body: { code: 'rate.exceeded' } })
    // Five failures block for two seconds.
    expect(['1', '2']).toContain(String(blocked.headers['retry-after']))
  }
})

test('concurrent wrong passwords get no more tries than sequential ones', async () => {
  const email = await account()
  const answers = await Promise.all(Array.from({ length: 20 }, () => logIn(email, 'wrong')))
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  product.clock.advance(2_000)
  expect((await logIn(email)).status).toBe(200)
})

test('a login does not count for other users of the IP address, and resets its own failures', async () => {
  const email = await account()
  for (let i = 0; i < 25; i += 1) expect((await logIn(email)).status).toBe(200)
  for (let round = 0; round < 2; round += 1) {
    for (let i = 0; i < 4; i += 1) expect((await logIn(email, 'wrong')).status).toBe(401)
    expect((await logIn(email)).status).toBe(200)
  }
})

test('a caller who is blocked at an account is not counted for the IP address', async () => {
  const email = await account()
  for (let i = 0; i < 5; i += 1) await logIn(email, 'wrong')
  for (let i = 0; i < 20; i += 1) expect((await logIn(email)).status).toBe(429)
  expect((await logIn(await account())).status).toBe(200)
})

/** Logs in as a browser. Returns the cookies that it sends afterwards. */
const browserOf = async (email: string, before: Record<string, string> = {}) => {
  const { status, headers } = await logIn(email, PASSWORD, { 'sec-fetch-site': 'same-origin', ...before })
  expect(status).toBe(200)
  const cookie = [headers['set-cookie']].flat().map((set) => String(set).split(';')[0])
  return { 'sec-fetch-site': 'same-origin', cookie: cookie.join('; ') }
}

test('guesses from elsewhere or from the same network do not block a known browser', async () => {
  const email = await account()
  const browser = await browserOf(email)
  for (let i = 0; i < 5; i += 1) await logIn(email, 'wrong')
  for (let i = 0; i < 20; i += 1) await logIn(`${randomUUID()}@example.org`, 'wrong')
  expect((await logIn(email)).status).toBe(429)
  await browserOf(email, browser)
  // A login of the owner does not help the attacker either.
  expect((await logIn(email)).status).toBe(429)
})

test('guesses in a known browser count as well', async () => {
  const email = await account()
  const browser = await browserOf(email)
  for (let i = 0; i < 5; i += 1) expect((await logIn(email, 'wrong', browser)).status).toBe(401)
  expect((await logIn(email, PASSWORD, browser)).status).toBe(429)
  expect((await logIn(email)).status).toBe(200)
})

test('a browser is known only for the address of its last login, and cannot forge the cookie', async () => {
  const [email, other] = [await account(), await account()]
  const { cookie } = await browserOf(other)
  const [id, proof] = /known_browser=([^.]+)[.]([^;]+)/.exec(cookie)!.slice(1)
  for (let i = 0; i < 5; i += 1) await logIn(email, 'wrong')
  for (const made of [`${id}.${proof}`, `x.${proof}`, `${id}.`, id, '', '.'])
    expect((await logIn(email, PASSWORD, { cookie: `known_browser=${made}` })).status).toBe(429)
})

test('100 wrong passwords in a row disable the password until it is reset, but not in a known browser', async () => {
  const email = await account()
  const other = await account()
  const { passwords, config } = product.platform
  const guess = async (given: string, at = email) => {
    product.clock.advance(900_000)
    return logIn(at, given)
  }
  for (let i = 0; i < 99; i += 1) expect((await guess('wrong')).status).toBe(401)
  expect((await guess(PASSWORD)).status).toBe(200)
  const browser = await browserOf(email)
  const guessAll = async () => {
    for (let i = 0; i < 100; i += 1) {
      product.clock.advance(i % 2 ? 900_000 : 86_400_000)
      expect((await logIn(email, 'wrong', i % 2 ? browser : {})).status).toBe(401)
    }
  }
  await guessAll()
  const off = await guess(PASSWORD)
  const wrong = await guess('wrong')
  expect(off).toMatchObject({ status: 401, body: { ...wrong.body, requestId: off.body.requestId } })
  expect((await guess(PASSWORD)).status).toBe(401)
  expect((await guess(PASSWORD, other)).status).toBe(200)
  product.clock.advance(900_000)
  expect((await logIn(email, PASSWORD, browser)).status).toBe(200)
  await guessAll()
  expect((await guess(PASSWORD)).status).toBe(401)
  const hash = addressHash(config.ADDRESS_KEY, email)
  const credentials = createCredentials(product.platform)
  await credentials.set((await credentials.find(hash))!.userId, hash, await passwords.hash('a new one'))
  expect((await guess('a new one')).status).toBe(200)
}, 60_000)

test('an overloaded service does not count the try as a guess', async () => {
  const email = await account()
  const { passwords, db } = product.platform
  const busy = vi.spyOn(passwords, 'verify').mockRejectedValue(new Rejected('service.busy'))
  for (let i = 0; i < 30; i += 1) {
    const answer = await logIn(email)
    expect(answer).toMatchObject({ status: 503, body: { code: 'service.busy' } })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  busy.mockRestore()
  expect((await logIn(email)).status).toBe(200)
  const counted = db('credentials').where({
    address_hash: addressHash(product.platform.config.ADDRESS_KEY, email),
  })
  expect(await counted.first('wrong_guesses')).toEqual({ wrong_guesses: 0 })
})

test('a rate-limited call costs no password hash', async () => {
  const { passwords } = product.platform
  const spies = [vi.spyOn(passwords, 'verify'), vi.spyOn(passwords, 'hash')]
  for (let i = 0; i < 20; i += 1) await logIn(`${randomUUID()}@example.org`, 'wrong')
  for (const spy of spies) spy.mockClear()
  expect((await logIn(`${randomUUID()}@example.org`, 'wrong')).status).toBe(429)
  for (const spy of spies) expect(spy).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

const wrong = async () => undefined

test('a free failure does not block anyone, even calls that are still running', async () => {
  const { throttle } = product.platform
  const came = product.clock.now()
  const office = [[LOGINS_BY_CALLER, 'office']] as const
  await throttle.guess(office, new Date(came.getTime() + 50), wrong)
  expect(await throttle.guess(office, came, async () => 'right')).toBe('right')
})

/** Of 25 people; each login costs a password hash. */
const LOGIN_ROUNDS = rounds({ short: 4, long: 20 })

test(
  'all people of an office log in at once: guesses count only if they were wrong',
  { timeout: 30_000 + LOGIN_ROUNDS * 6_000 },
  async () => {
    const people = await Promise.all(Array.from({ length: 25 }, account))
    for (let n = 0; n < LOGIN_ROUNDS; n += 1) {
      const answers = await Promise.all(people.map((email) => logIn(email)))
      expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    }
  },
)

test('a right login does not write the counter that its network shares', async () => {
  const email = await account()
  await logIn(`${randomUUID()}@example.org`, 'wrong')
  const shared = () =>
    product.platform
      .db('throttles')
      .where('key', 'like', 'login-ip %')
      .select('count', product.platform.db.raw('xmin::text'))
  const before = await shared()
  expect(before).toMatchObject([{ count: 1 }])
  expect((await logIn(email)).status).toBe(200)
  expect(await shared()).toEqual(before)
  expect(await product.platform.db('guesses_in_flight')).toEqual([])
})

test('guesses that are being checked take the tries that are left, and the others wait', async () => {
  const { throttle } = product.platform
  const now = product.clock.now()
  const gate = Promise.withResolvers<undefined>()
  let running = 0
  const hold = async () => {
    running += 1
    return gate.promise
  }
  const answers = Promise.allSettled(
    Array.from({ length: 9 }, () => throttle.guess([[LOGINS_BY_ADDRESS, 'ada']], now, hold)),
  )
  await eventually(async () => expect(await product.platform.db('guesses_in_flight')).toHaveLength(5))
  expect(running).toBe(5)
  gate.resolve(undefined)
  const refused = (await answers).filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(4)
  expect(running).toBe(5)
})

test('the guesses of a process that died give their places back', async () => {
  const { throttle, db, clock } = product.platform
  const guess = () => throttle.guess([[LOGINS_BY_ADDRESS, 'ada']], clock.now(), async () => 'right')
  const gate = Promise.withResolvers<undefined>()
  const held = Array.from({ length: 5 }, () =>
    throttle.guess([[LOGINS_BY_ADDRESS, 'ada']], clock.now(), () => gate.promise),
  )
  await eventually(async () => expect(await db('guesses_in_flight')).toHaveLength(5))
  await db('guesses_in_flight').update({ until: db.raw(`clock_timestamp() - interval '1 second'`) })
  expect(await guess()).toBe('right')
  await forgetCounters({ db, clock })
  expect(await db('guesses_in_flight')).toEqual([])
  gate.resolve(undefined)
  await Promise.all(held)
})

test('a counter expires after a day, but not while it blocks', async () => {
  const { throttle, db, clock } = product.platform
  const began = clock.now().getTime()
  const at = (ms: number) => new Date(began + ms)
  const left = async (ms: number) => {
    await forgetCounters({ db, clock: { now: () => at(ms) } })
    return (await db('throttles')).length
  }
  const day = 24 * 3_600_000
  for (const ms of [0, 1, 2, 3, day - 1_000])
    await throttle.guess([[LOGINS_BY_ADDRESS, 'ada']], at(ms), wrong)
  expect(await left(day - 1)).toBe(1)
  expect(await left(day + 500)).toBe(1)
  expect(await left(day + 1_500)).toBe(0)
})

test('a check that fails because a service is unavailable uses no try, and a wrong token does', async () => {
  const { throttle } = product.platform
  const now = new Date()
  const use = [{ door: 'test', limit: 2, windowMs: 60_000, isGuess: true }, 'caller'] as const
  const judge = (error: Error) => throttle.judge(use, now, () => Promise.reject(error))
  for (let i = 0; i < 5; i += 1)
    await expect(judge(new Rejected('store.unavailable'))).rejects.toMatchObject({
      code: 'store.unavailable',
    })
  for (let i = 0; i < 5; i += 1) await expect(judge(new Error('broken'))).rejects.toThrow('broken')
  for (let i = 0; i < 2; i += 1)
    await expect(judge(new Rejected('login.failed'))).rejects.toMatchObject({ code: 'login.failed' })
  await expect(judge(new Rejected('login.failed'))).rejects.toMatchObject({ code: 'rate.exceeded' })
})
