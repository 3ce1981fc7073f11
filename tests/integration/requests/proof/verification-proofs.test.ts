import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canonicalText, hashOfText, textHash } from '#contract/requests/signing.ts'
import type { SignedContent } from '#contract/requests/requests.ts'
import { verifyEvidence, type KeptEvidence } from '#platform/secrets/evidence.ts'
import { newAuthenticator, type Authenticator } from '#support/product/authenticator.ts'
import {
  verificationBody,
  expectRefused,
  openRequests,
  PIN,
  type RequestApi,
  type Team,
} from '#support/product/requests.ts'

let api: RequestApi
let team: Team
let phone: Awaited<ReturnType<RequestApi['enrol']>>
beforeAll(async () => {
  api = await openRequests({ RATE_FACTOR: 1_000 })
  team = await api.team()
  phone = await api.enrol(team.anna)
})
afterAll(() => api?.product.close())

type Body = Record<string, unknown>
const toBen = (more: Body = {}) =>
  verificationBody({ approverId: team.ben.participantId, details: 'Invoice 7', ...more })
const prepare = async (body: Body = toBen(), who: { token: string } = team.anna) =>
  (await api.post(`/requests/prepare/${team.id}`, who, body)).body
const create = (body: Body, who: { token: string } = team.anna, headers?: Record<string, string>) =>
  api.post(`/requests/create/${team.id}`, who, body, headers)
/** Creates and withdraws a request, so that its slot is free again. */
const made = async (body: Body, who?: { token: string }) => {
  const answer = await create(body, who)
  expect(answer.status).toBe(201)
  await api.post(`/requests/withdraw/${answer.body.id}`, who ?? team.anna)
  return answer.body
}
const evidenceOf = async (requestId: string) => (await api.facts(requestId))[0]!.data as any
const refusals = (requestId: string) => api.product.facts(`refusedCreation-${requestId}`)

describe('the signed content of a creation', () => {
  test('contains ids, times and the salted hash of the text, but not the number', async () => {
    const prepared = await prepare()
    const { content, canonical, challenge, textSalt, passkey } = prepared
    expect(passkey).toBeNull()
    expect(content).toEqual({
      v: 1,
      kind: 'creation',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      workspaceId: team.id,
      type: 'verification',
      requesterId: team.anna.participantId,
      approverId: team.ben.participantId,
      textHash: await textHash({
        title: 'Call about the invoice',
        details: 'Invoice 7',
        salt: textSalt,
      }),
      createdAt: expect.any(String),
      expiresAt: new Date(Date.parse(content.createdAt) + 300_000).toISOString(),
      nonce: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    })
    expect(canonical).toBe(canonicalText(content))
    expect(challenge).toBe(await hashOfText(canonical))
    const request = await made({ ...toBen(), ...(await phone.proofFor(challenge)) })
    expect(request).toMatchObject({ id: content.requestId, expiresAt: content.expiresAt })
  })

  test('is stored with its evidence, like an approval, and can be verified offline', async () => {
    const { anna, ben } = team
    const bens = await api.enrol(ben)
    const { challenge } = await prepare()
    const request = (await create({ ...toBen(), ...(await phone.proofFor(challenge)) })).body
    const approve = { ...(await bens.prove(request.id)), number: request.number }
    expect((await api.post(`/requests/approve/${request.id}`, ben, approve)).status).toBe(200)
    const facts = await api.facts(request.id)
    expect(facts.map(({ data }) => data['assurance'])).toEqual(['pin', 'pin'])
    const proved = facts.map(({ data }) => verifyEvidence(data['evidence'] as KeptEvidence, []))
    const contents = (await Promise.all(proved)).map(({ content }) => content as SignedContent)
    expect(contents.map(({ kind }) => kind)).toEqual(['creation', 'approval'])
    for (const field of [
      'requestId',
      'workspaceId',
      'requesterId',
      'approverId',
      'textHash',
      'expiresAt',
    ] as const)
      expect(contents[0]![field]).toBe(contents[1]![field])
    const { body } = await api.get('/users/devices', anna)
    expect(body).toMatchObject([{ id: phone.deviceId, lastUsedAt: expect.any(String) }])
    expect(JSON.stringify(facts)).not.toContain(`"${request.number}"`)
  })

  test('by a passkey is stored with the authenticator data', async () => {
    const other = await api.team()
    const authenticator = newAuthenticator(api.product.platform.config.PUBLIC_BASE_URL)
    const options = await api.post('/users/register-device-options', other.anna, { kind: 'passkey' })
    const response = authenticator.create(options.body.options.challenge)
    await api.post('/users/register-device', other.anna, { kind: 'passkey', name: 'Laptop', response })
    const { challenge, passkey } = (
      await api.post(`/requests/prepare/${other.id}`, other.anna, verificationBody())
    ).body
    expect(passkey).toMatchObject({ challenge, allowCredentials: [{ id: authenticator.id }] })
    const send = (tweaks?: Parameters<Authenticator['get']>[1]) =>
      api.post(`/requests/create/${other.id}`, other.anna, {
        ...verificationBody(),
        proof: { challenge, assertion: authenticator.get(challenge, tweaks) },
      })
    for (const tweaks of [
      { rpId: 'evil.example' },
      { origin: 'https://evil.example' },
      { flags: 0x01 },
      { type: 'webauthn.create' },
      { flags: 0x04 },
    ])
      expectRefused(await send(tweaks), 403, 'proof.invalid')
    const { body, status } = await send()
    expect(status).toBe(201)
    const { evidence, assurance } = await evidenceOf(body.id)
    expect(assurance).toBe('passkey')
    const { content } = await verifyEvidence(evidence, [api.product.platform.config.PUBLIC_BASE_URL])
    expect(content).toMatchObject({ kind: 'creation', requestId: body.id })
  })
})

