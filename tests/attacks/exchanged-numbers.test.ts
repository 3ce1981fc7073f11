import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signaturesOfChanges } from '#modules/workspaces/changes/verify-changes.ts'
import { expectRefused, requestsOf, type RequestApi } from '#support/product/requests.ts'
import { openProduct, type Person, type Product } from '#support/product/product.ts'
import { changesOf } from '#support/workspaces/changes.ts'

/** An attacker exchanges the call-back number of the director (Ben) for his own, and then says: "Call me back." */

const HOUR = 3_600_000
const OLD = '+4935147110'
const HIS = '+447700900123'
const PAYMENT = { title: 'Pay 48,000 euros', asks: { kind: 'payment' }, call: 'i-called' } as const

let product: Product
let api: RequestApi
let changes: ReturnType<typeof changesOf>
beforeAll(async () => {
  product = await openProduct()
  api = requestsOf(product)
  changes = changesOf(product)
})
beforeEach(() => product.platform.db('throttles').delete())
afterAll(() => product?.close())

const set = (who: Person, participantId: string, number: string | null) =>
  changes.call(who, 'PATCH', '/participants/change-call-back', { participantId, number })
/** As long as a new number waits. Sessions are older than five minutes then. */
const wait = () => product.clock.advance(24 * HOUR)
const prepare = (who: Person, id: string, body: object) =>
  api.post(`/requests/prepare/${id}`, who, { type: 'verification', ...PAYMENT, ...body })
const calledBack = (who: Person, id: string, approverId: string) =>
  prepare(who, id, { approverId, calledBack: true })
const shownTo = async (who: Person, id: string, participantId: string) =>
  (await api.get(`/requests/approvers/${id}`, who)).body.find(
    (one: { participantId: string }) => one.participantId === participantId,
  )?.callBackNumber
const onFile = async (who: Person, id: string, participantId: string) => {
  const all = await changes.participants(who, id)
  const { callBackNumber, callBackWaiting } = all.find(({ id: one }: { id: string }) => one === participantId)
  return { callBackNumber, waiting: callBackWaiting?.number ?? null }
}

/** Anna may ask, Ben decides. His number counts. */
const withNumber = async () => {
  const team = await api.team()
  expect(await set(team.ben, team.ben.participantId, OLD)).toMatchObject({ status: 200 })
  wait()
  const [anna, ben] = [await api.newSession(team.anna), await api.newSession(team.ben)]
  return { ...team, admin: await changes.newSession(team.admin), anna, ben }
}

describe('with the session of the person', () => {
  test('a thief whose login is not fresh changes nothing', async () => {
    const { admin, ben, id } = await withNumber()
    product.clock.advance(5 * 60_000 + 1)
    expectRefused(await set(ben, ben.participantId, HIS), 403, 'login.too-old')
    const other = await changes.newSession(admin)
    expect(await onFile(other, id, ben.participantId)).toEqual({ callBackNumber: OLD, waiting: null })
  })

  test('a number that was just changed does not count: the one before stays, for a day', async () => {
    const { admin, anna, ben, id } = await withNumber()
    const changed = await set(ben, ben.participantId, HIS)
    expect(changed).toMatchObject({
      status: 200,
      body: { callBackNumber: OLD, callBackWaiting: { number: HIS } },
    })
    const { countsFrom } = changed.body.callBackWaiting
    expect(new Date(countsFrom).getTime() - product.clock.now().getTime()).toBeGreaterThan(23.9 * HOUR)
    expect(await shownTo(anna, id, ben.participantId)).toBe(OLD)
    expect(await onFile(admin, id, ben.participantId)).toEqual({ callBackNumber: OLD, waiting: HIS })
    wait()
    expect(await shownTo(await api.newSession(anna), id, ben.participantId)).toBe(HIS)
  })

  test('who removes the old number first gains nothing: the new one waits all the same, and nobody is called back', async () => {
    const { anna, ben, id } = await withNumber()
    expect((await set(ben, ben.participantId, null)).body).toMatchObject({ callBackNumber: null })
    const first = { callBackNumber: HIS, callBackWaiting: { number: HIS } }
    expect((await set(ben, ben.participantId, HIS)).body).toMatchObject(first)
    expect(await shownTo(anna, id, ben.participantId)).toBe(null)
    expectRefused(await calledBack(anna, id, ben.participantId), 409, 'call.no-number')
  })

  test('who changes it again and again does not shorten the wait, and the old one stays', async () => {
    const { anna, ben, id } = await withNumber()
    for (const number of [HIS, '+447700900124', '+447700900125']) {
      expect((await set(ben, ben.participantId, number)).body.callBackWaiting).toMatchObject({ number })
      expect(await shownTo(anna, id, ben.participantId)).toBe(OLD)
    }
  })

  test('a colleague who is no admin changes nobody else’s number', async () => {
    const { anna, ben } = await withNumber()
    expectRefused(await set(anna, ben.participantId, HIS), 403, 'access.denied')
    expectRefused(await set(anna, ben.participantId, null), 403, 'access.denied')
  })
})

