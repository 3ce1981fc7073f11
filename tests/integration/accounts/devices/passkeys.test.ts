import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashOfText } from '#contract/requests/signing.ts'
import { verifyEvidence } from '#platform/secrets/evidence.ts'
import { newAuthenticator, type Authenticator } from '#support/product/authenticator.ts'
import { signerOf } from '#support/product/passkeys.ts'
import type { Answered, Person } from '#support/product/product.ts'
import { expectRefused, openRequests, PIN, type RequestApi } from '#support/product/requests.ts'

let api: RequestApi
let address: string
beforeAll(async () => {
  api = await openRequests()
  address = api.product.platform.config.PUBLIC_BASE_URL
})
afterAll(() => api?.product.close())

const optionsOf = async (who: Person) =>
  (await api.post('/users/register-device-options', who, { kind: 'passkey' })).body.options
const register = (who: Person, response: unknown) =>
  api.post('/users/register-device', who, { kind: 'passkey', name: 'Laptop', response })
const enrol = async (who: Person, authenticator: Authenticator): Promise<string> => {
  const { challenge } = await optionsOf(who)
  const { body, status } = await register(who, authenticator.create(challenge))
  expect(body).toMatchObject({ kind: 'passkey' })
  expect(status).toBe(201)
  return body.id
}
const challengeFor = async (requestId: string, who: Person) =>
  (await api.post(`/requests/challenge/${requestId}`, who)).body
const approve = (requestId: string, who: Person, proof: object): Promise<Answered> =>
  api.post(`/requests/approve/${requestId}`, who, { proof })

/** A pending request for Ben, who has a passkey. */
const standing = async () => {
  const team = await api.team()
  const authenticator = newAuthenticator(address)
  const deviceId = await enrol(team.ben, authenticator)
  const requestId = await api.newRequest(team)
  const { challenge } = await challengeFor(requestId, team.ben)
  const sign = (assertion: object) => approve(requestId, team.ben, { challenge, deviceId, assertion })
  return { ...team, authenticator, deviceId, requestId, challenge, sign }
}

