import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { forgetCallChecks } from '#modules/requests/call-check/call-check.store.ts'
import { buildWorker } from '../../../../services/worker/worker.ts'
import { recordDeadlines } from '../../../../services/worker/deadlines.ts'
import { rebuild } from '#support/read-models/builds.ts'
import type { Answered } from '#support/product/product.ts'
import {
  verificationBody,
  expectRefused,
  openRequests,
  withOwnProduct,
  type RequestApi,
} from '#support/product/requests.ts'
import { everything } from '#support/read-models/stored-rows.ts'

let api: RequestApi
beforeAll(async () => {
  api = await openRequests()
})
afterAll(() => api?.product.close())

/** Anna and Ben, both with a phone. */
const standing = async (on = api, body: Record<string, unknown> = {}) => {
  const team = await on.team()
  const [annasPhone, bensPhone] = [await on.enrol(team.anna), await on.enrol(team.ben)]
  const made = await on.newVerification(team.anna, annasPhone, team.id, {
    approverId: team.ben.participantId,
    ...body,
  })
  expect(made.status).toBe(201)
  const requestId: string = made.body.id
  const number: string = made.body.number
  const approve = async (typed: string | undefined, who = team.ben, phone = bensPhone): Promise<Answered> =>
    on.post(`/requests/approve/${requestId}`, who, { ...(await phone.prove(requestId)), number: typed })
  const details = (who: { token: string }) => on.get(`/requests/details/${requestId}`, who)
  return { ...team, annasPhone, bensPhone, made: made.body, requestId, number, approve, details }
}
/** Different wrong numbers. */
const others = (number: string): readonly string[] =>
  Array.from({ length: 90 }, (_, i) => String(10 + i)).filter((other) => other !== number)

const MISMATCH = { status: 'declined', closedReason: 'code-mismatch' }

describe('a verification', () => {
  test('expires after five minutes, and is approved with a proof and the spoken number', async () => {
    const { made, number, approve, details, anna, ben, admin, requestId } = await standing()
    expect(made).toMatchObject({ type: 'verification', status: 'pending' })
    expect(number).toMatch(/^[1-9][0-9]$/)
    const lives = Date.parse(made.expiresAt) - Date.parse(made.createdAt)
    expect(lives).toBeLessThanOrEqual(300_000)
    expect(lives).toBeGreaterThan(180_000)
    const approved = await approve(number)
    expect(approved).toMatchObject({ status: 200, body: { status: 'approved', assurance: 'pin' } })
    for (const who of [anna, ben, admin])
      expect((await details(who)).body).toEqual({ ...approved.body, timeline: expect.any(Array) })
    expect(await api.types(requestId)).toEqual(['RequestCreated', 'RequestApproved'])
  })

  test('needs a number of two digits before the proof is checked', async () => {
    const { requestId, ben, bensPhone, number } = await standing()
    const body = await bensPhone.prove(requestId)
    const approve = (more: object) => api.post(`/requests/approve/${requestId}`, ben, { ...body, ...more })
    expectRefused(await approve({}), 400, 'number.missing')
    for (const odd of ['7', '07', '100', 'ab', '', ' 12', '١٢'])
      expectRefused(await approve({ number: odd }), 400, 'input.invalid')
    expect((await approve({ number })).status).toBe(200)
  })

  test('can be answered by any approver if none is named, but never by the requester', async () => {
    const team = await api.team()
    const phone = await api.enrol(team.admin)
    const { body } = await api.newVerification(team.admin, phone, team.id)
    const { number } = body
    const own = await api.post(`/requests/approve/${body.id}`, team.admin, {
      ...(await phone.proofFor('A'.repeat(43))),
      number,
    })
    expectRefused(own, 403, 'access.denied')
    const bens = await api.enrol(team.ben)
    const approved = { ...(await bens.prove(body.id)), number }
    expect((await api.post(`/requests/approve/${body.id}`, team.ben, approved)).status).toBe(200)
  })

  test('can be withdrawn, declined and expire like any request, and then be created again', () =>
    withOwnProduct({}, async (own) => {
      const { anna, ben, id, annasPhone, requestId } = await standing(own)
      const again = () => own.newVerification(anna, annasPhone, id, { approverId: ben.participantId })
      expectRefused(await again(), 409, 'request.limit')
      await own.post(`/requests/withdraw/${requestId}`, anna)
      const second = await again()
      await own.decline(second.body.id, ben)
      const third = await again()
      own.product.clock.advance(300_001)
      const proof = { proof: (await annasPhone.proofFor('A'.repeat(43))).proof, number: third.body.number }
      const closed = { status: 'declined', closedReason: 'expired' }
      expectRefused(
        await own.post(`/requests/approve/${third.body.id}`, ben, proof),
        409,
        'request.closed',
        closed,
      )
    }))
})

