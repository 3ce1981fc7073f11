import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addressDecider } from '#modules/accounts/address.decider.ts'
import { addressStream } from '#modules/accounts/address.events.ts'
import { createCredentials } from '#modules/accounts/passwords/credential.store.ts'
import { confirmationTokens, identityTokens } from '#modules/accounts/mail-token.store.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import { contextOf } from '#support/event-store/counter.ts'
import { leaksIn, watchTables } from '#support/read-models/leaks.ts'
import { inbox, openStage, settled } from '#support/product/mail-stage.ts'
import type { Answered } from '#support/product/product.ts'
import { expectRefusedWithoutEvents } from '#support/product/refusal.ts'
import { openSignIn, type SignIn } from '#support/product/sign-in.ts'
import { rebuild } from '#support/read-models/builds.ts'

/** Which account a sign-in at a provider opens, and when a mail must confirm it. */

let signIn: SignIn
const stage = openStage()

beforeEach(async () => {
  signIn = await openSignIn()
})
afterEach(async () => {
  await stage.close()
  await signIn.close()
})

const TENANT = randomUUID()
const password = 'correct horse'
const byGmail = (email: string) => signIn.byGoogle({ email, email_verified: true, sub: email })
const byTenant = (email: string, claims = {}, tenant = TENANT) =>
  signIn.byMicrosoft(tenant, { email, sub: email, oid: OID, ...claims })
const OID = randomUUID()

const signUp = (email: string) => signIn.product.call('POST', '/auth/signup', { body: { email, password } })
const logIn = (email: string) => signIn.product.call('POST', '/auth/login', { body: { email, password } })
const confirmationToken = (userId: string) => confirmationTokens(signIn.product.platform).token(userId, 1)
const identityToken = (userId: string, generation = 1) =>
  identityTokens(signIn.product.platform).token(userId, generation)
const cookieOf = ({ headers }: Answered) => String(headers['set-cookie']).split(';')[0]!
const confirm = (token: string, cookie?: string) =>
  signIn.product.call('POST', `/auth/verifyEmail/${token}`, { headers: cookie ? { cookie } : {} })
const linkOf = async (email: string, generation = 1) => identityToken(await signIn.ownerOf(email), generation)

const unverified = async (email: string) => {
  await signUp(email)
}
const verified = async (email: string) => {
  await signUp(email)
  const { status } = await confirm(confirmationToken(await signIn.ownerOf(email)))
  expect(status).toBe(200)
}
const nobody = async () => {}
const superAdmin = async (email: string) => {
  const { userId } = await signIn.product.person({ email, role: 'super admin' })
  const { commands, config } = signIn.product.platform
  const hash = addressHash(config.ADDRESS_KEY, email)
  const reservation = { decider: addressDecider, stream: addressStream(hash), workspaceId: null }
  const command = { type: 'ReserveAddress', addressHash: hash, userId } as const
  await commands.execute({ ...reservation, context: contextOf(), command })
}

describe('a first sign-in', () => {
  test.each([
    ['a Gmail address', { sub: 'g', email_verified: true }, '@gmail.com'],
    ['a domain that Google hosts', { sub: 'g', email_verified: true, hd: 'firm.example' }, '@firm.example'],
  ])('opens the existing account with %s', async (_, account, domain) => {
    const email = `ada${domain}`
    await verified(email)
    expect((await signIn.byGoogle({ ...account, email })).status).toBe(200)
    expect((await signIn.factsAbout(email)).at(-1)).toBe('IdentityLinked')
    // The password keeps working.
    expect((await logIn(email)).status).toBe(200)
  })

  test.each([
    ['a Google account with a foreign address', { email_verified: true }, 'google'],
    ['a Google account with an unverified address', { email_verified: false, hd: 'firm.example' }, 'google'],
    ['a Microsoft account without a verified domain', {}, 'microsoft'],
    ['a Microsoft account with an unverified domain', { xms_edov: false }, 'microsoft'],
  ] as const)('needs a confirmation by mail with %s', async (_, claims, provider) => {
    const people = { nobody, unverified, verified }
    for (const [name, prepare] of Object.entries(people)) {
      const email = `${name}@firm.example`
      await prepare(email)
      const account = { ...claims, email, sub: randomUUID() }
      const answer =
        provider === 'google' ? await signIn.byGoogle(account) : await signIn.byMicrosoft(TENANT, account)
      expect(answer).toMatchObject({ status: 401, body: { message: 'Check your email' } })
      const facts = await signIn.factsAbout(email)
      expect(facts.at(-1)).toBe('IdentityLinkRequested')
      expect(facts).not.toContain('IdentityLinked')
    }
  })

  test('with a verified Microsoft domain creates an account, but opens no existing one', async () => {
    expect((await byTenant('new@firm.example', { xms_edov: true })).status).toBe(200)
    await verified('old@firm.example')
    const response = await byTenant('old@firm.example', { xms_edov: '1', oid: randomUUID() })
    expect(response).toMatchObject({ status: 401, body: { code: 'identity.unconfirmed' } })
  })
})

