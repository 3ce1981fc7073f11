import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ruleHash } from '#contract/requests/rules/rule-hash.ts'
import { requestReactor } from '#modules/requests/requests.reactor.ts'
import { signaturesOf } from '#modules/requests/proof/verify-request.ts'
import { expectRefused, openRequests, type RequestApi } from '#support/product/requests.ts'
import type { Person } from '#support/product/product.ts'
import { signingRules, type SigningTeam } from '#support/workspaces/signing-rules.ts'

let api: RequestApi
let rules: ReturnType<typeof signingRules>
let team: SigningTeam
let phones: Map<Person, Awaited<ReturnType<RequestApi['enrol']>>>
beforeAll(async () => {
  api = await openRequests()
  rules = signingRules(api)
  team = await rules.team()
  phones = new Map()
  for (const who of [team.ben, team.carl, team.dora]) phones.set(who, await api.enrol(who))
  const { treasury, board } = team
  await rules.writeRules(team, [
    {
      when: { amountFrom: '50000', currency: 'EUR' },
      who: { groups: [treasury, board] },
      count: 2,
      hours: 48,
    },
    { when: { amountFrom: '10000', currency: 'EUR' }, who: { groups: [treasury] }, count: 2, hours: 24 },
    { when: { amountFrom: '1000' }, who: { groups: [board] }, count: 2, declines: 'as-many', hours: 24 },
    { when: { amountFrom: '500' }, who: { groups: [board] }, count: 1, before: 'call-check', hours: 24 },
  ])
})
afterAll(() => api?.product.close())

const details = async (id: string, who: Person = team.anna) =>
  (await api.get(`/requests/details/${id}`, who)).body
const sign = async (id: string, who: Person) => {
  const challenge = await api.post(`/requests/challenge/${id}`, who, {})
  if (challenge.status !== 200) return challenge
  return api.post(`/requests/approve/${id}`, who, await phones.get(who)!.proofFor(challenge.body.challenge))
}
const decline = (id: string, who: Person) => api.post(`/requests/decline/${id}`, who, {})
const waiting = async (who: Person) =>
  (await api.get('/requests/inbox', who)).body.map((one: any) => one.id) as string[]
const people = (of: readonly { participantId: string }[]) => new Set(of.map((one) => one.participantId))
const ids = (...of: readonly { participantId: string }[]) => people(of)

test('two of a group decide: each signs the rule, the first is told as one of two, the last one decides', async () => {
  const { ben, carl, dora, anna, admin, treasury } = team
  const made = await rules.pay(team)
  expect(made).toMatchObject({
    status: 201,
    body: {
      status: 'pending',
      approver: null,
      needs: { count: 2, rule: 'Two of: Treasury; from 10,000.00 EUR' },
      decisions: [],
    },
  })
  const { id, createdAt, expiresAt } = made.body
  expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBeLessThan(24 * 3_600_000 + 5_000)
  expect(people((await details(id)).needs.of)).toEqual(ids(ben, carl))
  expect(
    [await waiting(ben), await waiting(carl), await waiting(dora)].map((all) => all.includes(id)),
  ).toEqual([true, true, false])
  expectRefused(await sign(id, dora), 403, 'access.denied')
  expectRefused(await api.get(`/requests/details/${id}`, dora), 404, 'request.not-found')

  const { body: prepared } = await api.post(`/requests/challenge/${id}`, ben, {})
  const { applied } = made.body.needs
  expect(prepared.content).toMatchObject({
    v: 4,
    rule: { count: 2, before: null, hours: 24, ruleHash: await ruleHash(applied, prepared.textSalt) },
  })
  expect(applied.groups).toEqual([{ id: treasury, name: 'Treasury' }])
  expect(prepared.canonical).not.toContain('Treasury')

  const first = await sign(id, ben)
  expect(first).toMatchObject({
    status: 200,
    body: {
      status: 'pending',
      decidedBy: null,
      decisions: [
        {
          participant: { participantId: ben.participantId },
          assurance: 'pin',
          approves: true,
          onBehalfOf: null,
        },
      ],
    },
  })
  expect((await details(id)).needs.of).toMatchObject([{ participantId: carl.participantId }])
  expect([await waiting(ben), await waiting(carl)].map((all) => all.includes(id))).toEqual([false, true])
  expectRefused(await sign(id, ben), 409, 'request.decided-by-you')
  expectRefused(await decline(id, ben), 409, 'request.decided-by-you')

  const last = await sign(id, carl)
  expect(last).toMatchObject({
    status: 200,
    body: {
      status: 'approved',
      decidedBy: { participantId: carl.participantId },
      decisions: [
        { participant: { participantId: ben.participantId } },
        { participant: { participantId: carl.participantId }, approves: true },
      ],
      needs: { count: 2, of: [] },
    },
  })
  for (const who of [anna, ben, admin]) expect(await details(id, who)).toMatchObject({ status: 'approved' })
  const found = await Array.fromAsync(signaturesOf(api.product.platform, id, ['http://localhost']))
  expect(found.map(({ type, fault }) => [type, fault])).toEqual([
    ['ApprovalGiven', null],
    ['RequestApproved', null],
  ])
})

test('the same signature sent again answers as before', async () => {
  const { id } = (await rules.pay(team)).body
  const { body: prepared } = await api.post(`/requests/challenge/${id}`, team.ben, {})
  const proof = await phones.get(team.ben)!.proofFor(prepared.challenge)
  const key = { 'idempotency-key': crypto.randomUUID() }
  const send = () => api.post(`/requests/approve/${id}`, team.ben, proof, key)
  expect((await send()).status).toBe(200)
  expect(await send()).toMatchObject({ status: 200, body: { decisions: [{}], status: 'pending' } })
})

