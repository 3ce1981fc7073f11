import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hashOfText } from '#contract/requests/signing.ts'
import { createDevicePins } from '#modules/accounts/devices/device-pin.store.ts'
import { createChallenges } from '#platform/secrets/challenges.ts'
import { buildWorker } from '../../../../services/worker/worker.ts'
import { newDevice } from '#support/product/device.ts'
import {
  expectRefused,
  openRequests,
  PIN,
  withOwnProduct,
  type RequestApi,
} from '#support/product/requests.ts'

let api: RequestApi
beforeAll(async () => {
  api = await openRequests()
})
afterAll(() => api?.product.close())

describe('the proof', () => {
  const prepare = async (on = api) => {
    const team = await on.team()
    const phone = await on.enrol(team.ben)
    const id = await on.newRequest(team)
    const approve = (body: unknown, headers?: Record<string, string>) =>
      on.post(`/requests/approve/${id}`, team.ben, body, headers)
    return { ...team, phone, requestId: id, approve }
  }

  test('five wrong PINs disable the device, and each is recorded', async () => {
    const worker = buildWorker(api.product.platform)
    await worker.start()
    try {
      const { phone, requestId, approve, ben } = await prepare()
      const other = await api.enrol(ben, phone)
      for (const triesLeft of [4, 3, 2, 1, 0])
        expectRefused(await approve(await phone.prove(requestId, { pin: '739104' })), 403, 'proof.invalid', {
          triesLeft,
        })
      expectRefused(await approve(await phone.prove(requestId)), 409, 'device.disabled')
      const facts = await api.facts(requestId)
      expect(facts.map(({ type }) => type)).toEqual(['RequestCreated', ...Array(5).fill('ApprovalRefused')])
      expect(facts.at(-1)!.data).toMatchObject({
        deviceId: phone.deviceId,
        reason: 'wrong-pin',
        triesLeft: 0,
      })
      await vi.waitFor(
        async () =>
          expect((await api.get('/users/devices', ben)).body).toMatchObject([
            { id: phone.deviceId, disabled: true, state: 'disabled' },
            { id: other.deviceId, disabled: false, state: 'usable' },
          ]),
        { timeout: 10_000, interval: 50 },
      )
      expect(await approve(await other.prove(requestId))).toMatchObject({ body: { status: 'approved' } })
    } finally {
      await worker.stop()
    }
  })

  test('a right PIN resets the wrong tries', async () => {
    const { phone, requestId, approve, ben, anna, id } = await prepare()
    expectRefused(await approve(await phone.prove(requestId, { pin: '739104' })), 403, 'proof.invalid')
    expect((await approve(await phone.prove(requestId))).status).toBe(200)
    const next = (await api.ask(anna, id)).body.id
    const wrong = await phone.prove(next, { pin: '739104' })
    expectRefused(await api.post(`/requests/approve/${next}`, ben, wrong), 403, 'proof.invalid', {
      triesLeft: 4,
    })
  })

  test('a wrong signature is rejected before the PIN is checked, and costs no try', async () => {
    const { phone, requestId, approve } = await prepare()
    const { proof } = await phone.prove(requestId, { pin: '739104' })
    const forged = [
      await phone.sign(await hashOfText('something else')),
      'A'.repeat(86),
      `${proof['signature']!.slice(0, -4)}AAAA`,
    ]
    for (const signature of forged)
      expectRefused(await approve({ proof: { ...proof, signature } }), 403, 'proof.invalid', { triesLeft: 5 })
    const facts = await api.facts(requestId)
    expect(facts.slice(1).map(({ data }) => data['reason'])).toEqual(Array(3).fill('bad-signature'))
    expect((await approve({ proof: { ...proof, pin: PIN } })).status).toBe(200)
  })

  test('records each refusal under one Idempotency-Key, and then accepts the right proof under it', async () => {
    const { phone, requestId, approve } = await prepare()
    const { proof } = await phone.prove(requestId)
    const headers = { 'idempotency-key': randomUUID() }
    const forged = { proof: { ...proof, signature: 'A'.repeat(86) } }
    for (let i = 0; i < 20; i += 1) expectRefused(await approve(forged, headers), 403, 'proof.invalid')
    const wrong = { proof: { ...proof, pin: '739104' } }
    for (let i = 0; i < 2; i += 1) expectRefused(await approve(wrong, headers), 403, 'proof.invalid')
    const reasons = (await api.facts(requestId)).slice(1).map(({ data }) => data['reason'])
    expect(reasons).toEqual([...Array(20).fill('bad-signature'), 'wrong-pin', 'wrong-pin'])
    expect((await approve({ proof: { ...proof, pin: PIN } }, headers)).status).toBe(200)
  })

  test('rejects an unknown device and a colleague’s', async () => {
    const { phone, requestId, approve, admin } = await prepare()
    const { proof } = await phone.prove(requestId)
    const foreign = await api.enrol(admin)
    for (const deviceId of [foreign.deviceId, randomUUID()]) {
      const signature = await foreign.sign(proof['challenge']!)
      expectRefused(await approve({ proof: { ...proof, deviceId, signature } }), 403, 'proof.invalid')
    }
    const signature = await foreign.sign(proof['challenge']!)
    expectRefused(await approve({ proof: { ...proof, signature } }), 403, 'proof.invalid')
  })

  test('a removed device cannot sign, and only its owner can remove it', async () => {
    const { phone, requestId, approve, ben, admin } = await prepare()
    const body = await phone.prove(requestId)
    const remove = ({ token }: { token: string }) =>
      api.product.call('DELETE', `/users/remove-device/${phone.deviceId}`, { token })
    expectRefused(await remove(admin), 404, 'device.not-found')
    expect(await remove(ben)).toMatchObject({ status: 200, body: {} })
    expect((await api.get('/users/devices', ben)).body).toEqual([])
    // Without its PIN, the device is rejected even while the read model is behind.
    expect(await api.product.platform.db('device_pins').where({ device_id: phone.deviceId })).toEqual([])
    expectRefused(await approve(body), 403, 'proof.invalid')
    expectRefused(await remove(ben), 404, 'device.not-found')
    expect(await api.types(requestId)).toEqual(['RequestCreated'])
  })

  test('a challenge is valid for one request and one person', async () => {
    const team = await prepare()
    const { phone, requestId, approve, anna, admin, id } = team
    const other = (await api.ask(anna, id)).body.id
    expectRefused(await approve(await phone.prove(other)), 409, 'challenge.spent')
    const adminPhone = await api.enrol(admin)
    const stolen = await adminPhone.prove(other)
    const signature = await phone.sign(stolen.proof['challenge']!)
    const body = { proof: { ...stolen.proof, deviceId: phone.deviceId, signature } }
    expectRefused(await api.post(`/requests/approve/${other}`, team.ben, body), 409, 'challenge.spent')
    const unknown = await hashOfText('never issued')
    const { proof } = await phone.prove(requestId)
    const made = { proof: { ...proof, challenge: unknown, signature: await phone.sign(unknown) } }
    expectRefused(await approve(made), 409, 'challenge.spent')
    expect(await api.types(requestId)).toEqual(['RequestCreated'])
  })

  test('a challenge is valid once', async () => {
    const { phone, requestId, approve, ben } = await prepare()
    const body = await phone.prove(requestId)
    expect((await approve(body)).status).toBe(200)
    const by = { commandId: randomUUID(), now: api.product.clock.now() }
    const challenges = createChallenges(api.product.platform, 'approval')
    const found = challenges.find(body.proof['challenge']!, ben.userId, by)
    await expect(found).rejects.toMatchObject({ code: 'challenge.spent' })
  })

  test('a challenge for an approval cannot enrol a device', async () => {
    const { phone, requestId, ben } = await prepare()
    const { proof } = await phone.prove(requestId)
    const registration = await (await newDevice()).registration(proof['challenge']!)
    const answer = await api.post('/users/register-device', ben, { ...registration, name: 'Phone', pin: PIN })
    expectRefused(answer, 409, 'challenge.spent')
  })

  test('a challenge is valid for two minutes', () =>
    withOwnProduct({}, async (own) => {
      const { phone, requestId, approve } = await prepare(own)
      const body = await phone.prove(requestId)
      own.product.clock.advance(120_001)
      expectRefused(await approve(body), 409, 'challenge.spent')
      expect((await approve(await phone.prove(requestId))).status).toBe(200)
    }))
})

