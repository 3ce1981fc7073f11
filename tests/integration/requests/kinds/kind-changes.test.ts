import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Kind } from '#contract/requests/kinds.ts'
import { changeHash } from '#contract/workspaces/change-hash.ts'
import type { Change } from '#contract/workspaces/changes.ts'
import { kindReactor } from '#modules/workspaces/changes/kind-changes.ts'
import { signaturesOfChanges } from '#modules/workspaces/changes/verify-changes.ts'
import { createKindWriter } from '#modules/requests/kinds/kind-writer.ts'
import { changesOf, type Protected } from '#support/workspaces/changes.ts'
import { openProduct, type Person, type Product } from '#support/product/product.ts'
import { expectRefused } from '#support/product/requests.ts'

let product: Product
let api: ReturnType<typeof changesOf>
beforeAll(async () => {
  product = await openProduct()
  api = changesOf(product)
})
afterAll(() => product?.close())

const both = (text: string) => ({ de: `${text} (de)`, en: text })
const line = (name: string) => ({
  name,
  label: both(name),
  type: 'line',
  required: true,
  listed: false,
})
const rule = (given: object = {}) => ({
  when: {},
  who: 'any',
  count: 1,
  before: null,
  hours: 24,
  ...given,
})
const contract = { name: both('Contract'), fields: [line('partner')], rules: [rule()] }

const write = (who: Person, { id }: Protected, given: object = {}, key?: string) =>
  product.call('POST', `/kinds/write/${id}`, {
    token: who.token,
    body: { ...contract, ...given },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })
const list = async (who: Person, { id }: Protected): Promise<readonly Kind[]> =>
  (await api.call(who, 'GET', `/kinds/list/${id}`)).body
const own = async (team: Protected) => (await list(team.anna, team)).filter(({ builtIn }) => builtIn === null)
/** Anna, who made the workspace, approves. */
const approverIn = async ({ anna, id }: Protected): Promise<string> =>
  (await api.participants(anna, id)).find((one: { approver: boolean }) => one.approver).id
const details = async (who: Person, changeId: string): Promise<Change> =>
  (await api.call(who, 'GET', `/changes/details/${changeId}`)).body
const approve = ({ cleo }: Protected, changeId: string) => api.approve(cleo, cleo.phone, changeId)
const faultsOf = async ({ id }: Protected) => {
  const faults: unknown[] = []
  for await (const { fault } of signaturesOfChanges(product.platform, id, [])) faults.push(fault)
  return faults
}

test('while people are protected, a second admin signs a kind with its fields and rules', async () => {
  const team = await api.protectedTeam()
  const { anna, cleo } = team
  const approver = await approverIn(team)
  const who = { participants: [approver] }
  const rules = [rule({ who })]
  const changeId = api.waiting(await write(anna, team, { rules }))
  expect(await own(team)).toEqual([])
  const change = await details(cleo, changeId)
  expect(change).toMatchObject({
    action: 'kind.written',
    target: { kind: 'kind', label: 'Contract (de) / Contract' },
    changes: [
      { field: 'version', before: null, after: 1 },
      { field: 'kind', before: null, after: { ...contract, rules } },
    ],
    people: [{ participantId: approver, email: anna.email }],
  })
  const { content, textSalt } = (await api.call(cleo, 'POST', `/changes/challenge/${changeId}`)).body
  expect(content.changeHash).toBe(await changeHash(change, textSalt))
  expect(await approve(team, changeId)).toMatchObject({ status: 200, body: { state: 'done' } })
  const [kind] = await own(team)
  expect(kind).toMatchObject({ ...contract, rules, version: 1, id: change.target.id })
  const second = api.waiting(await write(anna, team, { id: kind!.id, fields: [] }))
  expect(await details(cleo, second)).toMatchObject({
    changes: [
      { field: 'version', before: 1, after: 2 },
      { field: 'kind', before: { ...contract, rules }, after: { ...contract, fields: [] } },
    ],
  })
  expect(await approve(team, second)).toMatchObject({ body: { state: 'done' } })
  expect(await own(team)).toMatchObject([{ version: 2, fields: [] }])
  expect(await faultsOf(team)).toEqual([null, null, null])
})

test('rules of a built-in kind wait too, and its groups are named', async () => {
  const team = await api.team()
  const { anna, cleo } = team
  const treasury = { name: 'Treasury', participantIds: [await approverIn(team)] }
  const { body: group } = await api.call(anna, 'POST', `/groups/write/${team.id}`, treasury)
  await approve(team, api.waiting(await api.protect(anna, team.id)))
  const payment = (await list(anna, team)).find(({ builtIn }) => builtIn === 'payment')!
  const { id, name, fields } = payment
  const rules = [rule({ who: { groups: [group.id] }, when: { amountFrom: '1000.00' } })]
  const changeId = api.waiting(await write(anna, team, { id, name, fields, rules }))
  expect(await details(cleo, changeId)).toMatchObject({
    changes: [
      { field: 'version', before: 1, after: 2 },
      { field: 'kind', before: { name, fields, rules: [] }, after: { rules } },
    ],
    groups: [{ id: group.id, name: 'Treasury' }],
  })
  await approve(team, changeId)
  expect((await list(anna, team)).find((kind) => kind.id === id)).toMatchObject({ version: 2, rules })
})

