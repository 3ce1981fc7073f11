import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resetTokens } from '#modules/accounts/mail-token.store.ts'
import type { Answered, Person } from '#support/product/product.ts'
import { newAuthenticator } from '#support/product/authenticator.ts'
import { reserveAddress } from '#support/product/addresses.ts'
import { newDevice } from '#support/product/device.ts'
import { enrolPasskey } from '#support/product/passkeys.ts'
import {
  expectRefused,
  openRequests,
  PIN,
  type Phone,
  type RequestApi,
  type Team,
} from '#support/product/requests.ts'

/** Somebody wants to sign as Ben, who is an approver, with a device of their own. */

const HOUR = 3_600_000

let api: RequestApi
beforeAll(async () => {
  api = await openRequests()
})
afterAll(() => api?.product.close())

const stateOf = async (deviceId: string, owner: Person) =>
  (await api.get('/users/devices', owner)).body.find(({ id }: { id: string }) => id === deviceId)
const approve = async (phone: Phone, requestId: string, who: Person): Promise<Answered> => {
  const { challenge } = (await api.post(`/requests/challenge/${requestId}`, who)).body
  return api.post(`/requests/approve/${requestId}`, who, await phone.proofFor(challenge))
}
const challengeFor = (deviceId: string, voucher: Person) =>
  api.post(`/devices/challenge/${deviceId}`, voucher)
const vouch = async (deviceId: string, voucher: Person, phone: Phone): Promise<Answered> => {
  const { body } = await challengeFor(deviceId, voucher)
  return api.post(
    `/devices/vouch/${deviceId}`,
    voucher,
    await phone.proofFor(body.challenge ?? 'A'.repeat(43)),
  )
}
const stop = (deviceId: string, who: Person) => api.post(`/devices/stop/${deviceId}`, who)
const waiting = {
  status: 409,
  body: { code: 'device.waiting', details: [{ usableFrom: expect.any(String) }] },
}

/** Ben with a phone, and a request that waits for him. */
const victim = async () => {
  const team = await api.team()
  const phone = await api.enrol(team.ben)
  return { ...team, phone, requestId: await api.newRequest(team) }
}

/** The reader of the mailbox sets a password and logs in. */
const resetByMailbox = async ({ email, userId, ...person }: Person): Promise<Person> => {
  const { product } = api
  await reserveAddress(product, { email, userId })
  await product.call('POST', '/auth/reset-password', { body: { email } })
  const tokens = resetTokens(product.platform, 'web')
  const generation = (await tokens.current(userId))!.generation
  const password = 'a password of the thief'
  const body = { verificationUuid: tokens.token(userId, generation), password, confirm: password }
  expect((await product.call('POST', '/auth/change-password', { body })).status).toBe(200)
  const login = await product.call('POST', '/auth/login', { body: { email, password } })
  expect(login.status).toBe(200)
  return { ...person, email, userId, token: login.body.access_token }
}

describe('a thief of the mailbox', () => {
  test('resets the password and enrols a phone: it waits, signs nothing, and the owner stops it', async () => {
    const { ben, phone, requestId } = await victim()
    const thief = await resetByMailbox(ben)
    const theirs = await api.enrol(thief)
    expect(await stateOf(theirs.deviceId, thief)).toMatchObject({ state: 'waiting', enrolledBy: 'waited' })
    expect(await approve(theirs, requestId, thief)).toMatchObject(waiting)
    const owner = await api.newSession(ben)
    expect((await stop(theirs.deviceId, owner)).status).toBe(200)
    expectRefused(await approve(theirs, requestId, thief), 403, 'proof.invalid')
    expect((await approve(phone, requestId, owner)).status).toBe(200)
  })

  test('removes all devices of the owner first: the new one waits all the same', async () => {
    const { ben, phone, requestId } = await victim()
    const thief = await resetByMailbox(ben)
    const removal = await api.product.call('DELETE', `/users/remove-device/${phone.deviceId}`, thief)
    expect(removal.status).toBe(200)
    const theirs = await api.enrol(thief)
    expect(await approve(theirs, requestId, thief)).toMatchObject(waiting)
  })

  test('takes the account of somebody who never had a device: the first one waits after a reset', async () => {
    const team = await api.team()
    const requestId = await api.newRequest(team)
    const thief = await resetByMailbox(team.ben)
    const theirs = await api.enrol(thief)
    expect(await approve(theirs, requestId, thief)).toMatchObject(waiting)
    expect(await stateOf(theirs.deviceId, thief)).toMatchObject({ state: 'waiting', enrolledBy: 'waited' })
  })

  test('asks for another reset after theirs: the first device waits all the same', async () => {
    const { ben } = await api.team()
    const thief = await resetByMailbox(ben)
    await api.product.call('POST', '/auth/reset-password', { body: { email: ben.email } })
    expect(await stateOf((await api.enrol(thief)).deviceId, thief)).toMatchObject({ state: 'waiting' })
  })
})

