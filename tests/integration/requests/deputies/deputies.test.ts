import { afterAll, beforeAll, expect, test } from 'vitest'
import { signaturesOf } from '#modules/requests/proof/verify-request.ts'
import { expectRefused, openRequests, type Phone, type RequestApi } from '#support/product/requests.ts'
import type { Person } from '#support/product/product.ts'
import { colleague } from '#support/product/workspaces.ts'
import { absencesOf } from '#support/workspaces/absences.ts'
import { signingRules, type SigningTeam } from '#support/workspaces/signing-rules.ts'

let api: RequestApi
let rules: ReturnType<typeof signingRules>
let absences: ReturnType<typeof absencesOf>
beforeAll(async () => {
  api = await openRequests({ RATE_FACTOR: 1_000 })
  rules = signingRules(api)
  absences = absencesOf(api)
})
afterAll(() => api?.product.close())

type Stage = SigningTeam & { readonly phones: Map<Person, Phone> }
/** Ben and Carl are of the treasury, Carl and Dora of the board. All three have a device. */
const stage = async (): Promise<Stage> => {
  const team = await rules.team()
  const phones = new Map<Person, Phone>()
  for (const who of [team.ben, team.carl, team.dora]) phones.set(who, await api.enrol(who))
  return { ...team, phones }
}
const details = async (id: string, who: Person) => (await api.get(`/requests/details/${id}`, who)).body
const prepare = (id: string, who: Person) => api.post(`/requests/challenge/${id}`, who, {})
const sign = async ({ phones }: Stage, id: string, who: Person) => {
  const challenge = await prepare(id, who)
  if (challenge.status !== 200) return challenge
  return api.post(`/requests/approve/${id}`, who, await phones.get(who)!.proofFor(challenge.body.challenge))
}
const decline = (id: string, who: Person) => api.post(`/requests/decline/${id}`, who, {})
const inbox = async (who: Person) => (await api.get('/requests/inbox', who)).body as readonly any[]
const waiting = async (who: Person) => (await inbox(who)).map(({ id }) => id as string)
const count = async (who: Person) => (await api.get('/requests/inbox-counts', who)).body.waiting as number
const faults = async (id: string) =>
  (await Array.fromAsync(signaturesOf(api.product.platform, id, ['http://localhost']))).map(
    ({ type, fault }) => [type, fault],
  )

test('a deputy approves what is addressed to a colleague who is away: it waits for them, is signed for the colleague, and says so', async () => {
  const on = await stage()
  const { anna, ben, dora, admin } = on
  const id = await api.newRequest(on)
  expect([await waiting(dora), await count(dora)]).toEqual([[], 0])
  expectRefused(await prepare(id, dora), 403, 'access.denied')
  expectRefused(await api.get(`/requests/details/${id}`, dora), 404, 'request.not-found')

  // What waits already waits for the deputy from then on.
  await absences.away(ben, [dora])
  expect([await waiting(dora), await count(dora), await waiting(ben)]).toEqual([[id], 1, [id]])
  const colleagueOf = { participantId: ben.participantId, email: ben.email }
  expect((await inbox(dora))[0]).toMatchObject({ standsInFor: colleagueOf })
  expect(await details(id, dora)).toMatchObject({ standsInFor: colleagueOf })
  for (const who of [ben, anna, admin]) expect(await details(id, who)).not.toHaveProperty('standsInFor')

  const { body: prepared } = await prepare(id, dora)
  expect(prepared.content).toMatchObject({
    v: 4,
    files: [],
    requestKind: null,
    rule: null,
    approverId: dora.participantId,
    onBehalfOf: ben.participantId,
  })
  expect((await prepare(id, ben)).body.content).toMatchObject({ v: 1, approverId: ben.participantId })
  const done = await sign(on, id, dora)
  expect(done).toMatchObject({
    status: 200,
    body: {
      status: 'approved',
      decidedBy: { participantId: dora.participantId },
      decidedFor: colleagueOf,
      assurance: 'pin',
    },
  })
  for (const who of [anna, ben, dora, admin])
    expect(await details(id, who)).toMatchObject({ status: 'approved', decidedFor: colleagueOf })
  expect((await api.facts(id)).at(-1)).toMatchObject({
    type: 'RequestApproved',
    data: {
      participantId: dora.participantId,
      onBehalfOf: ben.participantId,
      onBehalfOfUserId: ben.userId,
      onBehalfOfEmail: ben.email,
    },
  })
  expect(await faults(id)).toEqual([['RequestApproved', null]])
  expectRefused(await sign(on, id, ben), 409, 'request.closed')

  const { entries } = (await api.get(`/workspaces/history/${on.id}?limit=20`, admin)).body
  expect(entries.find(({ action }: any) => action === 'request.approved').changes).toContainEqual({
    field: 'onBehalfOf',
    before: null,
    after: ben.email,
  })
})