describe('the number', () => {
  test('is shown only to the requester, while the request is pending', async () => {
    const { anna, ben, admin, id, details, number, made, requestId } = await standing()
    expect((await details(anna)).body).toMatchObject({ number, seen: made.seen })
    const answers = [await details(ben), await details(admin)]
    for (const who of [anna, ben, admin]) {
      answers.push(await api.get(`/requests/list/${id}`, who), await api.get('/requests/inbox', who))
      answers.push(await api.post(`/requests/challenge/${requestId}`, ben))
    }
    for (const { body, status } of answers) {
      expect(status).toBe(200)
      expect(JSON.stringify(body)).not.toMatch(/"number"|"seen"/)
    }
    await api.decline(requestId, ben)
    expect((await details(anna)).body).not.toHaveProperty('number')
  })

  test('is in no event, survives a rebuild, and is deleted when the request is closed', async () => {
    const { anna, ben, requestId, details, number, approve } = await standing()
    await approve(others(number)[0])
    await rebuild(api.product.platform.db)
    expect((await details(anna)).body.number).toBe(number)
    const rows = () => api.product.platform.db('call_checks').where({ request_id: requestId })
    expect(await rows()).toHaveLength(1)
    const worker = buildWorker(api.product.platform)
    await worker.start()
    try {
      await api.decline(requestId, ben)
      await vi.waitFor(async () => expect(await rows()).toEqual([]), { timeout: 20_000, interval: 50 })
    } finally {
      await worker.stop()
    }
    for (const { data } of await api.facts(requestId)) expect(Object.keys(data)).not.toContain('number')
    const held = (await everything(api.product.platform.db)).filter(({ text }) =>
      text.includes(`"number": "${number}"`),
    )
    expect(held.map(({ name }) => name)).toEqual([])
  })

  test('is deleted after its expiry, even without a worker', () =>
    withOwnProduct({}, async (own) => {
      const { requestId } = await standing(own)
      const rows = () => own.product.platform.db('call_checks').where({ request_id: requestId })
      await forgetCallChecks(own.product.platform)
      expect(await rows()).toHaveLength(1)
      own.product.clock.advance(300_000)
      await forgetCallChecks(own.product.platform)
      expect(await rows()).toEqual([])
    }))

  test('may be wrong once, which the requester sees', async () => {
    const { number, approve, requestId, details, anna } = await standing()
    expect((await details(anna)).body.seen).not.toHaveProperty('wrongAt')
    expectRefused(await approve(others(number)[0]), 403, 'number.wrong', { field: 'number', triesLeft: 1 })
    expect((await details(anna)).body.seen).toMatchObject({ wrongAt: expect.any(String) })
    expect((await approve(number)).status).toBe(200)
    expect(await api.types(requestId)).toEqual(['RequestCreated', 'NumberRefused', 'RequestApproved'])
  })

  test('closes the request when it is wrong twice; then no number is accepted', async () => {
    const { number, approve, requestId, details, anna, bensPhone, ben } = await standing()
    const early = await bensPhone.prove(requestId)
    const [one, two] = others(number)
    await approve(one)
    expectRefused(await approve(two), 409, 'request.closed', MISMATCH)
    const late = await api.post(`/requests/approve/${requestId}`, ben, { ...early, number })
    expectRefused(late, 409, 'request.closed', MISMATCH)
    expect((await details(anna)).body).toMatchObject(MISMATCH)
    expect(await api.types(requestId)).toEqual([
      'RequestCreated',
      'NumberRefused',
      'NumberRefused',
      'RequestClosed',
    ])
  })

  test('counts a repeated answer once, and rejects another number with the same proof', async () => {
    const { number, requestId, bensPhone, ben } = await standing()
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const proof = await bensPhone.prove(requestId)
    const send = (typed: string | undefined) =>
      api.post(`/requests/approve/${requestId}`, ben, { ...proof, number: typed }, headers)
    const [one] = others(number)
    for (let i = 0; i < 3; i += 1) expectRefused(await send(one), 403, 'number.wrong', { triesLeft: 1 })
    for (const other of [number, others(number)[1]]) expectRefused(await send(other), 409, 'challenge.spent')
    expect(await api.types(requestId)).toEqual(['RequestCreated', 'NumberRefused'])
  })

  test('is not checked without a valid proof', async () => {
    const { number, requestId, ben, bensPhone } = await standing()
    for (const typed of others(number).slice(0, 3)) {
      const wrongPin = { ...(await bensPhone.prove(requestId, { pin: '739104' })), number: typed }
      expectRefused(await api.post(`/requests/approve/${requestId}`, ben, wrongPin), 403, 'proof.invalid')
    }
    const { db } = api.product.platform
    expect(await db('call_checks').where({ request_id: requestId })).toMatchObject([{ tried: {} }])
  })

  test('allows at most two guesses when all 90 numbers arrive at once', async () => {
    const { number, requestId, ben, bensPhone } = await standing()
    const typed = [...others(number).slice(0, 19), number]
    const proofs = []
    for (let i = 0; i < typed.length; i += 1) proofs.push(await bensPhone.prove(requestId))
    const answers = await Promise.all(
      proofs.map((proof, i) =>
        api.post(`/requests/approve/${requestId}`, ben, { ...proof, number: typed[i] }),
      ),
    )
    const { db } = api.product.platform
    const [row] = await db('call_checks').where({ request_id: requestId })
    const tried = Object.values(row.tried)
    expect(tried).toHaveLength(2)
    const isApproved = answers.some(({ status }) => status === 200)
    expect(isApproved).toBe(tried.includes(number))
    const types = await api.types(requestId)
    expect(types.at(-1)).toBe(isApproved ? 'RequestApproved' : 'RequestClosed')
    expect(types.filter((type) => type === 'NumberRefused').length).toBeLessThanOrEqual(2)
  })
})

