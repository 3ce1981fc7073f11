import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createCredentials } from '#modules/accounts/passwords/credential.store.ts'
import { pinWeakness } from '#contract/accounts/pins.ts'
import { confirmationTokens } from '#modules/accounts/mail-token.store.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import { addressDecider } from '#modules/accounts/address.decider.ts'
import { addressStream } from '#modules/accounts/address.events.ts'
import { forgetSessions } from '#modules/accounts/sessions/session.store.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { contextOf } from '#support/event-store/counter.ts'
import { newDevice } from '#support/product/device.ts'
import { newEmail, ownerOf } from '#support/product/addresses.ts'
import { openProduct, type Product } from '#support/product/product.ts'

let product: Product

beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product.close())

const password = 'correct horse'
const browser = { 'sec-fetch-site': 'same-origin' }

const signUp = (email: string, headers: Record<string, string> = {}) =>
  product.call('POST', '/auth/signup', { body: { email, password }, headers })
const logIn = (email: string, given = password, headers: Record<string, string> = {}) =>
  product.call('POST', '/auth/login', { body: { email, password: given }, headers })

const factsAbout = async (email: string) =>
  (await product.facts(userStream(await ownerOf(product, email)))).map(({ type }) => type)

/** The token in the latest confirmation mail. */
const confirmationToken = async (email: string): Promise<string> => {
  const userId = await ownerOf(product, email)
  const facts = await product.facts(userStream(userId))
  const last = facts.filter(({ type }) => type === 'ConfirmationRequested').at(-1)
  return confirmationTokens(product.platform).token(userId, Number(last?.data['generation']))
}
const confirm = (token: string) => product.call('POST', `/auth/verifyEmail/${token}`)

const confirmed = async (): Promise<string> => {
  const email = newEmail()
  await signUp(email)
  await confirm(await confirmationToken(email))
  return email
}

test('sign-up, confirmation and login lead to the own user', async () => {
  const email = newEmail()
  expect(await signUp(email)).toMatchObject({ status: 201, body: { message: 'Check your email' } })
  expect((await confirm(await confirmationToken(email))).status).toBe(200)
  const { status, body } = await logIn(email)
  expect(status).toBe(200)
  const user = await product.call('GET', '/users/current', { token: body.access_token })
  expect(user).toMatchObject({
    status: 200,
    body: { email, role: 'admin', verified: true, approver: true, requester: true },
  })
})