describe('a thief of a session', () => {
  test('enrols a passkey while the login is fresh: it waits, and does not log in', async () => {
    const { ben } = await victim()
    const theirs = await enrolPasskey(api.product, ben)
    expect(await stateOf(theirs.deviceId, ben)).toMatchObject({ state: 'waiting' })
    const { body } = await api.product.call('POST', '/auth/passkey-options')
    const response = theirs.authenticator.get(body.challenge, { userId: ben.userId })
    expect(await api.product.call('POST', '/auth/login-passkey', { body: { response } })).toMatchObject(
      waiting,
    )
  })

  test('does not learn from a login whether a passkey of somebody else waits', async () => {
    const { ben } = await victim()
    const { authenticator } = await enrolPasskey(api.product, ben)
    const { body } = await api.product.call('POST', '/auth/passkey-options')
    const response = authenticator.get(body.challenge, { userId: ben.userId, flags: 0x01 })
    expectRefused(
      await api.product.call('POST', '/auth/login-passkey', { body: { response } }),
      401,
      'login.failed',
    )
  })

  test('vouches for the new device with the new device, or with another new one', async () => {
    const { ben } = await victim()
    const first = await api.enrol(ben)
    const second = await api.enrol(ben, first)
    expect(second.deviceId).toBe('undefined')
    const ids = (await api.get('/users/devices', ben)).body.map(({ state }: { state: string }) => state)
    expect(ids).toEqual(['usable', 'waiting'])
  })

  test('vouches for it as the person who owns it', async () => {
    const { ben, phone } = await victim()
    const { deviceId } = await api.enrol(ben)
    expectRefused(await challengeFor(deviceId, ben), 403, 'access.denied')
    expectRefused(await vouch(deviceId, ben, phone), 403, 'access.denied')
  })

  test('has a colleague sign for one key and enrols another', async () => {
    const { ben, phone } = await victim()
    const [good, bad] = [await newDevice(), await newDevice()]
    const body = { kind: 'pin', publicKey: good.publicKey }
    const { challenge, vouch: asked } = (await api.post('/users/register-device-options', ben, body)).body
    const { proof } = await phone.proofFor(asked.challenge)
    const given = { ...(await bad.registration(challenge)), name: 'Phone', pin: PIN, vouch: proof }
    expectRefused(await api.post('/users/register-device', ben, given), 409, 'challenge.spent')
  })

  test('presents the signature of an approval as a vouch', async () => {
    const { ben, phone, requestId } = await victim()
    const { proof } = await phone.prove(requestId)
    const device = await newDevice()
    const { challenge } = (await api.post('/users/register-device-options', ben, { kind: 'pin' })).body
    const given = { ...(await device.registration(challenge)), name: 'Phone', pin: PIN, vouch: proof }
    expectRefused(await api.post('/users/register-device', ben, given), 409, 'challenge.spent')
  })
})

