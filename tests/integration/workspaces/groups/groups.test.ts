import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_GROUP_MEMBERS } from '#contract/workspaces/approving/groups.ts'
import { changeHash } from '#contract/workspaces/change-hash.ts'
import type { Change } from '#contract/workspaces/changes.ts'
import { signaturesOfChanges } from '#modules/workspaces/changes/verify-changes.ts'
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

type Given = { readonly id?: string; readonly name?: string; readonly participantIds?: readonly string[] }
const write = (who: Person, { id }: Protected, given: Given) =>
  api.call(who, 'POST', `/groups/write/${id}`, { name: 'Treasury', participantIds: [], ...given })
const remove = (who: Person, { id }: Protected, groupId: string) =>
  api.call(who, 'POST', `/groups/remove/${id}`, { id: groupId })
const list = async (who: Person, { id }: Protected) => (await api.call(who, 'GET', `/groups/list/${id}`)).body

test('an admin writes groups, everybody who takes part reads them by name, and who leaves is in none', async () => {
  const team = await api.team()
  const { anna, cleo, ben } = team
  const ids = [cleo.participantId, ben.participantId]
  const { status, body: treasury } = await write(anna, team, { participantIds: ids })
  expect({ status, treasury }).toMatchObject({
    status: 200,
    treasury: { name: 'Treasury', participantIds: ids },
  })
  await write(anna, team, { name: 'Ärzte', participantIds: [ben.participantId] })
  expect((await list(ben, team)).map(({ name }: { name: string }) => name)).toEqual(['Ärzte', 'Treasury'])
  const renamed = { id: treasury.id, name: 'Finance', participantIds: [ben.participantId] }
  expect(await write(anna, team, renamed)).toMatchObject({ status: 200, body: renamed })
  await api.call(anna, 'DELETE', `/workspaces/remove-from-workspace/${team.id}`, {
    participantId: ben.participantId,
  })
  expect(await list(anna, team)).toMatchObject([
    { name: 'Ärzte', participantIds: [] },
    { name: 'Finance', participantIds: [] },
  ])
  expect(await remove(anna, team, treasury.id)).toMatchObject({ status: 200 })
  expect(await list(anna, team)).toHaveLength(1)
  const { entries } = (await api.call(anna, 'GET', `/workspaces/history/${team.id}?q=Finance`)).body
  expect(entries[0]).toMatchObject({ action: 'group.removed', target: { kind: 'group', label: 'Finance' } })
})

test('what is no group is refused, and nothing is lost', async () => {
  const team = await api.team()
  const { anna, ben, cleo } = team
  const { body: group } = await write(anna, team, { participantIds: [ben.participantId] })
  const before = await list(anna, team)
  const stranger = (await api.team()).ben.participantId
  const invited = (await api.invite(anna, team.id, { email: `dora-${team.id.slice(0, 8)}@example.com` })).body
    .id
  const tooMany = Array.from({ length: MAX_GROUP_MEMBERS + 1 }, () => crypto.randomUUID())
  for (const [given, status, code] of [
    [{ name: 'TREASURY' }, 409, 'group.exists'],
    [{ name: 'Trеasury' }, 409, 'group.exists'],
    [{ name: 'Other', participantIds: [stranger] }, 404, 'participant.not-found'],
    [{ name: 'Other', participantIds: [invited] }, 409, 'participant.pending'],
    [{ name: 'Other', id: crypto.randomUUID() }, 404, 'group.not-found'],
    [{ name: 'x'.repeat(61) }, 400, 'input.invalid'],
    [{ name: ' ' }, 400, 'input.invalid'],
    [{ name: 'Other', participantIds: tooMany }, 400, 'input.invalid'],
    [{ name: 'Other', participantIds: [ben.participantId, ben.participantId] }, 400, 'input.invalid'],
  ] as const)
    expectRefused(await write(anna, team, given), status, code)
  expectRefused(await write(ben, team, {}), 403, 'access.denied')
  expectRefused(await remove(cleo, team, crypto.randomUUID()), 404, 'group.not-found')
  expect(await list(anna, team)).toEqual(before)
  expect(before).toEqual([group])
})

test('a workspace has at most 50 groups', async () => {
  const team = await api.team()
  for (let at = 0; at < 50; at++)
    expect((await write(team.anna, team, { name: `Group ${at}` })).status).toBe(200)
  expectRefused(await write(team.anna, team, { name: 'One more' }), 409, 'group.limit')
})

test('of two admins who give two groups one name at the same time, one is refused', async () => {
  const team = await api.team()
  const answers = await Promise.all([
    write(team.anna, team, {}),
    write(team.cleo, team, { name: 'treasury' }),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'group.exists')).toHaveLength(1)
})

test('while people are protected, a second admin signs whom a group names', async () => {
  const team = await api.protectedTeam()
  const { anna, cleo, ben } = team
  const participantIds = [ben.participantId]
  const changeId = api.waiting(await write(anna, team, { participantIds }))
  expect(await list(anna, team)).toEqual([])
  const change: Change = (await api.call(cleo, 'GET', `/changes/details/${changeId}`)).body
  expect(change).toMatchObject({
    action: 'group.written',
    target: { kind: 'group', label: 'Treasury' },
    changes: [
      { field: 'name', before: null, after: 'Treasury' },
      { field: 'participants', before: null, after: participantIds },
    ],
    people: [{ participantId: ben.participantId, email: ben.email }],
  })
  const { content, textSalt } = (await api.call(cleo, 'POST', `/changes/challenge/${changeId}`)).body
  expect(content.changeHash).toBe(await changeHash(change, textSalt))
  expect(await api.approve(cleo, cleo.phone, changeId)).toMatchObject({ body: { state: 'done' } })
  const [group] = await list(anna, team)
  expect(group).toMatchObject({ name: 'Treasury', participantIds })
  const removal = api.waiting(await remove(anna, team, group.id))
  expect(await api.approve(cleo, cleo.phone, removal)).toMatchObject({
    body: { state: 'done', action: 'group.removed', target: { label: 'Treasury' } },
  })
  expect(await list(anna, team)).toEqual([])
  const faults: unknown[] = []
  for await (const { fault } of signaturesOfChanges(product.platform, team.id, [])) faults.push(fault)
  expect(faults).toEqual([null, null, null])
})