describe('after an attacker prepared an account for a victim’s address', () => {
  const prepare = async (email: string) => {
    await unverified(email)
    const userId = await signIn.ownerOf(email)
    const { config, passwords } = signIn.product.platform
    const hash = addressHash(config.ADDRESS_KEY, email)
    await createCredentials(signIn.product.platform).set(userId, hash, await passwords.hash(password))
    return { userId, token: await signIn.product.logIn(userId) }
  }

  test('a first Google sign-in of the owner removes password, session and confirmation', async () => {
    const { userId, token } = await prepare('ada@gmail.com')
    expect((await logIn('ada@gmail.com')).body.code).toBe('login.failed')
    expect((await byGmail('ada@gmail.com')).status).toBe(200)
    expect((await logIn('ada@gmail.com')).body.code).toBe('login.failed')
    expect((await signIn.product.call('GET', '/users/current', { token })).status).toBe(401)
    expect((await confirm(confirmationToken(userId))).body.code).toBe('token.not-found')
    expect((await logIn('ada@gmail.com')).body.code).toBe('login.failed')
    expect(await signIn.product.platform.db('credentials').where({ user_id: userId })).toEqual([])
  })

  test('a sign-in that the owner confirms by mail removes them as well', async () => {
    const { userId, token } = await prepare('ada@firm.example')
    const response = await byTenant('ada@firm.example')
    expect((await confirm(await linkOf('ada@firm.example'), cookieOf(response))).status).toBe(200)
    expect((await logIn('ada@firm.example')).body.code).toBe('login.failed')
    expect((await signIn.product.call('GET', '/users/current', { token })).status).toBe(401)
    expect((await confirm(confirmationToken(userId))).body.code).toBe('token.not-found')
  })

  test('an unconfirmed sign-in opens nothing once the owner has signed up', async () => {
    await byTenant('ada@firm.example')
    await verified('ada@firm.example')
    expect((await byTenant('ada@firm.example')).body.code).toBe('identity.unconfirmed')
  })
})

describe('the link in the mail', () => {
  test.each([
    ['a new account', nobody, ['UserSignedUp', 'IdentityLinkRequested', 'EmailVerified', 'IdentityLinked']],
    [
      'an unverified account',
      unverified,
      ['UserSignedUp', 'ConfirmationRequested', 'IdentityLinkRequested', 'EmailVerified', 'IdentityLinked'],
    ],
    [
      'a verified account',
      verified,
      ['UserSignedUp', 'ConfirmationRequested', 'EmailVerified', 'IdentityLinkRequested', 'IdentityLinked'],
    ],
  ])('links the identity to %s', async (_, prepare, facts) => {
    const email = 'ada@firm.example'
    await prepare(email)
    const cookie = cookieOf(await byTenant(email))
    const answers = [await confirm(await linkOf(email), cookie), await confirm(await linkOf(email), cookie)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { body } = await byTenant(email, { email: 'married.since@firm.example' })
    const user = await signIn.product.call('GET', '/users/current', { token: body.access_token })
    expect(user.body).toMatchObject({ email, verified: true })
    expect(await signIn.factsAbout(email)).toEqual(facts)
  })

  test('works only in the browser that signed in, so a forged address gains nothing', async () => {
    const email = 'ada@firm.example'
    await verified(email)
    const attacker = cookieOf(await byTenant(email, {}, randomUUID()))
    const refusal = [403, 'identity.other-browser'] as const
    const link = await linkOf(email)
    await expectRefusedWithoutEvents(signIn.product, () => confirm(link), refusal)
    const own = cookieOf(await byTenant(email))
    await expectRefusedWithoutEvents(signIn.product, () => confirm(link, own), [404, 'token.not-found'])
    const next = await linkOf(email, 2)
    await expectRefusedWithoutEvents(signIn.product, () => confirm(next, attacker), refusal)
    expect((await confirm(next, own)).status).toBe(200)
    expect((await byTenant(email, {}, randomUUID())).body.code).toBe('identity.unconfirmed')
    expect((await byTenant(email)).status).toBe(200)
  })

  test('expires after half an hour', async () => {
    const cookie = cookieOf(await byTenant('ada@firm.example'))
    const link = await linkOf('ada@firm.example')
    signIn.product.clock.advance(30 * 60_000 + 1_000)
    await expectRefusedWithoutEvents(signIn.product, () => confirm(link, cookie), [404, 'token.not-found'])
  })

  test('the account page lists the sign-in methods, and the owner gets a mail about a new one', async () => {
    const { product } = signIn
    const email = 'ada@gmail.com'
    await verified(email)
    const { body } = await signIn.byGoogle({ sub: randomUUID(), email, email_verified: true })
    const user = await product.call('GET', '/users/current', { token: body.access_token })
    expect(user.body.signInMethods).toEqual(['password', 'google'])
    await signIn.byGoogle({ sub: randomUUID(), email: 'new@gmail.com', email_verified: true })
    await stage.worker(product)
    await settled(product, 3)
    const mails = (await inbox(product)).filter(({ subject }) => !/confirm|bestätigen/.test(subject))
    expect(mails).toMatchObject([{ to: email, subject: 'You can now sign in with Google' }])
    expect(mails[0]!.text).toContain('http://localhost/account')
  })

  test('is in a mail that explains it', async () => {
    const { product } = signIn
    await stage.worker(product)
    const headers = { 'accept-language': 'de' }
    const token = await signIn.providers.microsoft(TENANT, { email: 'ada@firm.example' })
    await signIn.verify('microsoft', token, headers)
    await settled(product, 1)
    const [mail] = await inbox(product)
    expect(mail).toMatchObject({
      to: 'ada@firm.example',
      subject: 'Bitte bestätigen Sie Ihre Anmeldung mit Microsoft',
    })
    const link = `http://localhost/auth/confirmEmail/${await linkOf('ada@firm.example')}?provider=microsoft`
    expect(mail!.text).toContain(`${link}\n`)
  })

  test('is not sent after a newer one replaced it', async () => {
    const { product } = signIn
    await byTenant('ada@firm.example')
    await byTenant('ada@firm.example')
    await stage.worker(product)
    const rows = await settled(product, 2)
    expect(rows.map(({ status }) => status).toSorted()).toEqual(['dropped', 'sent'])
  })
})

describe('an unproved address', () => {
  const shapeOf = ({ status, body, headers }: Answered) => ({
    status,
    body: { ...body, requestId: '' },
    cookie: String(headers['set-cookie']).replace(/=[\w-]{43};/, '=43;'),
    headers: Object.keys(headers).toSorted(),
  })

  test('gets the same answer for every kind of account, a super admin and a flooded mailbox', async () => {
    await unverified('unverified@firm.example')
    await verified('verified@firm.example')
    await superAdmin('super@firm.example')
    const answers = []
    for (const name of ['nobody', 'unverified', 'verified', 'super'])
      answers.push(shapeOf(await byTenant(`${name}@firm.example`, { oid: randomUUID() })))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]!.cookie).toBe('identity_link=43; Max-Age=1800; Path=/auth; HttpOnly; SameSite=Strict')
  })

  test('causes at most three mails an hour, with the same answer', async () => {
    await signIn.close()
    signIn = await openSignIn({ RATE_FACTOR: 1 })
    const answers = []
    for (let i = 0; i < 5; i += 1) answers.push(shapeOf(await byTenant('ada@firm.example')))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    const facts = await signIn.factsAbout('ada@firm.example')
    expect(facts.filter((type) => type === 'IdentityLinkRequested')).toHaveLength(3)
  })
})