describe('an approval with a passkey', () => {
  test('can be verified offline from its event', async () => {
    const { ben, authenticator, deviceId, requestId } = await standing()
    const { challenge, canonical, passkey } = await challengeFor(requestId, ben)
    expect(passkey).toMatchObject({
      challenge,
      allowCredentials: [{ id: authenticator.id, type: 'public-key', transports: ['internal'] }],
      userVerification: 'required',
    })
    const { body } = await approve(requestId, ben, {
      challenge,
      deviceId,
      assertion: authenticator.get(challenge),
    })
    expect(body).toMatchObject({ status: 'approved', assurance: 'passkey', deviceBound: true })
    const { evidence, assurance } = (await api.facts(requestId)).at(-1)!.data as any
    expect(assurance).toBe('passkey')
    expect(evidence).toMatchObject({ canonical, challenge: await hashOfText(canonical), deviceId })
    const proved = await verifyEvidence(evidence, [address])
    expect(proved).toMatchObject({ content: { kind: 'approval', requestId }, origin: address })
    expect((await api.get('/users/devices', ben)).body).toMatchObject([
      { id: deviceId, kind: 'passkey', name: 'Laptop', lastUsedAt: expect.any(String) },
    ])
  })

  test('tells whether the passkey is synced between devices', async () => {
    const { ben, authenticator, challenge, requestId, sign } = await standing()
    const PRESENT_VERIFIED_AND_SYNCED = 0x0d
    await sign(authenticator.get(challenge, { flags: PRESENT_VERIFIED_AND_SYNCED }))
    const { body } = await api.get(`/requests/details/${requestId}`, ben)
    expect(body).toMatchObject({ status: 'approved', assurance: 'passkey', deviceBound: false })
  })

  test.each<[string, Parameters<Authenticator['get']>[1]]>([
    ['for another site', { rpId: 'evil.example' }],
    ['on a page of another origin', { origin: 'https://evil.example' }],
    ['on another port of the same host', { origin: 'http://localhost:1' }],
    ['without user verification', { flags: 0x01 }],
    ['without user presence', { flags: 0x04 }],
    ['without flags', { flags: 0 }],
    ['as a creation', { type: 'webauthn.create' }],
    ['as a payment', { type: 'payment.get' }],
  ])('is rejected with an event when it was signed %s', async (_how, tweaks) => {
    const { authenticator, requestId, challenge, sign } = await standing()
    expectRefused(await sign(authenticator.get(challenge, tweaks)), 403, 'proof.invalid')
    expect(await api.types(requestId)).toEqual(['RequestCreated', 'AssertionRefused'])
    expect((await sign(authenticator.get(challenge))).status).toBe(200)
  })

  const changed = (name: string, by: (bytes: Buffer) => Buffer) => (assertion: any) => ({
    ...assertion,
    response: {
      ...assertion.response,
      [name]: by(Buffer.from(assertion.response[name], 'base64url')).toString('base64url'),
    },
  })
  const flipped = (at: number) => (bytes: Buffer) => {
    const copy = Buffer.from(bytes)
    copy[at]! ^= 1
    return copy
  }
  const stranger = newAuthenticator('http://localhost')
  test.each<[string, (assertion: any) => any]>([
    ['its signature', changed('signature', flipped(20))],
    ['its signature (zeros)', changed('signature', (bytes) => Buffer.alloc(bytes.length))],
    ['its signature (r and s of zero)', changed('signature', () => Buffer.from('3006020100020100', 'hex'))],
    ['its signature (truncated)', changed('signature', (bytes) => bytes.subarray(0, 30))],
    ['its site', changed('authenticatorData', flipped(0))],
    ['its flags', changed('authenticatorData', flipped(32))],
    ['its counter', changed('authenticatorData', flipped(36))],
    [
      'its data (extended)',
      changed('authenticatorData', (bytes) => Buffer.concat([bytes, Buffer.from([1])])),
    ],
    ['its data (truncated)', changed('authenticatorData', (bytes) => bytes.subarray(0, 36))],
    [
      'its client data',
      changed('clientDataJSON', (bytes) => Buffer.from(bytes.toString().replace('false', 'true'))),
    ],
    ['its client data (no JSON)', changed('clientDataJSON', () => Buffer.from('{'))],
    ['its credential', (assertion) => ({ ...assertion, id: stranger.id, rawId: stranger.id })],
    ['one of its credential ids', (assertion) => ({ ...assertion, rawId: stranger.id })],
    [
      'its signer',
      (assertion) => ({ ...stranger.get('A'.repeat(43)), id: assertion.id, rawId: assertion.id }),
    ],
  ])('is rejected when %s was changed', async (_what, change) => {
    const { authenticator, requestId, challenge, sign } = await standing()
    expectRefused(await sign(change(authenticator.get(challenge))), 403, 'proof.invalid')
    expect(await api.types(requestId)).toEqual(['RequestCreated', 'AssertionRefused'])
  })

  test('is rejected when the counter does not increase, which means a cloned key', async () => {
    const { ben, authenticator, deviceId, challenge, sign, anna, id } = await standing()
    expect((await sign(authenticator.get(challenge, { counter: 7 }))).status).toBe(200)
    const next = (await api.ask(anna, id, { anyApprover: true })).body.id
    for (const counter of [7, 6, 0]) {
      const again = await challengeFor(next, ben)
      const assertion = authenticator.get(again.challenge, { counter })
      const proof = { challenge: again.challenge, deviceId, assertion }
      expectRefused(await approve(next, ben, proof), 403, 'proof.invalid')
    }
    const again = await challengeFor(next, ben)
    const assertion = authenticator.get(again.challenge, { counter: 8 })
    expect((await approve(next, ben, { challenge: again.challenge, deviceId, assertion })).status).toBe(200)
  })

  test('is judged as before when its command is repeated, whatever the counter', async () => {
    const { id, anna, ben } = await api.team()
    const authenticator = newAuthenticator(address)
    await enrol(ben, authenticator)
    const phone = await api.enrol(anna)
    const { body } = await api.newVerification(anna, phone, id, { approverId: ben.participantId })
    const { challenge } = await challengeFor(body.id, ben)
    const send = (number: string, headers?: Record<string, string>) => {
      const proof = { challenge, assertion: authenticator.get(challenge, { counter: 7 }) }
      return api.post(`/requests/approve/${body.id}`, ben, { proof, number }, headers)
    }
    const wrong = body.number === '46' ? '47' : '46'
    const headers = { 'idempotency-key': crypto.randomUUID() }
    for (let i = 0; i < 2; i += 1)
      expectRefused(await send(wrong, headers), 403, 'number.wrong', { triesLeft: 1 })
    expectRefused(await send(wrong), 409, 'challenge.spent')
    expect(await api.types(body.id)).toEqual(['RequestCreated', 'NumberRefused'])
  })

  test('needs no device id: the credential identifies its owner’s device', async () => {
    const { ben, admin, authenticator, deviceId, requestId, challenge } = await standing()
    const foreign = newAuthenticator(address)
    await enrol(admin, foreign)
    const foreignProof = { challenge, assertion: foreign.get(challenge) }
    expectRefused(await approve(requestId, ben, foreignProof), 403, 'proof.invalid')
    expectRefused(await approve(requestId, ben, { challenge }), 403, 'proof.invalid')
    await approve(requestId, ben, { challenge, assertion: authenticator.get(challenge) })
    const { evidence } = (await api.facts(requestId)).at(-1)!.data as any
    expect(evidence).toMatchObject({ deviceId })
  })

  test('needs a signature for this request and this challenge', async () => {
    const { ben, anna, id, authenticator, deviceId, requestId, challenge, sign } = await standing()
    const next = (await api.ask(anna, id, { anyApprover: true })).body.id
    const other = await challengeFor(next, ben)
    expectRefused(await sign(authenticator.get(other.challenge)), 403, 'proof.invalid')
    const proof = { challenge: other.challenge, deviceId, assertion: authenticator.get(other.challenge) }
    expectRefused(await approve(requestId, ben, proof), 409, 'challenge.spent')
    expect((await sign(authenticator.get(challenge))).status).toBe(200)
  })

  test('is not a PIN, a PIN is not a passkey, and a colleague’s passkey does not count', async () => {
    const { ben, admin, authenticator, deviceId, requestId, challenge, sign } = await standing()
    const phone = await api.enrol(ben, signerOf(authenticator))
    const pin = { challenge, pin: PIN, signature: await phone.sign(challenge) }
    expectRefused(await approve(requestId, ben, { ...pin, deviceId }), 403, 'proof.invalid')
    const assertion = authenticator.get(challenge)
    const asPin = { challenge, deviceId: phone.deviceId, assertion }
    expectRefused(await approve(requestId, ben, asPin), 403, 'proof.invalid')
    const foreign = newAuthenticator(address)
    const foreignId = await enrol(admin, foreign)
    const foreignProof = { challenge, deviceId: foreignId, assertion: foreign.get(challenge) }
    expectRefused(await approve(requestId, ben, foreignProof), 403, 'proof.invalid')
    expect((await sign(authenticator.get(challenge))).status).toBe(200)
  })

  test('ends with the passkey: a removed one is not offered and cannot sign', async () => {
    const { ben, authenticator, deviceId, requestId, challenge, sign } = await standing()
    await api.product.call('DELETE', `/users/remove-device/${deviceId}`, { token: ben.token })
    expect((await challengeFor(requestId, ben)).passkey).toBeNull()
    expectRefused(await sign(authenticator.get(challenge)), 403, 'proof.invalid')
    expect(await enrol(ben, authenticator)).not.toBe(deviceId)
  })
})