test('a deputy declines in the same way, and with a device only', async () => {
  const on = await stage()
  const { ben, dora } = on
  const eve = await colleague(api.product, on, { approver: true })
  await absences.away(ben, [dora, eve])
  const id = await api.newRequest(on)
  expect([await waiting(dora), await waiting(eve)]).toEqual([[id], [id]])
  expectRefused(await decline(id, eve), 409, 'deputy.no-device')
  const many = { requestIds: [id] }
  expectRefused(await api.post('/requests/decline-many', eve, many), 409, 'deputy.no-device')
  expect(await decline(id, dora)).toMatchObject({
    status: 200,
    body: { status: 'declined', decidedFor: { participantId: ben.participantId } },
  })
  expect((await api.facts(id)).at(-1)).toMatchObject({ data: { onBehalfOf: ben.participantId } })
  // Said again, it stays as it is, also once the absence is over.
  await absences.back(ben)
  expect(await decline(id, dora)).toMatchObject({ status: 200, body: { status: 'declined' } })
})

test('several are approved at once, some as oneself and some for a colleague, and each says for whom', async () => {
  const on = await stage()
  const { anna, ben, carl } = on
  await absences.away(ben, [carl])
  const own = (await api.ask(anna, on.id, { approverId: carl.participantId })).body.id
  const others = await api.newRequest(on)
  const answer = await api.post(
    '/requests/approve-many',
    carl,
    await on.phones.get(carl)!.proveMany([own, others]),
  )
  expect(answer.body.results.map(({ outcome }: any) => outcome)).toEqual(['approved', 'approved'])
  expect(await details(own, anna)).not.toHaveProperty('decidedFor')
  expect(await details(others, anna)).toMatchObject({ decidedFor: { participantId: ben.participantId } })
  for (const id of [own, others]) expect(await faults(id)).toEqual([['RequestApproved', null]])
})

test('an absence that has not begun, is over, was ended or has no deputies lets nobody decide', async () => {
  const on = await stage()
  const { ben, dora } = on
  const id = await api.newRequest(on)
  const isShut = async () => {
    expect([await waiting(dora), await count(dora)]).toEqual([[], 0])
    expectRefused(await prepare(id, dora), 403, 'access.denied')
    expectRefused(await decline(id, dora), 403, 'access.denied')
    expectRefused(await api.get(`/requests/details/${id}`, dora), 404, 'request.not-found')
  }
  await absences.away(ben, [])
  await isShut()
  await absences.away(ben, [dora], 1, 2)
  await isShut()
  await absences.away(ben, [dora])
  expect(await waiting(dora)).toEqual([id])
  // What was prepared before counts for nothing afterwards.
  const proof = await on.phones.get(dora)!.prove(id)
  await absences.back(ben)
  await isShut()
  expectRefused(await api.post(`/requests/approve/${id}`, dora, proof), 403, 'access.denied')
})

test('a deputy who asks, is away, is no approver or not active decides nothing for the colleague', async () => {
  const on = await stage()
  const { admin, anna, ben, carl, dora } = on
  await absences.away(ben, [carl, dora])
  const own = (await api.ask(carl, on.id, { approverId: ben.participantId })).body.id
  expect(await waiting(carl)).toEqual([])
  expectRefused(await prepare(own, carl), 403, 'access.denied')
  const id = await api.newRequest(on)
  expect(await waiting(carl)).toEqual([id])
  // Who is away passes it on to nobody.
  const eve = await colleague(api.product, on, { approver: true })
  await absences.away(carl, [eve])
  expect([await waiting(carl), await waiting(eve)]).toEqual([[], []])
  for (const who of [carl, eve]) expectRefused(await prepare(id, who), 403, 'access.denied')
  expect(await waiting(dora)).toEqual(expect.arrayContaining([id, own]))
  const body = { participantId: dora.participantId, value: false }
  const { token } = admin
  await api.product.call('PATCH', '/participants/change-requester', { token, body: { ...body, value: true } })
  expect(await api.product.call('PATCH', '/participants/change-approver', { token, body })).toMatchObject({
    status: 200,
  })
  expectRefused(await prepare(id, dora), 403, 'access.denied')
  expect(await details(id, anna)).toMatchObject({ status: 'pending' })
})

