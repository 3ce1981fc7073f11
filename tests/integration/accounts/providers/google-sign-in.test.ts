import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { OTHER_CLIENT } from '#support/servers/oidc.ts'
import { openProduct } from '#support/product/product.ts'
import { expectRefusedWithoutEvents } from '#support/product/refusal.ts'
import { openSignIn, type SignIn } from '#support/product/sign-in.ts'

let signIn: SignIn

beforeAll(async () => {
  signIn = await openSignIn()
})
afterEach(async () => {
  signIn.providers.twistTokenInfo({})
  await signIn.product.platform.db('throttles').delete()
})
afterAll(() => signIn?.close())

const newAccount = () => ({ sub: randomUUID(), email: `${randomUUID()}@gmail.com`, email_verified: true })
const refused = [401, 'google.refused'] as const

test('the first sign-in creates a verified account and logs in', async () => {
  const account = newAccount()
  const { status, body, headers } = await signIn.byGoogle(account)
  expect(status).toBe(200)
  expect(headers).not.toHaveProperty('x-event-position')
  const user = await signIn.product.call('GET', '/users/current', { token: body.access_token })
  expect(user.body).toMatchObject({
    email: account.email,
    role: 'admin',
    verified: true,
    signInMethods: ['google'],
  })
  expect(await signIn.factsAbout(account.email)).toEqual(['UserSignedUp', 'EmailVerified', 'IdentityLinked'])
})

test('the same Google account opens the same account after its address changed', async () => {
  const account = newAccount()
  await signIn.byGoogle(account)
  const { body } = await signIn.byGoogle({ ...account, email: 'quite.another@gmail.com' })
  const user = await signIn.product.call('GET', '/users/current', { token: body.access_token })
  expect(user.body.email).toBe(account.email)
  expect(await signIn.factsAbout(account.email)).toHaveLength(3)
})

test('concurrent first sign-ins create one account', async () => {
  const account = newAccount()
  const answers = await Promise.all([1, 2, 3, 4].map(() => signIn.byGoogle(account)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await signIn.factsAbout(account.email)).toEqual(['UserSignedUp', 'EmailVerified', 'IdentityLinked'])
})

test('accepts an address of a hosted domain like one of Gmail', async () => {
  const account = { ...newAccount(), email: `${randomUUID()}@firm.example`, hd: 'firm.example' }
  expect((await signIn.byGoogle(account)).status).toBe(200)
})

test('a browser gets the same refresh cookie as for a password login', async () => {
  const token = await signIn.providers.google(newAccount())
  const { body, headers } = await signIn.verify('google', token, { 'sec-fetch-site': 'same-origin' })
  const cookie = String(headers['set-cookie'])
  expect(cookie).toMatch(/^refresh_token=v1[.].+; Path=\/auth; HttpOnly; SameSite=Strict$/)
  const refresh = { 'sec-fetch-site': 'same-origin', cookie: cookie.split(';')[0]! }
  const call = { token: body.access_token, headers: refresh }
  expect((await signIn.product.call('GET', '/auth/refresh', call)).status).toBe(200)
})

test('an account without a password rejects a password login like a wrong password', async () => {
  const account = newAccount()
  await signIn.byGoogle(account)
  const logIn = (email: string) =>
    signIn.product.call('POST', '/auth/login', { body: { email, password: 'guessed' } })
  const [known, unknown] = [await logIn(account.email), await logIn('nobody@example.com')]
  expect(known).toMatchObject({ status: 401, body: { code: 'login.failed' } })
  expect({ ...known.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
})

describe('rejects a token', () => {
  test('that was issued for another site', async () => {
    const token = await signIn.providers.google(newAccount(), { client: OTHER_CLIENT })
    await expectRefusedWithoutEvents(signIn.product, () => signIn.verify('google', token), refused)
  })

  test('without the scope for the address', async () => {
    const token = await signIn.providers.google(newAccount(), { scope: 'openid' })
    await expectRefusedWithoutEvents(signIn.product, () => signIn.verify('google', token), refused)
  })

  test('that Google does not know', async () => {
    await expectRefusedWithoutEvents(signIn.product, () => signIn.verify('google', 'made-up'), refused)
  })

  test.each([
    { aud: OTHER_CLIENT },
    { aud: undefined },
    { azp: OTHER_CLIENT },
    { azp: undefined },
    { exp: '1700000000' },
    { exp: undefined },
    { exp: 'never' },
    { scope: 'email profile' },
    { scope: 'openid' },
    { scope: undefined },
    { sub: '' },
    { sub: undefined },
    { email: undefined },
    { email: 'no address' },
    { email: 'ada@gmail.com\n' },
  ])('of which Google says %o', async (twist) => {
    const token = await signIn.providers.google(newAccount())
    signIn.providers.twistTokenInfo(twist)
    await expectRefusedWithoutEvents(signIn.product, () => signIn.verify('google', token), refused)
  })

  test('that was used before', async () => {
    const token = await signIn.providers.google(newAccount())
    expect((await signIn.verify('google', token)).status).toBe(200)
    await expectRefusedWithoutEvents(signIn.product, () => signIn.verify('google', token), refused)
  })

  test('that is used twice at once, except for one of the calls', async () => {
    const token = await signIn.providers.google(newAccount())
    const answers = await Promise.all([1, 2, 3, 4].map(() => signIn.verify('google', token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'google.refused')).toHaveLength(3)
  })
})

test('is not available without a client id', async () => {
  const product = await openProduct()
  try {
    for (const provider of ['google', 'microsoft']) {
      const body = { access_token: 'anything' }
      await expectRefusedWithoutEvents(
        product,
        () => product.call('POST', `/auth/${provider}/verify`, { body }),
        [404, 'provider.off'],
      )
    }
  } finally {
    await product.close()
  }
})

test('too many rejected tokens delay a network, even with a valid token', async () => {
  for (let i = 0; i < 20; i += 1) expect((await signIn.verify('google', 'made-up')).status).toBe(401)
  const blocked = await signIn.byGoogle(newAccount())
  expect(blocked).toMatchObject({ status: 429, body: { code: 'rate.exceeded' } })
  expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0)
  expect((await signIn.verify('microsoft', 'made-up')).status).toBe(429)
})