test('of two groups, each signer stands for another one', async () => {
  const { ben, carl, dora } = team
  const { id } = (await rules.pay(team, '50000')).body
  expect(people((await details(id)).needs.of)).toEqual(ids(ben, carl, dora))
  expect((await sign(id, carl)).body.status).toBe('pending')
  expect(people((await details(id)).needs.of)).toEqual(ids(ben, dora))
  expect((await sign(id, ben)).body.status).toBe('approved')

  const other = (await rules.pay(team, '50000')).body.id
  await sign(other, ben)
  expect(people((await details(other)).needs.of)).toEqual(ids(carl, dora))
  expect((await sign(other, dora)).body.status).toBe('approved')
})

test('the first decline ends it, or as many as signatures where the rule says so', async () => {
  const { ben, carl, dora } = team
  const { id } = (await rules.pay(team)).body
  await sign(id, ben)
  expect(await decline(id, carl)).toMatchObject({
    status: 200,
    body: { status: 'declined', decisions: [{}, { approves: false }] },
  })

  const { board } = team
  await rules.writeGroup(team, 'Board', [carl, dora, ben], board)
  const many = (await rules.pay(team, '1000')).body.id
  expect(await decline(many, carl)).toMatchObject({
    status: 200,
    body: { status: 'pending', decisions: [{ approves: false, assurance: 'session' }] },
  })
  expect(await decline(many, dora)).toMatchObject({ status: 200, body: { status: 'declined' } })
  await rules.writeGroup(team, 'Board', [carl, dora], board)
})

test('several are signed at once, and tell which of them wait for others', async () => {
  const { ben } = team
  const all = [(await rules.pay(team)).body.id, (await rules.pay(team)).body.id]
  const proof = await phones.get(ben)!.proveMany(all)
  const done = await api.post('/requests/approve-many', ben, proof)
  expect(done.body.results).toEqual(
    all.map((requestId) => ({ requestId, outcome: 'approved', status: 'pending', closedReason: null })),
  )
  expectRefused(
    await api.post('/requests/challenge-many', ben, { requestIds: all }),
    409,
    'request.decided-by-you',
  )
})

test('named people decide, and nobody else', async () => {
  const own = await rules.team()
  const participants = [own.ben.participantId, own.carl.participantId]
  await rules.writeRules(own, [{ who: { participants }, count: 2 }])
  const { needs } = (await rules.pay(own)).body
  expect(people(needs.of.map((one: any) => ({ participantId: one.participantId })))).toEqual(
    new Set(participants),
  )
})

describe('refused:', () => {
  test('an approver by name, a longer life, and nobody named where no rule holds', async () => {
    const byName = await rules.pay(team, '10000', { approverId: team.ben.participantId })
    expectRefused(byName, 400, 'input.invalid', {
      field: 'approverId',
      problem: 'is decided by a rule of the workspace',
    })
    const longer = await rules.pay(team, '10000', { expiresIn: 24 * 3_600 + 1 })
    expectRefused(longer, 400, 'input.invalid', {
      field: 'expiresIn',
      problem: 'is above the 24 hours of the rule',
    })
    expect((await rules.pay(team, '10000', { expiresIn: 3_600 })).status).toBe(201)
    expectRefused(await rules.pay(team, '499.99'), 400, 'input.invalid', {
      field: 'approverId',
      problem: 'is needed, because no rule says who decides',
    })
    expect((await rules.pay(team, '499.99', { anyApprover: true })).status).toBe(201)
  })
  test('what too few people may decide at present, with what lacks', async () => {
    const { treasury, ben, carl } = team
    await rules.writeGroup(team, 'Treasury', [ben], treasury)
    expectRefused(await rules.pay(team), 409, 'rule.unfulfillable', { missing: 1, groups: [] })
    await rules.writeGroup(team, 'Treasury', [ben, carl], treasury)
  })
  test('without the call check that the rule needs first', async () => {
    expectRefused(await rules.pay(team, '500'), 409, 'rule.before-missing', {
      before: 'call-check',
      hours: 24,
    })
  })
})

test('a request is closed once too few people are left for its rule', async () => {
  const own = await rules.team()
  await rules.writeRules(own, [{ who: { groups: [own.treasury] }, count: 2 }])
  const { id } = (await rules.pay(own)).body
  await rules.writeGroup(own, 'Treasury', [own.ben], own.treasury)
  const written = (await api.product.facts(`workspace-${own.id}`)).at(-1)!
  await requestReactor(api.product.platform).on['GroupWritten']!(written)
  const last = (await api.product.facts(`request-${id}`)).at(-1)!
  expect([last.type, last.data['reason']]).toEqual(['RequestClosed', 'approver-unavailable'])
})

test('the rules of free texts hold also without a kind', async () => {
  const own = await rules.team()
  await rules.writeRules(own, [{ who: { groups: [own.board] }, count: 2 }], 'text')
  const body = { type: 'approval', title: 'Sign the lease', anyApprover: true }
  const made = await api.post(`/requests/create/${own.id}`, own.anna, body)
  expect(made).toMatchObject({ status: 201, body: { needs: { count: 2, rule: 'Two of: Board' } } })
  const phone = await api.enrol(own.carl)
  const { body: prepared } = await api.post(`/requests/challenge/${made.body.id}`, own.carl, {})
  expect(prepared.content).toMatchObject({ v: 4, requestKind: null, rule: { count: 2 } })
  const signed = await api.post(
    `/requests/approve/${made.body.id}`,
    own.carl,
    await phone.proofFor(prepared.challenge),
  )
  expect(signed.body).toMatchObject({ status: 'pending', decisions: [{}] })
})