describe('enrolling a passkey', () => {
  test('offers the required options and excludes known credentials', async () => {
    const ben = await api.product.person()
    expect(await optionsOf(ben)).toMatchObject({
      rp: { id: 'localhost', name: 'Vieraugen' },
      user: { name: ben.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [],
    })
    const authenticator = newAuthenticator(address)
    await enrol(ben, authenticator)
    expect((await optionsOf(ben)).excludeCredentials).toMatchObject([{ id: authenticator.id }])
  })

  test.each<[string, Parameters<Authenticator['create']>[1]]>([
    ['for another site', { rpId: 'evil.example' }],
    ['on a page of another origin', { origin: 'https://evil.example' }],
    ['without user verification', { flags: 0x41 }],
    ['without user presence', { flags: 0x44 }],
    ['as if it had signed', { type: 'webauthn.get' }],
    ['without a key', { flags: 0x05 }],
  ])('is rejected when it was made %s', async (_how, tweaks) => {
    const ben = await api.product.person()
    const { challenge } = await optionsOf(ben)
    expectRefused(
      await register(ben, newAuthenticator(address).create(challenge, tweaks)),
      403,
      'proof.invalid',
    )
    expect((await api.get('/users/devices', ben)).body).toEqual([])
  })

  test('rejects a foreign, spent or unknown challenge, and one for a decision', async () => {
    const { ben, admin, challenge: ofDecision } = await standing()
    const made = (challenge: string) => register(ben, newAuthenticator(address).create(challenge))
    const { challenge } = await optionsOf(ben)
    const { challenge: ofAdmin } = await optionsOf(admin)
    expect((await made(challenge)).status).toBe(201)
    for (const spent of [challenge, ofAdmin, ofDecision, await hashOfText('nobody’s')])
      expectRefused(await made(spent), 409, 'challenge.spent')
    const garbage = newAuthenticator(address).create((await optionsOf(ben)).challenge)
    const cut = { ...garbage.response, clientDataJSON: 'e30', attestationObject: 'oA' }
    expectRefused(await register(ben, { ...garbage, response: cut }), 403, 'proof.invalid')
    const { body, status } = await register(ben, { ...garbage, id: 'no+base64' })
    expect([status, body.code]).toEqual([400, 'input.invalid'])
  })

  test('accepts a credential once, for all users', async () => {
    const [ben, eve] = [await api.product.person(), await api.product.person()]
    const authenticator = newAuthenticator(address)
    await enrol(ben, authenticator)
    for (const who of [ben, eve]) {
      const { challenge } = await optionsOf(who)
      expectRefused(await register(who, authenticator.create(challenge)), 409, 'device.exists')
    }
  })
})
