import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setSuperAdmin } from '#modules/accounts/super-admins.ts'
import { createCredentials } from '#modules/accounts/passwords/credential.store.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import { newEmail, ownerOf } from '#support/product/addresses.ts'
import { enrolPasskey } from '#support/product/passkeys.ts'
import type { Person } from '#support/product/product.ts'
import { expectRefused } from '#support/product/requests.ts'
import { openSignIn, type SignIn } from '#support/product/sign-in.ts'
import { untilReached } from '#support/product/until-reached.ts'
import { workspaceOf } from '#support/product/workspaces.ts'

/** Proving again who is calling, before something that cannot be undone or opens a door. */

const MINUTE = 60_000
const PASSWORD = 'correct horse'

let signIn: SignIn
let product: SignIn['product']
beforeAll(async () => {
  signIn = await openSignIn()
  product = signIn.product
})
beforeEach(() => product.platform.db('throttles').delete())
afterAll(() => signIn?.close())

const withPassword = async (): Promise<Person> => {
  const person = await product.person()
  const { config, passwords } = product.platform
  const hash = addressHash(config.ADDRESS_KEY, person.email)
  await createCredentials(product.platform).set(person.userId, hash, await passwords.hash(PASSWORD))
  return person
}
const stepUp = (token: string, body: unknown) => product.call('POST', '/auth/step-up', { token, body })
const challenge = async (): Promise<string> =>
  (await product.call('POST', '/auth/passkey-options')).body.challenge
/** A stand-in for all that needs a fresh login. */
const endOthers = (token: string) => product.call('DELETE', '/users/end-other-sessions', { token })
const grow = () => product.clock.advance(5 * MINUTE + 1)
const sessionOf = (token: string) => product.app.jwt.decode<{ sid: string }>(token)!.sid

describe('a fresh login', () => {
  test('comes back by the password, for five minutes, in the same session', async () => {
    const { token } = await withPassword()
    grow()
    expectRefused(await endOthers(token), 403, 'login.too-old')
    const answer = await stepUp(token, { password: PASSWORD })
    expect(answer).toMatchObject({ status: 200, body: { access_token: expect.any(String) } })
    const { access_token: fresh } = answer.body
    expect(sessionOf(fresh)).toBe(sessionOf(token))
    expect((await endOthers(fresh)).status).toBe(200)
    // The session is fresh, not only the new token.
    expect((await endOthers(token)).status).toBe(200)
    grow()
    expectRefused(await endOthers(fresh), 403, 'login.too-old')
  })

  test('does not come back by refreshing', async () => {
    const { token } = await withPassword()
    grow()
    const { body } = await product.call('GET', '/auth/refresh', { token })
    expectRefused(await endOthers(body.access_token), 403, 'login.too-old')
  })

  test('comes back by a passkey of the account, once for each signature, and by no other', async () => {
    const person = await withPassword()
    const { authenticator } = await enrolPasskey(product, person)
    const other = await withPassword()
    const otherKey = (await enrolPasskey(product, other)).authenticator
    grow()
    const foreign = otherKey.get(await challenge(), { userId: other.userId })
    expectRefused(await stepUp(person.token, { assertion: foreign }), 401, 'login.failed')
    const assertion = authenticator.get(await challenge(), { userId: person.userId })
    expect((await stepUp(person.token, { assertion })).status).toBe(200)
    expectRefused(await stepUp(person.token, { assertion }), 401, 'login.failed')
    expect((await endOthers(person.token)).status).toBe(200)
  })

  test('comes back by a linked provider, and by no other account there', async () => {
    const account = { sub: randomUUID(), email: `${randomUUID()}@gmail.com`, email_verified: true }
    const token = () => signIn.providers.google(account)
    const own: string = (await signIn.byGoogle(account)).body.access_token
    const stranger = await withPassword()
    grow()
    const foreign = await stepUp(stranger.token, { providerToken: await token() })
    expectRefused(foreign, 401, 'google.refused')
    expect((await stepUp(own, { providerToken: await token() })).status).toBe(200)
    expect((await endOthers(own)).status).toBe(200)
  })

  test('needs the passkey of a super admin who has one', async () => {
    const email = newEmail()
    await setSuperAdmin(product.platform, { email, password: 'a long enough password' })
    await untilReached(product.platform.positions, (await product.head())!)
    const userId = await ownerOf(product, email)
    const token = await product.logIn(userId, 'super admin')
    const { authenticator } = await enrolPasskey(product, { token })
    grow()
    expectRefused(await stepUp(token, { password: 'a long enough password' }), 401, 'passkey.needed')
    const assertion = authenticator.get(await challenge(), { userId })
    expect((await stepUp(token, { assertion })).status).toBe(200)
  })
})

test('wrong passwords at a step-up count as those of a login do', async () => {
  const { email, token } = await withPassword()
  for (let i = 0; i < 5; i += 1)
    expectRefused(await stepUp(token, { password: 'wrong horse' }), 401, 'login.failed')
  expectRefused(await stepUp(token, { password: PASSWORD }), 429, 'rate.exceeded')
  const login = await product.call('POST', '/auth/login', { body: { email, password: PASSWORD } })
  expectRefused(login, 429, 'rate.exceeded')
})

test.each([{}, { password: PASSWORD, providerToken: 'ya29.a' }, { password: 7 }])(
  'a step-up has exactly one proof: not %j',
  async (body) => {
    const { token } = await withPassword()
    expectRefused(await stepUp(token, body), 400, 'input.invalid')
  },
)

describe('a clerk', () => {
  const row = (more = {}) => ({
    email: newEmail(),
    role: 'regular user',
    approver: false,
    requester: true,
    ...more,
  })
  test.each([
    ['invites a requester without being asked', row(), 201],
    ['is asked before inviting an approver', row({ approver: true }), 403],
    ['is asked before inviting an admin', row({ role: 'admin' }), 403],
  ])('%s', async (_what, body, status) => {
    const { id, admin } = await workspaceOf(product)
    grow()
    const path = `/workspaces/invite-participant/${id}`
    expect((await product.call('POST', path, { token: admin.token, body })).status).toBe(status)
  })

  test('is asked once for a whole list with an approver', async () => {
    const { id, admin } = await workspaceOf(product)
    const invite = (participants: readonly object[]) =>
      product.call('POST', `/workspaces/invite-participants/${id}`, {
        token: admin.token,
        body: { participants },
      })
    grow()
    expect((await invite([row(), row()])).status).toBe(200)
    expectRefused(await invite([row(), row({ approver: true })]), 403, 'login.too-old')
  })

  test('ends the own session without being asked, and another one only with a fresh login', async () => {
    const { token, userId } = await withPassword()
    const other = sessionOf(await product.logIn(userId))
    grow()
    const end = (id: string) => product.call('DELETE', `/users/end-session/${id}`, { token })
    expectRefused(await end(other), 403, 'login.too-old')
    expect((await end(sessionOf(token))).status).toBe(200)
  })
})
