import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallWay } from '#contract/requests/requests.ts'
import { signaturesOf } from '#modules/requests/proof/verify-request.ts'
import { expectRefused, openRequests, type RequestApi } from '#support/product/requests.ts'

/**
 * An attacker with two telephones calls the accountant (Anna) as the director, and the director (Ben) as the accountant. He hears
 * the number from one and says it to the other.
 */

let api: RequestApi
beforeAll(async () => {
  api = await openRequests()
})
afterAll(() => api?.product.close())

const PAYMENT = { title: 'Pay 48,000 euros to a new account', asks: { kind: 'payment' } } as const

/** Anna asks whether Ben wants the payment. */
const check = async (call: CallWay, more: Record<string, unknown> = {}) => {
  const team = await api.team()
  const { anna, ben, id, admin } = team
  const [annas, bens] = [await api.enrol(anna), await api.enrol(ben)]
  const made = await api.newVerification(anna, annas, id, {
    approverId: ben.participantId,
    ...PAYMENT,
    call,
    ...more,
  })
  expect(made.status).toBe(201)
  const requestId: string = made.body.id
  const challenge = (body?: unknown) => api.post(`/requests/challenge/${requestId}`, ben, body)
  const approve = async (answer: CallWay, number: string = made.body.number) =>
    api.post(`/requests/approve/${requestId}`, ben, {
      ...(await bens.prove(requestId, { call: answer })),
      number,
    })
  const details = async (who: { token: string }) =>
    (await api.get(`/requests/details/${requestId}`, who)).body
  const alerts = async () =>
    (await api.get('/requests/alerts', admin)).body.map(({ kind }: { kind: string }) => kind)
  return { ...team, requestId, made: made.body, annas, bens, challenge, approve, details, alerts }
}

describe('a relay of two calls', () => {
  test('both say that they were called: the check closes before a number is typed, and the admins are alerted', async () => {
    const { challenge, details, anna, ben, alerts, requestId } = await check('was-called')
    expectRefused(await challenge({ call: 'was-called' }), 409, 'call.both-called')
    const closed = { status: 'declined', closedReason: 'both-called' }
    for (const who of [anna, ben])
      expect(await details(who)).toMatchObject({
        ...closed,
        call: { requester: 'was-called', approver: 'was-called' },
      })
    expect(await alerts()).toEqual(['both-called'])
    expectRefused(await challenge({ call: 'i-called' }), 409, 'request.closed', closed)
    expect(await api.types(requestId)).toEqual([
      'RequestCreated',
      'CallDescribed',
      'BothWereCalled',
      'RequestClosed',
    ])
  })

  test('the right number does not help: an answer that changes on the way closes the check too', async () => {
    const { bens, ben, made, requestId, details } = await check('was-called')
    const proof = await bens.prove(requestId, { call: 'i-called' })
    const sent = { ...proof, call: 'was-called', number: made.number }
    expectRefused(await api.post(`/requests/approve/${requestId}`, ben, sent), 409, 'call.both-called')
    expect(await details(ben)).toMatchObject({ closedReason: 'both-called' })
  })

  test('what is approved is what was signed: another answer than that of the challenge is refused', async () => {
    const { bens, ben, made, requestId } = await check('video')
    const proof = await bens.prove(requestId, { call: 'video' })
    const sent = { ...proof, call: 'side-by-side', number: made.number }
    expectRefused(await api.post(`/requests/approve/${requestId}`, ben, sent), 409, 'challenge.spent')
  })

  test('two who both called are asked once more, and nothing is closed', async () => {
    const { challenge, details, ben, approve } = await check('i-called')
    expectRefused(await challenge({ call: 'i-called' }), 409, 'call.unclear')
    expect(await details(ben)).toMatchObject({ status: 'pending' })
    expect((await approve('was-called')).status).toBe(200)
  })

  test('the approver answers before they see the answer of the requester', async () => {
    const { challenge, details, anna, ben, admin, made } = await check('was-called')
    expect(made.call).toEqual({ requester: 'was-called', approver: null })
    expect(await details(anna)).toMatchObject({ call: made.call, asks: PAYMENT.asks })
    for (const who of [ben, admin]) {
      const { call, calledBack, asks } = await details(who)
      expect([call, calledBack, asks]).toEqual([null, undefined, PAYMENT.asks])
    }
    expect((await api.get('/requests/inbox', ben)).body).toMatchObject([{ call: null }])
    expectRefused(await challenge(), 400, 'call.missing')
    const { content } = (await challenge({ call: 'i-called' })).body
    expect(content).toMatchObject({
      v: 2,
      asks: PAYMENT.asks,
      call: { requester: 'was-called', approver: 'i-called' },
      calledBack: false,
    })
  })
})