test('what is so already waits for nobody, and what is wrong is refused before anybody is asked', async () => {
  const team = await api.protectedTeam()
  const payment = (await list(team.anna, team)).find(({ builtIn }) => builtIn === 'payment')!
  const { id, name, fields } = payment
  expect(await write(team.anna, team, { id, name, fields, rules: [] })).toMatchObject({
    status: 200,
    body: payment,
  })
  expectRefused(await write(team.anna, team, { id: crypto.randomUUID() }), 404, 'kind.not-found')
  expectRefused(await write(team.anna, team, { name: both('payment') }), 409, 'kind.exists')
  const rules = [rule({ who: { participants: [crypto.randomUUID()] } })]
  expectRefused(await write(team.anna, team, { rules }), 400, 'input.invalid')
  expectRefused(await write(team.ben, team), 403, 'access.denied')
  expect((await api.call(team.anna, 'GET', `/changes/list/${team.id}?state=pending`)).body).toEqual([])
})

test('one change of a kind waits at a time, and who asks for the same again finds it', async () => {
  const team = await api.protectedTeam()
  const { anna, cleo } = team
  await approve(team, api.waiting(await write(anna, team)))
  const [{ id }] = (await own(team)) as [Kind]
  const key = crypto.randomUUID()
  const first = api.waiting(await write(anna, team, { id, fields: [] }, key))
  expect(api.waiting(await write(anna, team, { id, fields: [] }, key))).toBe(first)
  expect(api.waiting(await write(cleo, team, { id, fields: [] }))).toBe(first)
  expectRefused(await write(cleo, team, { id, fields: [line('other')] }), 409, 'change.exists')
  await approve(team, first)
  expect(await write(anna, team, { id, fields: [] }, key)).toMatchObject({
    status: 202,
    body: { change: { id: first } },
  })
  expect(await own(team)).toMatchObject([{ version: 2 }])
})

test('a kind that somebody else has written meanwhile is outdated', async () => {
  const team = await api.protectedTeam()
  const { anna } = team
  await approve(team, api.waiting(await write(anna, team)))
  const [{ id }] = (await own(team)) as [Kind]
  const changeId = api.waiting(await write(anna, team, { id, fields: [] }))
  await approve(team, api.waiting(await api.protect(anna, team.id, false)))
  expect(await write(anna, team, { id, fields: [line('other')] })).toMatchObject({ status: 200 })
  expect(await approve(team, changeId)).toMatchObject({
    status: 200,
    body: { state: 'overtaken', overtakenBy: 'outdated' },
  })
  expect(await own(team)).toMatchObject([{ version: 2, fields: [{ name: 'other' }] }])
})

test('of two new kinds of one name, the second is overtaken', async () => {
  const team = await api.protectedTeam()
  const one = api.waiting(await write(team.anna, team))
  const two = api.waiting(await write(team.anna, team, { fields: [] }))
  const ends = await Promise.all([approve(team, one), approve(team, two)])
  for (const { status } of ends) expect(status).toBe(200)
  expect(await own(team)).toHaveLength(1)
  const states = [(await details(team.anna, one)).state, (await details(team.anna, two)).state]
  expect(states.toSorted()).toEqual(['done', 'overtaken'])
})

test('an approved kind is written once, also by a process that comes after a crash', async () => {
  const team = await api.protectedTeam()
  const changeId = api.waiting(await write(team.anna, team))
  await approve(team, changeId)
  const facts = await product.facts(`workspace-${team.id}`)
  const fact = facts.find(({ type }) => type === 'KindApproved')!
  const reactor = kindReactor(product.platform, createKindWriter(product.platform))
  for (let times = 0; times < 2; times += 1) await reactor.on['KindApproved']!(fact)
  expect(await product.facts(`kinds-${team.id}`)).toHaveLength(1)
  expect((await details(team.anna, changeId)).state).toBe('done')
})

test('a kind that is outdated once it was approved ends as overtaken, once', async () => {
  const team = await api.protectedTeam()
  const changeId = api.waiting(await write(team.anna, team))
  const writer = createKindWriter(product.platform)
  const late = { ...writer, writeApproved: async () => ({ isWritten: false, position: null }) }
  await approve(team, changeId)
  const facts = await product.facts(`workspace-${team.id}`)
  const fact = facts.find(({ type }) => type === 'KindApproved')!
  const reactor = kindReactor(product.platform, late)
  for (let times = 0; times < 2; times += 1) await reactor.on['KindApproved']!(fact)
  const ends = await product.facts(`workspace-${team.id}`)
  expect(ends.filter(({ type }) => type === 'ChangeOvertaken')).toMatchObject([
    { data: { changeId, reason: 'outdated' } },
  ])
})

test('an erased workspace leaves nothing of what its admins asked for', async () => {
  const team = await api.protectedTeam()
  await approve(team, api.waiting(await write(team.anna, team)))
  await product.platform.keys.erase({ subject: `workspace:${team.id}` }, { alone: true })
  const facts = await product.facts(`workspace-${team.id}`)
  const asked = facts.findLast(({ type }) => type === 'ChangeAsked')!
  expect(asked).toMatchObject({ data: { requestKind: null, kindSalt: null } })
  expect(facts.find(({ type }) => type === 'KindApproved')).toMatchObject({ data: { definition: null } })
  expect(await faultsOf(team)).toEqual([null, null])
})
