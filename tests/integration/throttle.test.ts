import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addressHash } from '#platform/addresses.ts'
import { openProduct, type Product } from '../support/product.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterEach(async () => {
  await product.platform.db('throttles').delete()
})
afterAll(() => product?.close())

const PASSWORD = 'correct horse'
const logIn = (email: string, password = PASSWORD) =>
  product.call('POST', '/auth/login', { body: { email, password } })

/** The address of somebody who can log in. */
const account = async (): Promise<string> => {
  const { userId, email } = await product.person()
  const { db, passwords, config } = product.platform
  await db('credentials').insert({
    user_id: userId,
    address_hash: addressHash(config.PEPPER, email),
    password_hash: await passwords.hash(PASSWORD),
  })
  return email
}

test('five wrong passwords slow down the sixth, also for addresses that do not exist', async () => {
  for (const email of [await account(), `${randomUUID()}@example.org`]) {
    for (let i = 0; i < 5; i += 1) expect((await logIn(email, 'wrong')).status).toBe(401)
    const blocked = await logIn(email)
    expect(blocked).toMatchObject({ status: 429, body: { code: 'rate.exceeded' } })
    // Five failures block for two seconds.
    expect(['1', '2']).toContain(String(blocked.headers['retry-after']))
  }
})

test('of wrong passwords that come at once no more are compared than of those that come one by one', async () => {
  const email = await account()
  const answers = await Promise.all(Array.from({ length: 20 }, () => logIn(email, 'wrong')))
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  product.clock.advance(2_000)
  expect((await logIn(email)).status).toBe(200)
})

test('logging in is no guess of those who share an address, and forgets the own wrong ones', async () => {
  const email = await account()
  for (let i = 0; i < 25; i += 1) expect((await logIn(email)).status).toBe(200)
  for (let round = 0; round < 2; round += 1) {
    for (let i = 0; i < 4; i += 1) expect((await logIn(email, 'wrong')).status).toBe(401)
    expect((await logIn(email)).status).toBe(200)
  }
})

test('who is refused at an account that others block is not counted for it', async () => {
  const email = await account()
  for (let i = 0; i < 5; i += 1) await logIn(email, 'wrong')
  for (let i = 0; i < 20; i += 1) expect((await logIn(email)).status).toBe(429)
  expect((await logIn(await account())).status).toBe(200)
})

test('a free failure blocks nobody, not even who came a moment earlier and is still being served', async () => {
  const { throttle } = product.platform
  const came = product.clock.now()
  const office = [['login-ip', 'office']] as const
  await throttle.attempt(office, new Date(came.getTime() + 50))
  await expect(throttle.attempt(office, came)).resolves.toBeUndefined()
})