describe('where people are protected', () => {
  const ownId = async (who: Person, id: string) =>
    (await changes.participants(who, id)).find(({ email }: { email: string }) => email === who.email).id

  test('one admin alone changes nobody’s number, and a second one signs the number that he sees', async () => {
    const { anna, cleo, ben, id } = await changes.protectedTeam()
    const changeId = changes.waiting(await set(anna, ben.participantId, HIS))
    expect(await onFile(anna, id, ben.participantId)).toEqual({ callBackNumber: null, waiting: null })
    expectRefused(await changes.approve(anna, anna.phone, changeId), 403, 'access.denied')
    const { body } = await changes.call(cleo, 'GET', `/changes/details/${changeId}`)
    expect(body).toMatchObject({
      action: 'participant.call-back-changed',
      target: { id: ben.participantId, label: ben.email },
      changes: [{ field: 'callBackNumber', before: null, after: HIS }],
    })
    expect(await changes.approve(cleo, cleo.phone, changeId)).toMatchObject({ body: { state: 'done' } })
    expect(await onFile(anna, id, ben.participantId)).toEqual({ callBackNumber: HIS, waiting: null })
    const faults = []
    for await (const { fault } of signaturesOfChanges(product.platform, id, [])) faults.push(fault)
    expect(faults).toEqual([null, null])
  })

  test('a person’s own change needs an admin as well, also without a number before', async () => {
    const { anna, cleo, ben, id } = await changes.protectedTeam()
    const askedUntil = async () =>
      (await api.get('/users/related-workspaces', ben)).body.userWorkspaces[0].callBackAskedUntil
    expect(await askedUntil()).toBeNull()
    const asked = await set(ben, ben.participantId, OLD)
    const changeId = changes.waiting(asked)
    expect(await askedUntil()).toBe(asked.body.change.expiresAt)
    const own = changes.waiting(await set(cleo, await ownId(anna, id), HIS))
    expectRefused(await changes.approve(cleo, cleo.phone, own), 403, 'access.denied')
    await changes.approve(cleo, cleo.phone, changeId)
    expect(await askedUntil()).toBeNull()
    changes.waiting(await set(ben, ben.participantId, HIS))
    expect(await onFile(anna, id, ben.participantId)).toEqual({ callBackNumber: OLD, waiting: null })
  })

  test('who asks again replaces their own wish, and not that of another', async () => {
    const { anna, ben } = await changes.protectedTeam()
    const first = changes.waiting(await set(ben, ben.participantId, OLD))
    expectRefused(await set(anna, ben.participantId, HIS), 409, 'change.exists')
    const second = changes.waiting(await set(ben, ben.participantId, '+49 (0)351 471-11'))
    const stateOf = async (id: string) =>
      (await changes.call(anna, 'GET', `/changes/details/${id}`)).body.state
    expect([await stateOf(first), await stateOf(second)]).toEqual(['withdrawn', 'pending'])
  })

  test('a number that was altered in the read model is not approved', async () => {
    const { anna, cleo, ben } = await changes.protectedTeam()
    const changeId = changes.waiting(await set(anna, ben.participantId, OLD))
    const row = product.platform.db('changes').where({ id: changeId })
    await row.update({ number: HIS })
    expectRefused(await changes.approve(cleo, cleo.phone, changeId), 503, 'fact.altered')
  })

  test('removing needs no second admin: it only takes green away', async () => {
    const { anna, cleo, ben, id } = await changes.protectedTeam()
    await changes.approve(cleo, cleo.phone, changes.waiting(await set(anna, ben.participantId, OLD)))
    expect(await set(ben, ben.participantId, null)).toMatchObject({ status: 200 })
    expect(await onFile(anna, id, ben.participantId)).toEqual({ callBackNumber: null, waiting: null })
  })
})