describe('the delivery state', () => {
  test('shows the requester that the request was delivered, then that it was opened', () =>
    withOwnProduct({}, async (own) => {
      const { anna, ben, admin, details, made } = await standing(own)
      expect(made.seen).toEqual({ deliveredAt: null, openedAt: null })
      const seen = async () => (await details(anna)).body.seen
      await details(anna)
      await details(admin)
      await own.get('/requests/inbox', anna)
      expect(await seen()).toEqual({ deliveredAt: null, openedAt: null })
      expect((await own.get('/requests/inbox', ben)).body).toHaveLength(1)
      const delivered = await seen()
      expect(delivered).toEqual({ deliveredAt: expect.any(String), openedAt: null })
      await details(ben)
      const opened = await seen()
      expect(opened).toEqual({ ...delivered, openedAt: expect.any(String) })
      expect(opened.openedAt >= opened.deliveredAt).toBe(true)
      own.product.clock.advance(1_000)
      await details(ben)
      await own.get('/requests/inbox', ben)
      expect(await seen()).toEqual(opened)
    }))
})

describe('creating requests', () => {
  test('is preceded by a list that shows who has a device', async () => {
    const { id, anna, ben, admin } = await api.team()
    await api.enrol(ben)
    const { body } = await api.get(`/requests/approvers/${id}`, anna)
    const has = (email: string) => body.find((one: { email: string }) => one.email === email).hasDevice
    expect([has(ben.email), has(admin.email)]).toEqual([true, false])
  })

  test('is muted for 15 minutes after three noes within ten minutes, whether a check was declined or its claim denied', () =>
    withOwnProduct({ RATE_FACTOR: 1 }, async (own) => {
      const { anna, ben, id, annasPhone, requestId } = await standing(own)
      const claim = { asks: { kind: 'payment' }, call: 'was-called' }
      const again = () =>
        own.newVerification(anna, annasPhone, id, { approverId: ben.participantId, ...claim })
      await own.decline(requestId, ben)
      own.product.clock.advance(60_000)
      const denied = await own.post(`/requests/deny/${(await again()).body.id}`, ben, { call: 'i-called' })
      expect(denied.body.closedReason).toBe('claim-denied')
      await own.decline((await own.newVerification(anna, annasPhone, id)).body.id, ben)
      const refused = await own.post(`/requests/prepare/${id}`, anna, verificationBody())
      expectRefused(refused, 429, 'request.muted')
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(880)
      expect((await own.ask(anna, id)).status).toBe(201)
      own.product.clock.advance(900_000)
      const later = await own.newSession(anna)
      expect((await own.newVerification(later, annasPhone, id)).status).toBe(201)
    }))

  test('is muted by unanswered requests from their expiry, before the event is appended', () =>
    withOwnProduct({ RATE_FACTOR: 1 }, async (own) => {
      const { anna, ben, admin, id } = await own.team()
      const other = await own.colleague({ id, admin }, { approver: true })
      const third = await own.colleague({ id, admin }, { approver: true })
      const phone = await own.enrol(anna)
      const check = (body?: { readonly approverId: string }) => own.newVerification(anna, phone, id, body)
      await check({ approverId: ben.participantId })
      await check({ approverId: other.participantId })
      const last = await check()
      own.product.clock.advance(299_000)
      const toThird = verificationBody({ approverId: third.participantId })
      expect((await own.post(`/requests/prepare/${id}`, anna, toThird)).status).toBe(200)
      own.product.clock.advance(1_000)
      expectRefused(await own.post(`/requests/prepare/${id}`, anna, verificationBody()), 429, 'request.muted')
      expect(await own.types(last.body.id)).toEqual(['RequestCreated'])
      await recordDeadlines(own.product.platform)
      expectRefused(await check(), 429, 'request.muted')
    }))

  test('is not muted by withdrawn requests or unavailable participants', () =>
    withOwnProduct({ RATE_FACTOR: 1 }, async (own) => {
      const { anna, ben, admin, id } = await own.team()
      const other = await own.colleague({ id, admin }, { approver: true })
      const phone = await own.enrol(anna)
      const check = (approverId?: string) =>
        own.newVerification(anna, phone, id, approverId === undefined ? {} : { approverId })
      for (const approverId of [ben.participantId, other.participantId, undefined]) {
        const { body } = await check(approverId)
        await own.post(`/requests/withdraw/${body.id}`, anna)
      }
      own.product.clock.advance(30_000)
      expect((await check()).status).toBe(201)
    }))
})

test('an unanswered verification is recorded as expired', () =>
  withOwnProduct({}, async (own) => {
    const { requestId, details, anna } = await standing(own)
    own.product.clock.advance(300_000)
    expect((await details(anna)).body).not.toHaveProperty('number')
    await recordDeadlines(own.product.platform)
    expect(await own.types(requestId)).toEqual(['RequestCreated', 'RequestClosed'])
  }))