test('a provider never signs in a super admin', async () => {
  const email = 'root@gmail.com'
  await superAdmin(email)
  const token = await signIn.providers.google({ email, email_verified: true })
  await expectRefusedWithoutEvents(signIn.product, () => signIn.verify('google', token), [
    401,
    'google.refused',
  ])
})

test('an identity row without its event, as after a restore, locks nobody out', async () => {
  const { db } = signIn.product.platform
  await byGmail('ada@gmail.com')
  const { userId: other } = await signIn.product.person()
  await db('identities').update({ user_id: other })
  for (let i = 0; i < 2; i += 1) {
    const { body } = await byGmail('ada@gmail.com')
    const user = await signIn.product.call('GET', '/users/current', { token: body.access_token })
    expect(user.body).toMatchObject({ email: 'ada@gmail.com' })
  }
  expect(await db('identities').pluck('user_id')).toEqual([await signIn.ownerOf('ada@gmail.com')])
})

test('a rebuild produces the same read models', async () => {
  await byGmail('ada@gmail.com')
  const cookie = cookieOf(await byTenant('bob@firm.example'))
  await confirm(await linkOf('bob@firm.example'), cookie)
  const { db } = signIn.product.platform
  const rows = () => db('users').whereIn('email', ['ada@gmail.com', 'bob@firm.example']).orderBy('email')
  const before = await rows()
  expect(before).toMatchObject([{ verified: true }, { verified: true }])
  await rebuild(signIn.product.platform.db)
  expect(await rows()).toEqual(before)
})

test('an erasure removes the address from events and all traces of a sign-in', async () => {
  const { product, providers } = signIn
  const watch = await watchTables(product.platform.db, ['users', 'audit_people'])
  const email = 'ada.vertraulich@firm.example'
  const object = randomUUID()
  const token = await providers.microsoft(TENANT, { email, oid: object })
  const cookie = cookieOf(await signIn.verify('microsoft', token))
  await confirm(await linkOf(email), cookie)
  const subject = randomUUID()
  const access = await providers.google({
    sub: subject,
    email: 'ada.vertraulich@gmail.com',
    email_verified: true,
  })
  await signIn.verify('google', access)
  const secrets = { email, object, subject, token, access, tenant: TENANT, cookie: cookie.split('=')[1]! }
  expect(leaksIn(await watch.dump(), secrets)).toEqual([])

  const userId = await signIn.ownerOf(email)
  await product.platform.keys.erase({ subject: `person:${userId}` })
  const facts = await product.facts(userStream(userId))
  expect(facts.find(({ type }) => type === 'IdentityLinkRequested')?.data['email']).toBeNull()
})