test('a call check is answered by the person who is called, not by a deputy', async () => {
  const on = await stage()
  const { anna, ben, dora } = on
  await absences.away(ben, [dora])
  const phone = await api.enrol(anna)
  const { body } = await api.newVerification(anna, phone, on.id, { approverId: ben.participantId })
  expect(await waiting(dora)).toEqual([])
  expectRefused(await prepare(body.id, dora), 403, 'access.denied')
})

test('by a rule, a deputy takes the place of the colleague in the groups, and each place counts once', async () => {
  const on = await stage()
  const { admin, ben, carl, dora, treasury } = on
  await rules.writeRules(on, [{ who: { groups: [treasury] }, count: 2 }])
  await absences.away(ben, [dora])
  const { id } = (await rules.pay(on)).body
  expect((await inbox(dora))[0]).toMatchObject({ id, standsInFor: { participantId: ben.participantId } })
  const first = await sign(on, id, dora)
  expect(first).toMatchObject({
    status: 200,
    body: {
      status: 'pending',
      decisions: [
        {
          participant: { participantId: dora.participantId },
          approves: true,
          onBehalfOf: { participantId: ben.participantId, email: ben.email },
        },
      ],
    },
  })
  expect([await waiting(dora), await waiting(ben), await waiting(carl)]).toEqual([[], [], [id]])
  expectRefused(await sign(on, id, dora), 409, 'request.decided-by-you')
  expectRefused(await sign(on, id, ben), 409, 'request.decided-for-you')
  expectRefused(await decline(id, ben), 409, 'request.decided-for-you')
  await absences.back(ben)
  expectRefused(await sign(on, id, ben), 409, 'request.decided-for-you')
  expect(await details(id, dora)).toMatchObject({ status: 'pending' })
  expect(await sign(on, id, carl)).toMatchObject({
    body: { status: 'approved', decisions: [{}, { onBehalfOf: null }] },
  })
  expect(await faults(id)).toEqual([
    ['ApprovalGiven', null],
    ['RequestApproved', null],
  ])
  const { entries } = (await api.get(`/workspaces/history/${on.id}?limit=20`, admin)).body
  expect(entries.find(({ action }: any) => action === 'request.approval-given').changes).toContainEqual({
    field: 'onBehalfOf',
    before: null,
    after: ben.email,
  })
})

test('once the colleague has signed, nobody signs for them any more', async () => {
  const on = await stage()
  const { ben, dora, treasury } = on
  await rules.writeRules(on, [{ who: { groups: [treasury] }, count: 2 }])
  await absences.away(ben, [dora])
  const { id } = (await rules.pay(on)).body
  expect(await sign(on, id, ben)).toMatchObject({ status: 200, body: { status: 'pending' } })
  expect(await waiting(dora)).toEqual([])
  expectRefused(await sign(on, id, dora), 403, 'access.denied')
})

test('of two groups, a deputy whose own group has signed stands for the other one', async () => {
  const on = await stage()
  const { ben, carl, dora, treasury, board } = on
  await rules.writeGroup(on, 'Treasury', [ben], treasury)
  await rules.writeGroup(on, 'Board', [carl, dora], board)
  await rules.writeRules(on, [{ who: { groups: [treasury, board] }, count: 2 }])
  await absences.away(ben, [dora])
  const { id } = (await rules.pay(on)).body
  // As themselves, as long as that counts.
  expect((await prepare(id, dora)).body.content).toMatchObject({ onBehalfOf: null })
  await sign(on, id, carl)
  expect((await inbox(dora))[0]).toMatchObject({ id, standsInFor: { participantId: ben.participantId } })
  expect(await sign(on, id, dora)).toMatchObject({
    status: 200,
    body: { status: 'approved', decidedFor: { participantId: ben.participantId } },
  })
  expect(await faults(id)).toEqual([
    ['ApprovalGiven', null],
    ['RequestApproved', null],
  ])
})

test('where as many decline as sign, the decline of a deputy is that of the colleague', async () => {
  const on = await stage()
  const { ben, carl, dora, treasury } = on
  await rules.writeRules(on, [{ who: { groups: [treasury] }, count: 2, declines: 'as-many' }])
  const eve = await colleague(api.product, on, { approver: true })
  await rules.writeGroup(on, 'Treasury', [ben, carl, eve], treasury)
  await absences.away(ben, [dora])
  const { id } = (await rules.pay(on)).body
  expect(await decline(id, dora)).toMatchObject({
    body: {
      status: 'pending',
      decisions: [{ approves: false, onBehalfOf: { participantId: ben.participantId } }],
    },
  })
  expectRefused(await decline(id, ben), 409, 'request.decided-for-you')
  expect(await decline(id, carl)).toMatchObject({ body: { status: 'declined', decisions: [{}, {}] } })
})
