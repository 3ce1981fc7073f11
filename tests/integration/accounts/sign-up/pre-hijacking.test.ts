import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TSchema } from 'typebox'
import { createCredentials } from '#modules/accounts/passwords/credential.store.ts'
import { confirmationTokens, identityTokens, resetTokens } from '#modules/accounts/mail-token.store.ts'
import { userEvents } from '#modules/accounts/user.events.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import { endpoints } from '#support/endpoints/endpoints.ts'
import { openSignIn, type SignIn } from '#support/product/sign-in.ts'
import { untilReached } from '#support/product/until-reached.ts'

/**
 * Accounts that an attacker prepares before the owner of an address signs up, by the names of Sudhodanan and Paverd,
 * "Pre-hijacked accounts" (arXiv 2205.10174). The attacker must have no access once the owner has.
 */

let signIn: SignIn
beforeAll(async () => {
  signIn = await openSignIn()
})
afterAll(() => signIn?.close())

const TENANT = randomUUID()
const attackers = 'chosen by the attacker'
const owners = 'chosen by the owner'

const post = (path: string, body: object, headers = {}) =>
  signIn.product.call('POST', path, { body, headers })
const logIn = async (email: string, password: string) =>
  (await post('/auth/login', { email, password })).status
const statusWith = async (token: string) =>
  (await signIn.product.call('GET', '/users/current', { token })).status
const byGoogle = async (email: string) =>
  (await signIn.byGoogle({ email, email_verified: true, sub: email })).status
/** In the attacker's own Microsoft account, which can state any address. */
const attackerSignsIn = (oid: string, email: string) => signIn.byMicrosoft(TENANT, { email, oid, sub: oid })

/** The attacker signs up with the victim's address and never confirms it. */
const prepared = async (domain = 'firm.example') => {
  const email = `${randomUUID()}@${domain}`
  await post('/auth/signup', { email, password: attackers })
  // No answer of a sign-up waits for the read models, and a session needs its user there.
  await untilReached(signIn.product.platform.positions, (await signIn.product.head())!)
  return { email, userId: await signIn.ownerOf(email) }
}
type Account = Awaited<ReturnType<typeof prepared>>

/** The owner finds the account and sets its password with a mail that only they can read. */
const recover = async ({ email, userId }: Account) => {
  await post('/auth/reset-password', { email })
  const tokens = resetTokens(signIn.product.platform, 'web')
  const link = tokens.token(userId, (await tokens.current(userId))!.generation)
  const body = { verificationUuid: link, password: owners, confirm: owners }
  expect((await post('/auth/change-password', body)).status).toBe(200)
}

test('classic-federated merge: the attacker’s password is removed when the owner signs in with Google', async () => {
  const { email, userId } = await prepared('gmail.com')
  const { config, passwords } = signIn.product.platform
  // Even if it had become the password of the account.
  const hash = addressHash(config.ADDRESS_KEY, email)
  await createCredentials(signIn.product.platform).set(userId, hash, await passwords.hash(attackers))
  expect(await logIn(email, attackers)).toBe(401)
  expect(await byGoogle(email)).toBe(200)
  expect(await logIn(email, attackers)).toBe(401)
  const confirmation = confirmationTokens(signIn.product.platform).token(userId, 1)
  expect((await post(`/auth/verifyEmail/${confirmation}`, {})).status).toBe(404)
  expect(await logIn(email, attackers)).toBe(401)
})

test('unexpired session: a session from before ends when the owner sets a password or signs in with Google', async () => {
  const ways = [recover, ({ email }: Account) => byGoogle(email)]
  for (const comeIn of ways) {
    const account = await prepared('gmail.com')
    // An unconfirmed address cannot open a session; this simulates one.
    const token = await signIn.product.logIn(account.userId)
    expect(await statusWith(token)).toBe(200)
    await comeIn(account)
    expect(await statusWith(token)).toBe(401)
    expect((await signIn.product.call('GET', '/auth/refresh', { token })).status).toBe(401)
  }
})

test('trojan identifier: a pending identity of the attacker cannot be linked after the owner has signed up', async () => {
  const account = await prepared()
  const oid = randomUUID()
  const response = await attackerSignsIn(oid, account.email)
  expect(response.status).toBe(401)
  await recover(account)
  // Even if the attacker had the link from the mail, in the right browser.
  const cookie = String(response.headers['set-cookie']).split(';')[0]!
  const link = identityTokens(signIn.product.platform).token(account.userId, 1)
  expect((await post(`/auth/verifyEmail/${link}`, {}, { cookie })).status).toBe(404)
  expect((await attackerSignsIn(oid, account.email)).status).toBe(401)
  expect(await signIn.factsAbout(account.email)).not.toContain('IdentityLinked')
  expect(await logIn(account.email, owners)).toBe(200)
})

test('unexpired email change: there is none, and links from before the owner’s password are invalid', async () => {
  const fieldsOf = (schema: TSchema | undefined) =>
    Object.keys((schema as { properties?: object })?.properties ?? {})
  const ofAccounts = endpoints.filter(({ path }) => /^[/](auth|users)[/]/.test(path))
  const takesAddress = ofAccounts.filter(({ body, params, query }) =>
    [body, params, query].flatMap(fieldsOf).some((field) => /mail$|address/i.test(field)),
  )
  // They tell a caller without a session which account is meant.
  expect(Object.fromEntries(takesAddress.map(({ operation, access }) => [operation, access]))).toEqual({
    'auth.initiate-verification': 'public',
    'auth.login': 'public',
    'auth.login-super': 'public',
    'auth.reset-password': 'public',
    'auth.signup': 'public',
  })
  const naming = Object.entries(userEvents).filter(([, { schema }]) =>
    fieldsOf(schema).includes('addressHash'),
  )
  expect(naming.map(([type]) => type)).toEqual(['UserSignedUp', 'PersonErased'])

  const account = await prepared()
  const { platform } = signIn.product
  await post('/auth/reset-password', { email: account.email, client: 'mobile' })
  const before = resetTokens(platform, 'mobile').token(account.userId, 1)
  await recover(account)
  const body = { verificationUuid: before, password: attackers, confirm: attackers }
  expect((await post('/auth/mobile-change-password', body)).status).toBe(404)
  const confirmation = confirmationTokens(platform).token(account.userId, 1)
  expect((await post(`/auth/verifyEmail/${confirmation}`, { password: attackers })).status).toBe(404)
  expect([await logIn(account.email, attackers), await logIn(account.email, owners)]).toEqual([401, 200])
})

test('non-verifying identity provider: an unproved address opens no account, before and after the owner signs up', async () => {
  const email = `${randomUUID()}@firm.example`
  const oid = randomUUID()
  expect((await attackerSignsIn(oid, email)).body.code).toBe('identity.unconfirmed')
  await post('/auth/signup', { email, password: owners })
  const userId = await signIn.ownerOf(email)
  const { platform } = signIn.product
  const generation = (await confirmationTokens(platform).current(userId))!.generation
  const confirmation = confirmationTokens(platform).token(userId, generation)
  expect((await post(`/auth/verifyEmail/${confirmation}`, {})).status).toBe(200)
  expect(await logIn(email, owners)).toBe(200)
  expect((await attackerSignsIn(oid, email)).body.code).toBe('identity.unconfirmed')
  expect(await signIn.factsAbout(email)).not.toContain('IdentityLinked')
})
