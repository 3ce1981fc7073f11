import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PASSKEY_ROWS } from '#modules/accounts/devices/passkey.store.ts'
import { changeRow } from '#platform/secrets/row-macs.ts'
import { setSuperAdmin } from '#modules/accounts/super-admins.ts'
import { newAuthenticator, type Authenticator } from '#support/product/authenticator.ts'
import { newEmail, ownerOf } from '#support/product/addresses.ts'
import { enrolPasskey } from '#support/product/passkeys.ts'
import { openProduct, type Answered, type Product } from '#support/product/product.ts'
import { expectRefused } from '#support/product/requests.ts'
import { untilReached } from '#support/product/until-reached.ts'

/** Passkey logins: alone, and as the second factor of super admins. */

type Tweaks = NonNullable<Parameters<Authenticator['get']>[1]>

const MINUTE = 60_000
const PASSWORD = 'a long enough password'

let product: Product
let strict: Product
beforeAll(async () => {
  product = await openProduct()
  strict = await openProduct({ SUPER_ADMIN_PASSKEY: 'required' })
})
beforeEach(() => product.platform.db('throttles').delete())
afterAll(async () => {
  await product?.close()
  await strict?.close()
})

const FROM_A_PAGE = { 'sec-fetch-site': 'same-origin' }
const newChallenge = async (): Promise<string> =>
  (await product.call('POST', '/auth/passkey-options')).body.challenge
const logIn = (response: unknown, more: object = {}) =>
  product.call('POST', '/auth/login-passkey', { body: { response, ...more }, headers: FROM_A_PAGE })
const personWithPasskey = async () => {
  const person = await product.person()
  return { ...person, ...(await enrolPasskey(product, person)) }
}
const statusWith = async (token: string) => (await product.call('GET', '/users/current', { token })).status
const kindOf = ({ body }: Answered) => product.app.jwt.decode<{ kind: string }>(body.access_token)?.kind