describe('a waiting device', () => {
  /** Cleo may decide and ask; her second phone waits. */
  const standing = async () => {
    const team = await victim()
    const cleo = await api.colleague(team, { approver: true, requester: true })
    const first = await api.enrol(cleo)
    return { ...team, cleo, first, second: await api.enrol(cleo) }
  }

  test('signs no approval, no call check and no vouch', async () => {
    const { anna, ben, cleo, id, second } = await standing()
    const request = await api.ask(anna, id, { approverId: cleo.participantId })
    expect(await approve(second, request.body.id, cleo)).toMatchObject(waiting)
    expect(await api.newVerification(cleo, second, id, { approverId: ben.participantId })).toMatchObject(
      waiting,
    )
    const { deviceId } = await api.enrol(ben)
    expect(await vouch(deviceId, cleo, second)).toMatchObject(waiting)
  })

  test('is not offered to sign with, and does not count as the device of an approver', async () => {
    const team = await api.team()
    await resetByMailbox(team.ben)
    const key = await enrolPasskey(api.product, await api.newSession(team.ben))
    expect(await stateOf(key.deviceId, await api.newSession(team.ben))).toMatchObject({ state: 'waiting' })
    const { body } = await api.get(`/requests/approvers/${team.id}`, team.anna)
    expect(body).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ participantId: team.ben.participantId, hasDevice: false }),
      ]),
    )
    const requestId = await api.newRequest(team)
    const challenge = await api.post(`/requests/challenge/${requestId}`, await api.newSession(team.ben))
    expect(challenge.body.passkey).toBeNull()
  })

  test('signs once its time has come', async () => {
    const { ben, requestId } = await victim()
    const second = await api.enrol(ben)
    const { usableFrom } = await stateOf(second.deviceId, ben)
    expect(new Date(usableFrom).getTime() - api.product.clock.now().getTime()).toBeGreaterThan(23.9 * HOUR)
    api.product.clock.advance(24 * HOUR)
    const later = await api.newSession(ben)
    expect(await stateOf(second.deviceId, later)).toMatchObject({
      state: 'usable',
      usableFrom: null,
      enrolledBy: 'waited',
    })
    expect((await approve(second, requestId, later)).status).toBe(200)
  })

  test('signs once a colleague who may decide has vouched for it', async () => {
    const { ben, requestId, cleo, first } = await standing()
    const second = await api.enrol(ben)
    expect((await api.get('/devices/waiting', cleo)).body).toMatchObject([
      {
        device: { id: second.deviceId, state: 'waiting' },
        person: { userId: ben.userId, participantId: ben.participantId, email: ben.email },
        mayVouch: true,
        mayStop: false,
      },
    ])
    expect(await vouch(second.deviceId, cleo, first)).toMatchObject({
      status: 200,
      body: { id: second.deviceId, state: 'usable', enrolledBy: 'colleague', usableFrom: null },
    })
    expectRefused(await challengeFor(second.deviceId, cleo), 409, 'device.not-waiting')
    expectRefused(await stop(second.deviceId, ben), 409, 'device.not-waiting')
    expect((await approve(second, requestId, ben)).status).toBe(200)
  })

  test('that was stopped is gone, and its key can be enrolled anew', async () => {
    const { ben, requestId, admin } = await victim()
    const authenticator = newAuthenticator(api.product.platform.config.PUBLIC_BASE_URL)
    const { deviceId } = await enrolPasskey(api.product, ben, authenticator)
    const key = crypto.randomUUID()
    const stopIt = () => api.post(`/devices/stop/${deviceId}`, admin, undefined, { 'idempotency-key': key })
    expect([(await stopIt()).status, (await stopIt()).status]).toEqual([200, 200])
    expectRefused(await stop(deviceId, admin), 404, 'device.not-found')
    const { challenge } = (await api.post(`/requests/challenge/${requestId}`, ben)).body
    const proof = { challenge, deviceId, assertion: authenticator.get(challenge) }
    expectRefused(await api.post(`/requests/approve/${requestId}`, ben, { proof }), 403, 'proof.invalid')
    expect((await enrolPasskey(api.product, ben, authenticator)).deviceId).not.toBe(deviceId)
  })
})

describe('a colleague', () => {
  const withWaiting = async (): Promise<Team & { deviceId: string; phone: Phone }> => {
    const team = await victim()
    return { ...team, deviceId: (await api.enrol(team.ben)).deviceId }
  }

  test('of another workspace neither sees, vouches for nor stops a device', async () => {
    const { deviceId } = await withWaiting()
    const other = await victim()
    const strangers: readonly (readonly [Person, Phone])[] = [
      [other.ben, other.phone],
      [other.admin, await api.enrol(other.admin)],
    ]
    for (const [stranger, phone] of strangers) {
      expect((await api.get('/devices/waiting', stranger)).body).toEqual([])
      expectRefused(await challengeFor(deviceId, stranger), 404, 'device.not-found')
      expectRefused(await vouch(deviceId, stranger, phone), 404, 'device.not-found')
      expectRefused(await stop(deviceId, stranger), 404, 'device.not-found')
    }
  })

  test('who may not decide, or is switched off, vouches for nobody', async () => {
    const { deviceId, anna, admin, ...workspace } = await withWaiting()
    const cleo = await api.colleague({ ...workspace, admin }, { approver: true })
    const phone = await api.enrol(cleo)
    const { challenge } = (await challengeFor(deviceId, cleo)).body
    const switched = { participantId: cleo.participantId, value: false }
    await api.product.call('PATCH', '/participants/change-activity', { token: admin.token, body: switched })
    const proof = await phone.proofFor(challenge)
    expectRefused(await api.post(`/devices/vouch/${deviceId}`, cleo, proof), 403, 'access.denied')
    expectRefused(await challengeFor(deviceId, anna), 403, 'access.denied')
    expectRefused(await stop(deviceId, anna), 403, 'access.denied')
    for (const who of [cleo, anna]) expect((await api.get('/devices/waiting', who)).body).toEqual([])
  })

  test('who is tricked signs for one device: the signature counts for no other', async () => {
    const { deviceId, ben, admin } = await withWaiting()
    const other = (await api.enrol(ben)).deviceId
    const phone = await api.enrol(admin)
    const { challenge } = (await challengeFor(deviceId, admin)).body
    const proof = await phone.proofFor(challenge)
    expectRefused(await api.post(`/devices/vouch/${other}`, admin, proof), 409, 'challenge.spent')
    expect((await api.post(`/devices/vouch/${deviceId}`, admin, proof)).status).toBe(200)
    expectRefused(await api.post(`/devices/vouch/${deviceId}`, admin, proof), 409, 'device.not-waiting')
  })
})