describe('a creation is rejected', () => {
  test('without a proof', async () => {
    expectRefused(await create(toBen()), 400, 'proof.missing')
  })

  test('with an expiry of its own', async () => {
    const answer = await api.post(`/requests/prepare/${team.id}`, team.anna, toBen({ expiresIn: 3_600 }))
    expectRefused(answer, 400, 'input.invalid', { field: 'expiresIn' })
  })

  test.each<[string, () => Body]>([
    ['title', () => ({ title: 'Call about another invoice' })],
    ['details', () => ({ details: 'Invoice 8' })],
    ['lack of details', () => ({ details: undefined })],
    ['approver', () => ({ approverId: undefined, anyApprover: true })],
    ['type', () => ({ type: 'approval' })],
    ['time to live', () => ({ type: 'approval', expiresIn: 300 })],
  ])('with another %s than the signed one', async (_what, change) => {
    const { challenge, content } = await prepare()
    const proof = await phone.proofFor(challenge)
    expectRefused(await create({ ...toBen(), ...change(), ...proof }), 409, 'challenge.spent')
    expect(await api.types(content.requestId)).toEqual([])
    await made({ ...toBen(), ...proof })
  })

  test('with a challenge that was never issued', async () => {
    const { content } = await prepare()
    const forged = await hashOfText(canonicalText({ ...content, approverId: team.admin.userId }))
    expectRefused(await create({ ...toBen(), ...(await phone.proofFor(forged)) }), 409, 'challenge.spent')
  })

  test('in another workspace, or by another person', async () => {
    const other = await api.team()
    const { challenge } = await prepare()
    const proof = await phone.proofFor(challenge)
    const elsewhere = { ...verificationBody(), ...proof }
    expectRefused(
      await api.post(`/requests/create/${other.id}`, other.anna, elsewhere),
      409,
      'challenge.spent',
    )
    const cleo = await api.colleague(team)
    const cleos = await api.enrol(cleo)
    expectRefused(
      await create({ ...toBen(), ...(await cleos.proofFor(challenge)) }, cleo),
      409,
      'challenge.spent',
    )
    await made({ ...toBen(), ...proof })
  })

  test('with an unknown device, or another person’s device or key', async () => {
    const { challenge } = await prepare()
    const bens = await api.enrol(team.ben)
    const { proof } = await phone.proofFor(challenge)
    const signature = await bens.sign(challenge)
    for (const other of [
      { deviceId: bens.deviceId, signature },
      { deviceId: randomUUID(), signature },
      { signature },
      { signature: 'A'.repeat(86) },
      { signature: await phone.sign(await hashOfText('something else')) },
    ])
      expectRefused(await create({ ...toBen(), proof: { ...proof, ...other } }), 403, 'proof.invalid')
    await made({ ...toBen(), proof })
  })

  test('when its proof is used again, except under the same Idempotency-Key', async () => {
    const { challenge, content } = await prepare()
    const body = { ...toBen(), ...(await phone.proofFor(challenge)) }
    const headers = { 'idempotency-key': randomUUID() }
    const first = await create(body, team.anna, headers)
    const second = await create(body, team.anna, headers)
    expect(second).toMatchObject({ status: 201, body: first.body })
    expectRefused(await create(body), 409, 'challenge.spent')
    expect(await api.types(content.requestId)).toEqual(['RequestCreated'])
    await api.post(`/requests/withdraw/${content.requestId}`, team.anna)
    expectRefused(await create(body), 409, 'challenge.spent')
  })

  test('with the proof of an approval, and vice versa', async () => {
    const bens = await api.enrol(team.ben)
    const waiting = await api.newRequest(team)
    const { proof } = await bens.prove(waiting)
    expectRefused(await create({ ...toBen(), proof }, team.anna), 409, 'challenge.spent')
    const bensOwn = verificationBody({ anyApprover: true })
    await api.product.call('PATCH', '/participants/change-requester', {
      token: team.admin.token,
      body: { participantId: team.ben.participantId, value: true },
    })
    const { challenge } = await prepare(bensOwn, team.ben)
    const over = {
      proof: { challenge, deviceId: bens.deviceId, pin: PIN, signature: await bens.sign(challenge) },
    }
    expectRefused(await api.post(`/requests/approve/${waiting}`, team.ben, over), 409, 'challenge.spent')
    await api.decline(waiting, team.ben)
  })

  test('with a wrong PIN, which is recorded and counted', async () => {
    const other = await api.team()
    const annas = await api.enrol(other.anna)
    const { challenge, content } = (
      await api.post(`/requests/prepare/${other.id}`, other.anna, verificationBody())
    ).body
    const send = async (pin: string) =>
      api.post(`/requests/create/${other.id}`, other.anna, {
        ...verificationBody(),
        ...(await annas.proofFor(challenge, { pin })),
      })
    for (const triesLeft of [4, 3, 2, 1, 0])
      expectRefused(await send('739104'), 403, 'proof.invalid', { triesLeft })
    expectRefused(await send(PIN), 409, 'device.disabled')
    expect((await refusals(content.requestId)).map(({ type, data }) => [type, data['triesLeft']])).toEqual(
      [4, 3, 2, 1, 0].map((triesLeft) => ['CreationRefused', triesLeft]),
    )
    expect(await api.types(content.requestId)).toEqual([])
  })

  test('after two minutes', async () => {
    const late = await openRequests()
    try {
      const other = await late.team()
      const annas = await late.enrol(other.anna)
      const { challenge } = (await late.post(`/requests/prepare/${other.id}`, other.anna, verificationBody()))
        .body
      late.product.clock.advance(120_001)
      const answer = await late.post(`/requests/create/${other.id}`, other.anna, {
        ...verificationBody(),
        ...(await annas.proofFor(challenge)),
      })
      expectRefused(answer, 409, 'challenge.spent')
    } finally {
      await late.product.close()
    }
  })
})

test('the requester may sign the creation of an approval too', async () => {
  const body = toBen({ type: 'approval', expiresIn: 60 })
  const { challenge, content } = await prepare(body)
  const request = await made({ ...body, ...(await phone.proofFor(challenge)) })
  expect(request).toMatchObject({ id: content.requestId, type: 'approval', expiresAt: content.expiresAt })
  expect(request).not.toHaveProperty('number')
})