describe('a passkey alone', () => {
  test('gets options that name no user', async () => {
    const { body, status } = await product.call('POST', '/auth/passkey-options')
    expect(status).toBe(200)
    expect(body).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(body.allowCredentials ?? []).toEqual([])
    expect(await newChallenge()).not.toBe(body.challenge)
  })

  test.each(['web', 'mobile'] as const)('logs in its owner with a session of kind %s', async (client) => {
    const { userId, authenticator } = await personWithPasskey()
    const answer = await logIn(authenticator.get(await newChallenge(), { userId }), { client })
    expect(answer.status).toBe(200)
    expect(kindOf(answer)).toBe(client)
    expect(String(answer.headers['set-cookie'])).toContain('refresh_token=')
    const { body } = await product.call('GET', '/users/current', { token: answer.body.access_token })
    expect(body.id).toBe(userId)
  })

  test('logs in once for each signature, even with concurrent calls', async () => {
    const { userId, authenticator } = await personWithPasskey()
    const signed = authenticator.get(await newChallenge(), { userId, counter: 0 })
    const answers = await Promise.all(Array.from({ length: 4 }, () => logIn(signed)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401])
    expectRefused(await logIn(signed), 401, 'login.failed')
  })

  test.each<[string, Tweaks]>([
    ['for another site', { rpId: 'evil.example' }],
    ['on a page of another origin', { origin: 'https://evil.example' }],
    ['without user verification', { flags: 0x01 }],
    ['without user presence', { flags: 0x04 }],
    ['as a creation', { type: 'webauthn.create' }],
    ['with the user handle of another user', { userId: '00000000-0000-4000-8000-000000000000' }],
  ])('is rejected when it signed %s', async (_how, tweaks) => {
    const { userId, authenticator } = await personWithPasskey()
    const signed = authenticator.get(await newChallenge(), { userId, ...tweaks })
    expectRefused(await logIn(signed), 401, 'login.failed')
  })

  test('is rejected without the user handle, and for a key that is not enrolled', async () => {
    const { userId, authenticator } = await personWithPasskey()
    expectRefused(await logIn(authenticator.get(await newChallenge())), 401, 'login.failed')
    const stranger = newAuthenticator(product.platform.config.PUBLIC_BASE_URL)
    expectRefused(await logIn(stranger.get(await newChallenge(), { userId })), 401, 'login.failed')
    const itsName = {
      ...stranger.get(await newChallenge(), { userId }),
      id: authenticator.id,
      rawId: authenticator.id,
    }
    expectRefused(await logIn(itsName), 401, 'login.failed')
  })

  test('is rejected for a foreign or expired challenge, and for one of another purpose', async () => {
    const { userId, token, authenticator } = await personWithPasskey()
    const { options } = (
      await product.call('POST', '/users/register-device-options', { token, body: { kind: 'passkey' } })
    ).body
    const ours = Buffer.from(await newChallenge(), 'base64url')
    ours[31]! ^= 1
    const old = await newChallenge()
    product.clock.advance(10 * MINUTE + 1)
    for (const challenge of [old, options.challenge, ours.toString('base64url'), 'A'.repeat(43), 'A', ''])
      expectRefused(await logIn(authenticator.get(challenge, { userId })), 401, 'login.failed')
    expect((await logIn(authenticator.get(await newChallenge(), { userId }))).status).toBe(200)
  })

  test('is rejected once its counter goes back, which means a cloned key', async () => {
    const { userId, authenticator } = await personWithPasskey()
    const withCount = async (counter: number) =>
      logIn(authenticator.get(await newChallenge(), { userId, counter }))
    expect((await withCount(7)).status).toBe(200)
    for (const counter of [7, 6, 0]) expectRefused(await withCount(counter), 401, 'login.failed')
    expect((await withCount(8)).status).toBe(200)
  })

  test('ends with the device and the account, and needs a verified account', async () => {
    const { token, userId, deviceId, authenticator } = await personWithPasskey()
    const refused: Answered[] = []
    const attempt = async (who: { userId: string; authenticator: Authenticator }) =>
      void refused.push(await logIn(who.authenticator.get(await newChallenge(), { userId: who.userId })))
    await product.call('DELETE', `/users/remove-device/${deviceId}`, { token })
    await attempt({ userId, authenticator })
    const gone = await personWithPasskey()
    expect((await product.call('DELETE', '/users/delete-account', { token: gone.token })).status).toBe(200)
    await attempt(gone)
    const known = await personWithPasskey()
    const unverified = await product.person({ verified: false })
    const { platform } = product
    const knownRow = platform.db('passkeys').where({ device_id: known.deviceId })
    await changeRow(platform, PASSKEY_ROWS, knownRow, { user_id: unverified.userId })
    await attempt({ ...known, userId: unverified.userId })
    await attempt({ userId, authenticator: newAuthenticator(product.platform.config.PUBLIC_BASE_URL) })
    for (const one of refused) expectRefused(one, 401, 'login.failed')
    expect(new Set(refused.map(({ body }) => JSON.stringify({ ...body, requestId: '' }))).size).toBe(1)
  })

  test('answers 400 for a malformed assertion, which does not count as a guess', async () => {
    const { userId, authenticator } = await personWithPasskey()
    const good = authenticator.get(await newChallenge(), { userId })
    for (const bad of [{}, { ...good, id: 'no+base64' }, { ...good, type: 'password' }, 'text', null])
      expect((await logIn(bad)).status).toBe(400)
    expect((await logIn(good)).status).toBe(200)
  })
})

const bossOf = async (of: Product) => {
  const email = newEmail()
  await setSuperAdmin(of.platform, { email, password: PASSWORD })
  await untilReached(of.platform.positions, (await of.head())!)
  const enter = (more: object = {}, password = PASSWORD) =>
    of.call('POST', '/auth/login/super', { body: { email, password, ...more }, headers: FROM_A_PAGE })
  return { email, userId: await ownerOf(of, email), enter }
}
const bossWithPasskey = async () => {
  const boss = await bossOf(product)
  const token: string = (await boss.enter()).body.access_token
  return { ...boss, token, ...(await enrolPasskey(product, { token })) }
}