describe('a claim that is not the caller’s', () => {
  test('"I am talking to them, but I did not ask for this" closes the check and alerts the admins', async () => {
    const { requestId, ben, anna, details, alerts, id, admin } = await check('was-called')
    const deny = () => api.post(`/requests/deny/${requestId}`, ben, { call: 'i-called' })
    const closed = { status: 'declined', closedReason: 'claim-denied' }
    expect(await deny()).toMatchObject({ status: 200, body: closed })
    expect(await deny()).toMatchObject({ status: 200, body: closed })
    expect(await details(anna)).toMatchObject({
      ...closed,
      call: { requester: 'was-called', approver: 'i-called' },
    })
    expect(await alerts()).toEqual(['claim-denied'])
    const { body } = await api.get(`/workspaces/history/${id}?action=request.claim-denied`, admin)
    expect(body.entries).toHaveLength(1)
    expect(await api.types(requestId)).toEqual([
      'RequestCreated',
      'CallDescribed',
      'ClaimDenied',
      'RequestClosed',
    ])
  })

  test('no quiet no: such a check cannot be declined, and stays open for an answer that alerts the admins', async () => {
    const { requestId, ben, details, alerts } = await check('was-called')
    expectRefused(await api.decline(requestId, ben), 409, 'call.no-decline')
    expect(await details(ben)).toMatchObject({ status: 'pending' })
    expect((await api.post(`/requests/report/${requestId}`, ben)).status).toBe(200)
    expect(await alerts()).toEqual(['reported'])
  })

  test('an installed app of before can still decline a check that says nothing about the call', async () => {
    const { anna, ben, id } = await api.team()
    const made = await api.newVerification(anna, await api.enrol(anna), id)
    expect((await api.decline(made.body.id, ben)).body).toMatchObject({ status: 'declined' })
  })

  test('only who is asked can deny a claim, only in a check, and only while it is open', async () => {
    const { requestId, anna, ben, id, approve } = await check('was-called')
    const deny = (who: { token: string }, one = requestId) =>
      api.post(`/requests/deny/${one}`, who, { call: 'video' })
    expectRefused(await deny(anna), 403, 'access.denied')
    const { body: approval } = await api.ask(anna, id, {})
    expectRefused(await deny(ben, approval.id), 409, 'request.no-check')
    expect((await approve('i-called')).status).toBe(200)
    expectRefused(await deny(ben), 409, 'request.closed', { status: 'approved', closedReason: null })
  })
})

describe('what a confirmed check proves', () => {
  test('a new key that a PIN opens, at a first contact and without a call back, is weak and says so', async () => {
    const { approve, details, anna, requestId } = await check('was-called')
    const { body } = await approve('i-called')
    expect(body).toMatchObject({
      status: 'approved',
      call: { requester: 'was-called', approver: 'i-called' },
      calledBack: false,
      weak: ['not-called-back', 'pin', 'new-device', 'first-contact'],
    })
    expect(await details(anna)).toEqual({ ...body, timeline: expect.any(Array) })
    const found = []
    for await (const signature of signaturesOf(api.product.platform, requestId, [])) found.push(signature)
    expect(found.map(({ type, fault }) => [type, fault])).toEqual([
      ['RequestCreated', null],
      ['RequestApproved', null],
    ])
  })

  test('a second check between the two is no first contact any more', async () => {
    const { approve, anna, annas, ben, bens, id } = await check('was-called')
    expect((await approve('i-called')).status).toBe(200)
    const again = { approverId: ben.participantId, ...PAYMENT, call: 'video' }
    const { body: second } = await api.newVerification(anna, annas, id, again)
    const proof = await bens.prove(second.id, { call: 'video' })
    const { body } = await api.post(`/requests/approve/${second.id}`, ben, {
      ...proof,
      number: second.number,
    })
    expect(body.weak).toEqual(['not-called-back', 'pin', 'new-device'])
  })

  test('asks and call come together, and only in a verification', async () => {
    const { id, anna, ben } = await api.team()
    const prepare = (body: object) =>
      api.post(`/requests/prepare/${id}`, anna, {
        type: 'verification',
        title: 'Pay it',
        approverId: ben.participantId,
        ...body,
      })
    const { asks } = PAYMENT
    for (const odd of [
      { asks },
      { call: 'video' },
      { calledBack: true },
      { asks: { kind: 'gift' }, call: 'video' },
    ])
      expectRefused(await prepare(odd), 400, 'input.invalid')
    expectRefused(await prepare({ type: 'approval', asks, call: 'video' }), 400, 'input.invalid')
    const { content } = (await prepare({ asks, call: 'i-called' })).body
    expect(content).toMatchObject({ v: 2, kind: 'creation', asks, call: 'i-called', calledBack: false })
  })
})