describe('a repeated command', () => {
  const key = () => ({ 'idempotency-key': randomUUID() })

  test('creates one request, and replies the same twice', async () => {
    const { id, anna } = await api.team()
    const headers = key()
    const first = await api.ask(anna, id, {}, headers)
    const second = await api.ask(anna, id, {}, headers)
    expect(second).toMatchObject({ status: 201, body: first.body })
    expect(await api.types(first.body.id)).toEqual(['RequestCreated'])
    expectRefused(await api.ask(anna, id, { title: 'Other' }, headers), 409, 'idempotency.other-body')
  })

  test('creates one request when both run concurrently', async () => {
    const { id, anna } = await api.team()
    const headers = key()
    const answers = await Promise.all([1, 2, 3].map(() => api.ask(anna, id, {}, headers)))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  })

  test('approves once, without checking the PIN or the challenge again', async () => {
    const team = await api.team()
    const phone = await api.enrol(team.ben)
    const id = await api.newRequest(team)
    const body = await phone.prove(id)
    const headers = key()
    const first = await api.post(`/requests/approve/${id}`, team.ben, body, headers)
    expect(first.status).toBe(200)
    const wrongPin = { proof: { ...body.proof, pin: '739104' } }
    const second = await api.post(`/requests/approve/${id}`, team.ben, wrongPin, headers)
    expect(second).toMatchObject({ status: 200, body: first.body })
    expect(await api.types(id)).toEqual(['RequestCreated', 'RequestApproved'])
    const { platform } = api.product
    expect(await createDevicePins(platform, platform.passwords).triesLeft(phone.deviceId)).toBe(5)
  })

  test('declines once', async () => {
    const team = await api.team()
    const id = await api.newRequest(team)
    const headers = key()
    const first = await api.decline(id, team.ben, headers)
    expect((await api.decline(id, team.ben, headers)).body).toEqual(first.body)
    expect(await api.types(id)).toEqual(['RequestCreated', 'RequestDeclined'])
  })
})