describe('a super admin', () => {
  test('enrols only passkeys, and lists and removes them', async () => {
    const { token, deviceId } = await bossWithPasskey()
    expect((await product.call('GET', '/users/devices', { token })).body).toMatchObject([
      { id: deviceId, kind: 'passkey' },
    ])
    const pin = await product.call('POST', '/users/register-device-options', { token, body: { kind: 'pin' } })
    expectRefused(pin, 403, 'access.denied')
    expect((await product.call('DELETE', `/users/remove-device/${deviceId}`, { token })).status).toBe(200)
  })

  test('needs only the password without a passkey, and both with one', async () => {
    const { userId, authenticator, enter } = await bossWithPasskey()
    const challenged = await enter()
    expectRefused(challenged, 401, 'passkey.needed')
    const [{ options }] = challenged.body.details
    expect(options).toMatchObject({
      allowCredentials: [{ id: authenticator.id }],
      userVerification: 'required',
    })
    expectRefused(await enter({}, 'a wrong password'), 401, 'login.failed')
    const { challenge } = options
    const wrong = await enter({ assertion: authenticator.get(challenge) }, 'a wrong password')
    expectRefused(wrong, 401, 'login.failed')
    // The user handle is optional if the request named the credential.
    for (const more of [{}, { userId }]) {
      const next = (await enter()).body.details[0].options.challenge
      const entered = await enter({ assertion: authenticator.get(next, more) })
      expect(entered.status).toBe(200)
      expect(kindOf(entered)).toBe('super admin')
      expect(await statusWith(entered.body.access_token)).toBe(200)
    }
  })

  test('cannot use a challenge of another login or another super admin, nor an old signature', async () => {
    const boss = await bossWithPasskey()
    const other = await bossWithPasskey()
    const challengeOf = async ({ enter }: typeof boss) => (await enter()).body.details[0].options.challenge
    const own = await challengeOf(boss)
    const refused = [
      boss.authenticator.get(await newChallenge()),
      boss.authenticator.get(await challengeOf(other)),
      other.authenticator.get(own),
      boss.authenticator.get(own, { userId: other.userId }),
      boss.authenticator.get(own, { flags: 0x01 }),
      boss.authenticator.get(own, { origin: 'https://evil.example' }),
    ]
    for (const assertion of refused) {
      await product.platform.db('throttles').delete()
      expectRefused(await boss.enter({ assertion }), 401, 'login.failed')
    }
    await product.platform.db('throttles').delete()
    const signed = boss.authenticator.get(own)
    expect((await boss.enter({ assertion: signed })).status).toBe(200)
    expectRefused(await boss.enter({ assertion: signed }), 401, 'login.failed')
  })

  test('cannot log in with the passkey alone', async () => {
    const { userId, authenticator } = await bossWithPasskey()
    const signed = authenticator.get(await newChallenge(), { userId })
    expectRefused(await logIn(signed), 401, 'login.failed')
  })

  test('does not count as guessing when asked for the passkey', async () => {
    const { enter } = await bossWithPasskey()
    for (let i = 0; i < 8; i += 1) expectRefused(await enter(), 401, 'passkey.needed')
  })

  test('loses the passkeys when the command line resets the password, and can log in', async () => {
    const { email, token, enter } = await bossWithPasskey()
    await setSuperAdmin(product.platform, { email, password: PASSWORD })
    await untilReached(product.platform.positions, (await product.head())!)
    expect(await statusWith(token)).toBe(401)
    const { status, body } = await enter()
    expect(status).toBe(200)
    const devices = async () =>
      (await product.call('GET', '/users/devices', { token: body.access_token })).body
    expect(await devices()).toEqual([])
    await enrolPasskey(product, { token: body.access_token })
    await enrolPasskey(product, { token: body.access_token })
    expect(await devices()).toMatchObject([{ state: 'usable' }, { state: 'waiting' }])
  })

  test('needs a passkey if the configuration requires it, from 15 minutes after the command line has set the account', async () => {
    const { enter } = await bossOf(strict)
    expect((await enter()).status).toBe(200)
    strict.clock.advance(15 * MINUTE)
    expectRefused(await enter(), 401, 'passkey.needed')
    expectRefused(await enter({}, 'a wrong password'), 401, 'login.failed')
  })
})
