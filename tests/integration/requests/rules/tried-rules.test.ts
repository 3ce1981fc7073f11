import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#support/product/product.ts'
import { colleague, type Colleague } from '#support/product/workspaces.ts'
import { expectRefused, openRequests, type RequestApi } from '#support/product/requests.ts'
import { signingRules, type SigningTeam } from '#support/workspaces/signing-rules.ts'

let api: RequestApi
let rules: ReturnType<typeof signingRules>
let team: SigningTeam
let eve: Colleague
beforeAll(async () => {
  api = await openRequests()
  rules = signingRules(api)
  team = await rules.team()
  eve = await colleague(api.product, team, { approver: true, requester: true })
  await api.enrol(team.ben)
  await api.enrol(team.dora)
  const { treasury, board } = team
  await rules.writeRules(team, [
    { when: { amountFrom: '90000' }, who: { groups: [treasury, board] }, count: 2 },
    { when: { amountFrom: '50000' }, who: { groups: [board] }, count: 1, before: 'call-back' },
    { when: { amountFrom: '10000', currency: 'EUR' }, who: { groups: [treasury] }, count: 2 },
    { when: { field: { name: 'payee', is: 'Müller GmbH' } }, who: { participants: [eve.participantId] } },
  ])
})
afterAll(() => api?.product.close())

const tried = (body: object, who: Person = team.anna) => api.post(`/rules/try/${team.id}`, who, body)
const amount = (value: string) => ({ kindId: team.kindId, fields: { amount: { value, currency: 'EUR' } } })
const people = (...of: readonly { participantId: string }[]) =>
  of.map(({ participantId }) => participantId).toSorted()

test('the first rule that fits an example is told, who would be asked, and who of them has no device', async () => {
  const { ben, carl, treasury } = team
  const answer = await tried(amount('10000.00'))
  expect(answer).toMatchObject({
    status: 200,
    body: {
      rule: 'Two of: Treasury; from 10,000.00 EUR',
      applied: { groups: [{ id: treasury, name: 'Treasury' }], rule: { count: 2, hours: 24 } },
      place: 3,
      count: 2,
      total: 2,
      withoutDevice: [carl.participantId],
      missing: { people: 0, groups: [], devices: 1, before: null },
    },
  })
  expect(people(...answer.body.who)).toEqual(people(ben, carl))
})

test('nothing is missing where enough people with a device may decide', async () => {
  const { ben, carl, dora } = team
  const { body } = await tried(amount('90000'))
  expect(body).toMatchObject({ place: 1, count: 2, missing: null })
  expect(people(...body.who)).toEqual(people(ben, carl, dora))
})

test('a call-back that a rule asks for and that has not happened is missing', async () => {
  expect((await tried(amount('50000'))).body).toMatchObject({
    place: 2,
    missing: { people: 0, devices: 0, before: 'call-back' },
  })
})

test('the requester is not asked: without one of two people, the rule lacks one, as create says', async () => {
  const { admin, carl, ben } = team
  const { body } = await tried({ ...amount('10000'), requesterId: carl.participantId }, admin)
  expect(body).toMatchObject({
    total: 1,
    who: [{ participantId: ben.participantId }],
    missing: { people: 1, devices: 0 },
  })
  const fields = {
    amount: { value: '10000', currency: 'EUR' },
    payee: 'Müller GmbH',
    iban: 'DE89370400440532013000',
  }
  const sent = { type: 'approval', title: 'Pay the invoice', kindId: team.kindId, fields }
  expectRefused(await api.post(`/requests/create/${team.id}`, carl, sent), 409, 'rule.unfulfillable')
})

test('a rule that names people who are no approvers any more lacks them, by their name', async () => {
  const token = await api.product.logIn(team.admin.userId)
  const body = { participantId: eve.participantId, value: false }
  const kind = { kindId: team.kindId, fields: { payee: 'Müller GmbH' } }
  expect((await tried(kind)).body).toMatchObject({ place: 4, total: 1, missing: { devices: 1 } })
  const changed = await api.product.call('PATCH', '/participants/change-approver', { token, body })
  expect(changed.status).toBe(200)
  const after = (await tried(kind)).body
  expect(after).toMatchObject({ total: 0, who: [], missing: { people: 1 } })
  expect(after.rule).toBe(`${eve.email}; Payee is “Müller GmbH”`)
})

test('without a rule that fits, the requester says who decides: the example names one, everybody or nobody', async () => {
  const { dora } = team
  const none = { rule: null, applied: null, place: null, count: 1 }
  expect((await tried(amount('10'))).body).toMatchObject({ ...none, who: [], total: 0, missing: null })
  expect((await tried({ ...amount('10'), approverId: dora.participantId })).body).toMatchObject({
    ...none,
    who: [{ participantId: dora.participantId }],
    missing: null,
  })
  expect((await tried({ anyApprover: true })).body).toMatchObject({ ...none, missing: null })
  expect((await tried({ type: 'verification', ...amount('10000') })).body).toMatchObject(none)
})

test('only an admin tries for somebody else, and an example has fields as a request', async () => {
  const { admin, anna, dora } = team
  expectRefused(await tried({ requesterId: dora.participantId }), 403, 'access.denied')
  expect(await tried({ requesterId: anna.participantId })).toMatchObject({ status: 200 })
  const nobody = { requesterId: crypto.randomUUID() }
  expectRefused(await tried(nobody, admin), 404, 'participant.not-found')
  expectRefused(await tried({ kindId: crypto.randomUUID() }), 404, 'kind.not-found')
  const wrong = await tried(amount('1.005'))
  expectRefused(wrong, 400, 'input.invalid')
  expect(wrong.body.details).toMatchObject([{ field: 'fields.amount' }])
})

test('the sum of a payment run may be given without its file', async () => {
  await rules.writeRules(team, [{ when: { amountFrom: '10000' }, count: 2 }], 'payment-run')
  const { id: kindId } = await rules.kindIn(team, 'payment-run')
  const fields = { sum: { value: '20000', currency: 'EUR' } }
  expect((await tried({ kindId, fields })).body).toMatchObject({ place: 1, count: 2 })
  const unknown = { kindId, fields: { run: crypto.randomUUID() }, files: [crypto.randomUUID()] }
  expect(await tried(unknown)).toMatchObject({ status: 400 })
})

test('a trial writes nothing', async () => {
  const before = (await api.get('/requests/asked', team.anna)).body.length
  await tried(amount('90000'))
  expect((await api.get('/requests/asked', team.anna)).body).toHaveLength(before)
})
