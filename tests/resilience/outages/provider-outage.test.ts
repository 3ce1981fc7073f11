import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { confirmationTokens } from '#modules/accounts/mail-token.store.ts'
import type { Fault } from '#support/servers/oidc.ts'
import { openSignIn, type SignIn } from '#support/product/sign-in.ts'

/** While Google or Microsoft is away, or talks nonsense: nobody comes in by it, and everybody else does. */

let signIn: SignIn

beforeAll(async () => {
  signIn = await openSignIn()
})
afterAll(() => signIn?.close())

const faults: Readonly<Record<string, Fault>> = {
  'ends the connection': (request) => request.socket.destroy(),
  'says nothing': () => {},
  'stops in the middle': (_, response) => void response.write('{"keys": ['),
  'is broken': (_, response) => response.writeHead(500).end('{}'),
  'is overloaded': (_, response) => response.writeHead(503).end('<html>later</html>'),
  'wants less': (_, response) => response.writeHead(429).end('{"error":"quota"}'),
  'is another page': (_, response) => response.end('<html>Welcome to our Wi-Fi</html>'),
  'sends to another address': (request, response) =>
    response.writeHead(307, { location: `/elsewhere${request.url}` }).end('{}'),
  'answers at great length': (_, response, answer) => {
    response.write(' '.repeat(300 * 1_024))
    return answer()
  },
}

const accounts = {
  google: () => signIn.providers.google({ email: `${randomUUID()}@gmail.com`, email_verified: true }),
  microsoft: () =>
    signIn.providers.microsoft(randomUUID(), { email: `${randomUUID()}@firm.example`, xms_edov: true }),
}
const texts = { google: 'Verify user by Google error', microsoft: 'Verify user by MS365 error' }
const both = ['google', 'microsoft'] as const

const password = 'correct horse'
const logIn = async (email: string) =>
  (await signIn.product.call('POST', '/auth/login', { body: { email, password } })).status

/** With an account and a password. */
const somebody = async () => {
  const email = `${randomUUID()}@example.com`
  await signIn.product.call('POST', '/auth/signup', { body: { email, password } })
  const userId = await signIn.ownerOf(email)
  const token = confirmationTokens(signIn.product.platform).token(userId, 1)
  expect((await signIn.product.call('POST', `/auth/verifyEmail/${token}`)).status).toBe(200)
  return email
}

const expectAway = async (provider: (typeof both)[number]) => {
  const token = await accounts[provider]()
  const before = await signIn.product.head()
  const answer = await signIn.verify(provider, token)
  expect(answer).toMatchObject({
    status: 503,
    body: { code: `${provider}.unavailable`, message: texts[provider] },
  })
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect(await signIn.product.head()).toBe(before)
  return token
}

// Microsoft's keys are kept for minutes once they are known, so they must not be before the faults are over.
describe.each(Object.keys(faults))('a provider that %s', (name) => {
  test('costs a 503 with the text of the specification, while a login by password works', async () => {
    const email = await somebody()
    signIn.providers.fail(faults[name]!)
    const tokens = both.map(expectAway)
    expect(await logIn(email)).toBe(200)
    for (const token of await Promise.all(tokens)) expect(token).toBeTruthy()
  }, 20_000)
})

test('once the provider is back, the token that found it away is still good', async () => {
  signIn.providers.fail(faults['is broken']!)
  const tokens = [await expectAway('google'), await expectAway('microsoft')] as const
  signIn.providers.fail(null)
  expect((await signIn.verify('google', tokens[0])).status).toBe(200)
  expect((await signIn.verify('microsoft', tokens[1])).status).toBe(200)
})

test('known keys serve while Microsoft is away, and an outage is no reason to block an address of the network', async () => {
  signIn.providers.fail(null)
  expect((await signIn.verify('microsoft', await accounts.microsoft())).status).toBe(200)
  signIn.providers.fail(faults['is broken']!)
  expect((await signIn.verify('microsoft', await accounts.microsoft())).status).toBe(200)
  for (let i = 0; i < 25; i += 1) await expectAway('google')
})

test('a provider that nobody can reach at all', async () => {
  await signIn.providers.close()
  const { body, status } = await signIn.verify('google', 'any')
  expect([status, body.code]).toEqual([503, 'google.unavailable'])
  expect(await logIn(await somebody())).toBe(200)
})