test('an unverified account cannot log in, with the same answer as for a wrong password', async () => {
  const email = newEmail()
  await signUp(email)
  const unverified = await logIn(email)
  const unknown = await logIn(newEmail())
  const wrong = await logIn(await confirmed(), 'not this one')
  for (const refused of [unverified, unknown, wrong])
    expect(refused).toMatchObject({ status: 401, body: { code: 'login.failed' } })
  expect({ ...unverified.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
})

test('a confirmation link works twice, but not after it was replaced', async () => {
  const email = newEmail()
  await signUp(email)
  const old = await confirmationToken(email)
  expect(await product.call('POST', '/auth/initiate-verification', { body: { email } })).toMatchObject({
    status: 200,
    body: { message: 'Check your email' },
  })
  expect((await confirm(old)).body.code).toBe('token.not-found')
  const token = await confirmationToken(email)
  expect([(await confirm(token)).status, (await confirm(token)).status]).toEqual([200, 200])
  expect(await factsAbout(email)).toEqual([
    'UserSignedUp',
    'ConfirmationRequested',
    'ConfirmationRequested',
    'EmailVerified',
  ])
})

test('a confirmation link expires after a day', async () => {
  const email = newEmail()
  await signUp(email)
  product.clock.advance(24 * 3_600_000 + 1_000)
  expect((await confirm(await confirmationToken(email))).status).toBe(404)
})

test('a sign-up with a known address gives the same answer and keeps the password', async () => {
  const email = await confirmed()
  const token = await confirmationToken(email)
  const again = await product.call('POST', '/auth/signup', { body: { email, password: 'another one' } })
  expect(again).toMatchObject({ status: 201, body: { message: 'Check your email' } })
  expect((await factsAbout(email)).at(-1)).toBe('SignupRepeated')
  expect((await confirm(token)).status).toBe(200)
  expect((await logIn(email, 'another one')).status).toBe(401)
  expect((await logIn(email)).status).toBe(200)
})

test('the password of the confirmed sign-up counts, not one of an earlier sign-up', async () => {
  const email = newEmail()
  await product.call('POST', '/auth/signup', { body: { email, password: 'by somebody else' } })
  await signUp(email)
  await confirm(await confirmationToken(email))
  expect((await logIn(email, 'by somebody else')).status).toBe(401)
  expect((await logIn(email)).status).toBe(200)
})

/** Signs up like a browser. Returns the cookies that it sends afterwards. */
const signUpInBrowser = async (email: string, given = password) => {
  const { headers } = await product.call('POST', '/auth/signup', {
    body: { email, password: given },
    headers: browser,
  })
  return { ...browser, cookie: String(headers['set-cookie']).split(';')[0]! }
}
const confirmIn = (token: string, headers: Record<string, string>, body?: object) =>
  product.call('POST', `/auth/verifyEmail/${token}`, { headers, body })

test('a second sign-up with a colleague’s address cannot set the password of their account', async () => {
  const email = newEmail()
  const own = await signUpInBrowser(email)
  await signUpInBrowser(email, 'by somebody else')
  const token = await confirmationToken(email)
  const before = await product.head()
  expect(await confirmIn(token, own)).toMatchObject({ status: 409, body: { code: 'password.needed' } })
  expect(await product.head()).toBe(before)
  expect(await product.platform.db('credentials').where({ user_id: await ownerOf(product, email) })).toEqual(
    [],
  )
  expect((await confirmIn(token, own, { password: 'tiny' })).status).toBe(400)
  expect((await confirmIn(token, own, { password: 'my own' })).status).toBe(200)
  expect((await logIn(email, 'by somebody else')).status).toBe(401)
  expect((await logIn(email, password)).status).toBe(401)
  expect((await logIn(email, 'my own')).status).toBe(200)
  // The link is spent and changes no password any more.
  expect((await confirmIn(token, own, { password: 'another one' })).status).toBe(200)
  expect((await logIn(email, 'my own')).status).toBe(200)
})

test('the browser that signed up confirms with one click, and any other needs a password', async () => {
  const email = newEmail()
  const own = await signUpInBrowser(email)
  await product.call('POST', '/auth/initiate-verification', { body: { email } })
  const token = await confirmationToken(email)
  for (const other of [browser, await signUpInBrowser(newEmail()), { ...browser, cookie: 'sign_up=' }])
    expect((await confirmIn(token, other)).body.code).toBe('password.needed')
  expect((await confirmIn(token, own)).status).toBe(200)
  expect((await logIn(email)).status).toBe(200)
})

test('a password from a client that is not a browser does not count in a browser', async () => {
  const email = newEmail()
  await signUp(email)
  const token = await confirmationToken(email)
  expect((await confirmIn(token, browser)).body.code).toBe('password.needed')
  expect((await confirm(token)).status).toBe(200)
  expect((await logIn(email)).status).toBe(200)
})

test('the sign-up cookie is the same with and without an account', async () => {
  for (const email of [newEmail(), await confirmed()])
    expect((await signUpInBrowser(email)).cookie).toMatch(/^sign_up=[\w-]{43}$/)
})

test('another spelling of an address does not create a second account', async () => {
  const email = await confirmed()
  expect((await logIn(email.toUpperCase())).status).toBe(200)
})

test('exactly one of many concurrent sign-ups for an address wins, with the same answer for all', async () => {
  const email = newEmail()
  const answers = await Promise.all(Array.from({ length: 8 }, () => signUp(email)))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
  expect((await factsAbout(email)).filter((type) => type === 'UserSignedUp')).toHaveLength(1)
})

/** The state after a crash between both halves of a sign-up. */
const reserve = async (email: string, userId: string) => {
  const { commands, config } = product.platform
  const hash = addressHash(config.ADDRESS_KEY, email)
  const command = { type: 'ReserveAddress', addressHash: hash, userId } as const
  const stream = addressStream(hash)
  const context = contextOf()
  await commands.execute({ decider: addressDecider, stream, workspaceId: null, context, command })
}

test('a sign-up completes one that crashed after the reservation', async () => {
  const email = newEmail()
  await reserve(email, randomUUID())
  await signUp(email)
  expect(await factsAbout(email)).toEqual(['UserSignedUp', 'ConfirmationRequested'])
})

test('the same Idempotency-Key signs up once', async () => {
  const email = newEmail()
  const headers = { 'idempotency-key': randomUUID() }
  const answers = [await signUp(email, headers), await signUp(email, headers)]
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(await factsAbout(email)).toEqual(['UserSignedUp', 'ConfirmationRequested'])
  expect((await confirm(await confirmationToken(email))).status).toBe(200)
})

test('an Idempotency-Key from one address does not reach its account with another address', async () => {
  const [victim, attacker] = [newEmail(), newEmail()]
  const headers = { 'idempotency-key': randomUUID() }
  await signUp(victim, headers)
  await signUp(attacker, headers)
  await product.call('POST', '/auth/initiate-verification', { body: { email: attacker } })
  expect(await factsAbout(victim)).toEqual(['UserSignedUp', 'ConfirmationRequested'])
  expect(await ownerOf(product, attacker)).not.toBe(await ownerOf(product, victim))
  await confirm(await confirmationToken(attacker))
  expect((await logIn(attacker)).status).toBe(200)
  expect((await logIn(victim)).status).toBe(401)
})

test('a reused Idempotency-Key does not reveal whether the other address has an account', async () => {
  const unverified = newEmail()
  await signUp(unverified)
  for (const second of [await confirmed(), unverified, newEmail()]) {
    const headers = { 'idempotency-key': randomUUID() }
    await signUp(newEmail(), headers)
    expect(await signUp(second, headers)).toMatchObject({
      status: 201,
      body: { message: 'Check your email' },
    })
  }
})

test('logging out ends the session immediately and is idempotent', async () => {
  const { token } = await product.person()
  expect((await product.call('GET', '/auth/logout', { token })).status).toBe(200)
  expect((await product.call('GET', '/users/current', { token })).body.code).toBe('session.ended')
  expect((await product.call('GET', '/auth/logout', { token })).status).toBe(200)
})

test('an expired session leaves no row, and its token gets the same answer', async () => {
  const { db } = product.platform
  const { token, userId } = await product.person()
  const rows = async () => {
    await forgetSessions(product.platform)
    return db('sessions').where({ user_id: userId })
  }
  await product.call('GET', '/auth/logout', { token })
  expect(await rows()).toHaveLength(1)
  product.clock.advance(25 * 3_600_000)
  expect(await rows()).toHaveLength(0)
  const { code } = (await product.call('GET', '/auth/refresh', { token })).body
  expect(code).toBe('session.ended')
  expect((await product.call('GET', '/auth/logout', { token })).status).toBe(200)
})

test('a client without cookies refreshes with its old token, and gets the same successor within the grace period', async () => {
  const email = await confirmed()
  const token = (await logIn(email)).body.access_token
  const refreshes = await Promise.all([1, 2, 3].map(() => product.call('GET', '/auth/refresh', { token })))
  expect(refreshes.map(({ status }) => status)).toEqual([200, 200, 200])
  const ids = refreshes.map(({ body }) => product.app.jwt.decode<{ jti: string }>(body.access_token)?.jti)
  expect(new Set(ids).size).toBe(1)
})

test('an old token after the grace period ends the session', async () => {
  const token = (await logIn(await confirmed())).body.access_token
  const next = (await product.call('GET', '/auth/refresh', { token })).body.access_token
  product.clock.advance(11_000)
  expect((await product.call('GET', '/auth/refresh', { token })).status).toBe(401)
  expect((await product.call('GET', '/users/current', { token: next })).status).toBe(401)
})

test('a browser session needs its cookie to refresh, not only the token', async () => {
  const entered = await logIn(await confirmed(), password, browser)
  const token = entered.body.access_token
  const cookie = String(entered.headers['set-cookie']).split(';')[0]!
  expect(String(entered.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Strict/)
  expect((await product.call('GET', '/auth/refresh', { token, headers: browser })).status).toBe(401)
  const withCookie = { ...browser, cookie }
  expect((await product.call('GET', '/auth/refresh', { token, headers: withCookie })).status).toBe(200)
  const crossSite = { cookie, 'sec-fetch-site': 'cross-site' }
  expect((await product.call('GET', '/auth/refresh', { token, headers: crossSite })).status).toBe(403)
})

test('a token with an outdated role is rejected until it is refreshed', async () => {
  const { userId } = await product.person({ role: 'admin' })
  const token = await product.logIn(userId, 'regular user')
  expect((await product.call('GET', '/users/current', { token })).status).toBe(401)
  const refreshed = await product.call('GET', '/auth/refresh', { token })
  const now = await product.call('GET', '/users/current', { token: refreshed.body.access_token })
  expect(now.status).toBe(200)
})

test('rejects a token without an expiry', async () => {
  const { token } = await product.person()
  const { iat, exp, ...claims } = product.app.jwt.decode<{ iat: number; exp: number }>(token)!
  const { config } = product.platform
  const jwt = (payload: object) => {
    const text = [{ alg: 'HS256', typ: 'JWT' }, payload]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    return `${text}.${createHmac('sha256', config.JWT_SECRET).update(text).digest('base64url')}`
  }
  const statusOf = async (path: string, payload: object) =>
    (await product.call('GET', path, { token: jwt(payload) })).status
  expect(await statusOf('/users/current', { ...claims, iat, exp })).toBe(200)
  for (const payload of [
    { ...claims, iat },
    { ...claims, iat, exp: null },
  ])
    for (const path of ['/users/current', '/auth/refresh', '/auth/logout'])
      expect({ path, status: await statusOf(path, payload) }).toEqual({ path, status: 401 })
})

test('a super admin cannot use the ordinary login', async () => {
  const email = newEmail()
  const { userId } = await product.person({ email, role: 'super admin' })
  const { passwords, config } = product.platform
  await createCredentials(product.platform).set(
    userId,
    addressHash(config.ADDRESS_KEY, email),
    await passwords.hash(password),
  )
  expect((await logIn(email)).status).toBe(401)
})

test('enrols a PIN device with a signature of its key', async () => {
  const { token } = await product.person()
  const device = await newDevice()
  const { body: options } = await product.call('POST', '/users/register-device-options', {
    token,
    body: { kind: 'pin' },
  })
  const body = { ...(await device.registration(options.challenge)), name: 'My phone', pin: '294716' }
  const enrolled = await product.call('POST', '/users/register-device', { token, body })
  expect(enrolled).toMatchObject({
    status: 201,
    body: { kind: 'pin', name: 'My phone', disabled: false, lastUsedAt: null },
  })
  expect((await product.call('GET', '/users/devices', { token })).body).toEqual([enrolled.body])
  const again = await product.call('POST', '/users/register-device', { token, body })
  expect(again).toMatchObject({ status: 409, body: { code: 'challenge.spent' } })
})

test('enrolling needs a valid signature, a PIN that is hard to guess, and a recent login', async () => {
  const { token, userId } = await product.person()
  const device = await newDevice()
  const options = () =>
    product.call('POST', '/users/register-device-options', { token, body: { kind: 'pin' } })
  const enrol = async (challenge: string, change: object) =>
    product.call('POST', '/users/register-device', {
      token,
      body: { ...(await device.registration(challenge)), name: 'Phone', pin: '294716', ...change },
    })
  const { challenge } = (await options()).body
  const other = await (await newDevice()).registration(challenge)
  expect((await enrol(challenge, { signature: other.signature })).body.code).toBe('proof.invalid')
  for (const pin of ['111111', '123456', '987654', '010190'])
    expect((await enrol(challenge, { pin })).body.code).toBe('input.invalid')
  product.clock.advance(121_000)
  expect((await enrol(challenge, {})).body.code).toBe('challenge.spent')
  product.clock.advance(200_000)
  expect((await options()).body.code).toBe('login.too-old')
  expect(await product.call('GET', '/users/devices', { token: await product.logIn(userId) })).toMatchObject({
    body: [],
  })
})

test('only the owner renames a device, and a name is one line', async () => {
  const [owner, other] = [await product.person(), await product.person()]
  const { id } = (await enrol(owner.token, await newDevice())).body
  const rename = (name: string, { token } = owner) =>
    product.call('PATCH', `/users/rename-device/${id}`, { token, body: { name } })
  expect(await rename(' Diensttelefon 📱 ')).toMatchObject({
    status: 200,
    body: { id, name: 'Diensttelefon 📱', kind: 'pin', disabled: false },
  })
  const listed = await product.call('GET', '/users/devices', { token: owner.token })
  expect(listed.body).toMatchObject([{ id, name: 'Diensttelefon 📱' }])
  expect(await rename('Mine', other)).toMatchObject({ status: 404, body: { code: 'device.not-found' } })
  for (const name of ['', 'x'.repeat(81), 'two\nlines'])
    expect(await rename(name)).toMatchObject({ status: 400, body: { code: 'input.invalid' } })
})

/** Enrols the key of a phone. */
const enrol = async (token: string, device: Awaited<ReturnType<typeof newDevice>>, pin = '294716') => {
  const options = { token, body: { kind: 'pin' } }
  const { challenge } = (await product.call('POST', '/users/register-device-options', options)).body
  const body = { ...(await device.registration(challenge)), name: 'Phone', pin }
  return product.call('POST', '/users/register-device', { token, body })
}

test('an account has at most twenty devices, and one too many costs no PIN hash', async () => {
  const { token } = await product.person()
  for (let i = 0; i < 20; i += 1) expect((await enrol(token, await newDevice())).status).toBe(201)
  const hashing = vi.spyOn(product.platform.passwords, 'hash')
  expect(await enrol(token, await newDevice())).toMatchObject({ status: 409, body: { code: 'device.limit' } })
  expect(hashing).not.toHaveBeenCalled()
  hashing.mockRestore()
  expect((await product.call('GET', '/users/devices', { token })).body).toHaveLength(20)
})

test('a public key can be enrolled once, in one account', async () => {
  const [one, other] = [await product.person(), await product.person()]
  const device = await newDevice()
  expect((await enrol(one.token, device)).status).toBe(201)
  for (const { token } of [one, other])
    expect(await enrol(token, device)).toMatchObject({ status: 409, body: { code: 'device.exists' } })
  expect((await enrol(other.token, await newDevice())).status).toBe(201)
})

test('a key is free again after its enrolment failed', async () => {
  const { token } = await product.person()
  const device = await newDevice()
  const append = vi
    .spyOn(product.platform.eventStore, 'append')
    .mockRejectedValueOnce(new Error('broken off'))
  expect((await enrol(token, device)).status).toBe(500)
  append.mockRestore()
  expect((await enrol(token, device)).status).toBe(201)
})

test.each(['112211', '246810', '102030', '000001', '123321'])(
  'rejects the PIN %s with a reason',
  async (pin) => {
    const { token } = await product.person()
    const refused = await enrol(token, await newDevice(), pin)
    expect(refused).toMatchObject({ status: 400, body: { code: 'input.invalid' } })
    expect(refused.body.details).toEqual([
      { field: 'pin', problem: 'is too easy to guess', reason: pinWeakness(pin) },
    ])
  },
)