describe('a requester who claims a call-back', () => {
  test('is believed only if the colleague has a number on file that counts, before anybody signs and after', async () => {
    const { anna, ben, id } = await withNumber()
    expect((await calledBack(anna, id, ben.participantId)).body.content).toMatchObject({ calledBack: true })
    expectRefused(await prepare(anna, id, { anyApprover: true, calledBack: true }), 409, 'call.no-number')
    const annas = await api.enrol(anna)
    const body = { type: 'verification', approverId: ben.participantId, ...PAYMENT, calledBack: true }
    const { challenge } = (await api.post(`/requests/prepare/${id}`, anna, body)).body
    await set(ben, ben.participantId, null)
    const signed = { ...body, ...(await annas.proofFor(challenge)) }
    expectRefused(await api.post(`/requests/create/${id}`, anna, signed), 409, 'call.no-number')
    expectRefused(await calledBack(anna, id, ben.participantId), 409, 'call.no-number')
  })

  test('signs it, and the result says so instead of "not called back"', async () => {
    const { anna, ben, id } = await withNumber()
    const [annas, bens] = [await api.enrol(anna), await api.enrol(ben)]
    const more = { approverId: ben.participantId, ...PAYMENT, calledBack: true }
    const { body: made } = await api.newVerification(anna, annas, id, more)
    expect(made).toMatchObject({ calledBack: true })
    expect((await api.get(`/requests/details/${made.id}`, anna)).body).toMatchObject({ callBackNumber: OLD })
    const proof = await bens.prove(made.id, { call: 'was-called' })
    const { body } = await api.post(`/requests/approve/${made.id}`, ben, { ...proof, number: made.number })
    expect(body).toMatchObject({ status: 'approved', calledBack: true })
    expect(body.weak).not.toContain('not-called-back')
  })
})

test('former members see no number, and theirs is gone', async () => {
  const { admin, anna, ben, id } = await withNumber()
  const annas = await api.enrol(anna)
  const { body: made } = await api.newVerification(anna, annas, id, {
    approverId: ben.participantId,
    ...PAYMENT,
  })
  const seen = async (who: Person) => (await api.get(`/requests/details/${made.id}`, who)).body.callBackNumber
  expect(await seen(anna)).toBe(OLD)
  await changes.call(admin, 'PATCH', '/participants/change-activity', {
    participantId: anna.participantId,
    value: false,
  })
  expect(await seen(anna)).toBeUndefined()
  expectRefused(await set(anna, anna.participantId, HIS), 403, 'access.denied')
  await changes.call(admin, 'DELETE', `/workspaces/remove-from-workspace/${id}`, {
    participantId: ben.participantId,
  })
  expect(await seen(admin)).toBeUndefined()
  expectRefused(await set(ben, ben.participantId, HIS), 404, 'participant.not-found')
  expect(await product.platform.db('participants').where({ id: ben.participantId })).toEqual([])
})

test('what is no telephone number is refused with a reason, and what is typed otherwise becomes E.164', async () => {
  const { ben } = await api.team()
  for (const number of [
    '0351 4711',
    '+49',
    '+0351471100',
    '+49 351 ABC',
    `+${'1'.repeat(16)}`,
    'javascript:1',
  ]) {
    const { status, body } = await set(ben, ben.participantId, number)
    expect([status, body.code, body.details[0].field]).toEqual([400, 'input.invalid', 'number'])
  }
  for (const number of ['+49 (0)351 / 471-10', '+49\u00a0351\u2013471.10'])
    expect((await set(ben, ben.participantId, number)).body.callBackWaiting).toMatchObject({ number: OLD })
})
