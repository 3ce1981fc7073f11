import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_VIEWS, type NamedFilters } from '#contract/workspaces/history-views.ts'
import { erasePerson } from '#modules/accounts/deletion/erase-person.ts'
import { endAccess } from '#modules/accounts/deletion/access.store.ts'
import { eraseWorkspace } from '#modules/workspaces/erase-workspace.ts'
import { temporaryFolder } from '#support/processes/local-process.ts'
import type { Person } from '#support/product/product.ts'
import { expectRefused, openRequests, type RequestApi } from '#support/product/requests.ts'
import { colleague } from '#support/product/workspaces.ts'

let api: RequestApi
beforeAll(async () => {
  api = await openRequests({ ERASURE_LEDGER: join(temporaryFolder(), 'erasures.jsonl') })
})
afterAll(() => api?.product.close())

const path = (workspaceId: string) => `/workspaces/history-views/${workspaceId}`
const save = (workspaceId: string, by: Person, view: NamedFilters) => api.post(path(workspaceId), by, view)
const namesOf = async (workspaceId: string, by: Person): Promise<string[]> =>
  (await api.get(path(workspaceId), by)).body.map(({ name }: NamedFilters) => name).toSorted()

test('a view is its owner’s alone, the same name in any case replaces it, and it is deleted once or twice', async () => {
  const team = await api.team()
  const clara = await colleague(api.product, team, { role: 'admin' })
  const view = {
    name: 'Refused',
    actor: 'ada',
    action: 'moon.landed',
    outcome: 'refused',
    from: '2026-02-28',
  }
  const saved = await save(team.id, team.admin, view as NamedFilters)
  expect(saved).toMatchObject({ status: 200, body: view })
  expect((await api.get(path(team.id), team.admin)).body).toEqual([saved.body])
  expect(await namesOf(team.id, clara)).toEqual([])
  const { id } = saved.body
  expect((await save(team.id, team.admin, { name: 'REFUSED', q: 'x' })).body).toEqual({
    id,
    name: 'REFUSED',
    q: 'x',
  })
  expect((await save(team.id, clara, { name: 'Refused' })).body.id).not.toBe(id)
  const remove = (by: Person) =>
    api.product.call('DELETE', path(team.id), { token: by.token, body: { viewId: id } })
  await remove(clara)
  expect(await namesOf(team.id, team.admin)).toEqual(['REFUSED'])
  for (const _ of [1, 2]) expect(await remove(team.admin)).toMatchObject({ status: 200, body: {} })
  expect(await namesOf(team.id, team.admin)).toEqual([])
  expect(await namesOf(team.id, clara)).toEqual(['Refused'])
})

test('a filter of an unknown kind finds nothing, and a day that does not exist is refused', async () => {
  const { id, admin } = await api.team()
  expect((await api.get(`/workspaces/history/${id}?action=moon.landed`, admin)).body.entries).toEqual([])
  for (const view of [
    { name: 'X', from: '2026-02-30' },
    { name: 'X', action: 'two words' },
  ])
    expectRefused(await save(id, admin, view), 400, 'input.invalid')
})

test(`the view after ${MAX_VIEWS} is refused, also of many at once; the others can be replaced`, async () => {
  const { id, admin } = await api.team()
  const answers = await Promise.all(
    Array.from({ length: MAX_VIEWS + 5 }, (_, at) => save(id, admin, { name: `View ${at}` })),
  )
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(5)
  for (const answer of refused) expectRefused(answer, 409, 'view.limit')
  const [name] = await namesOf(id, admin)
  expect(await save(id, admin, { name: name!, q: 'later' })).toMatchObject({ status: 200 })
  expect(await namesOf(id, admin)).toHaveLength(MAX_VIEWS)
})

test('views end with their owner, with the workspace, and with the person whose address they filter by', async () => {
  const { platform } = api.product
  const team = await api.team()
  const other = await api.team()
  const clara = await colleague(api.product, team, { role: 'admin' })
  const by = `Of ${randomUUID()}`
  await save(team.id, team.admin, { name: by, actor: team.ben.email.toUpperCase() })
  await save(team.id, team.admin, { name: 'Part of it', q: team.ben.email.slice(0, 12) })
  await save(team.id, clara, { name: 'Claras' })
  await save(other.id, other.admin, { name: 'Elsewhere' })
  const rows = () =>
    platform.db('history_views').whereIn('workspace_id', [team.id, other.id]).pluck('user_id')
  await erasePerson(platform, team.ben.userId)
  expect(await namesOf(team.id, team.admin)).toEqual(['Part of it'])
  await endAccess(platform.db, clara.userId)
  expect(new Set(await rows())).toEqual(new Set([team.admin.userId, other.admin.userId]))
  await api.product.call('DELETE', `/workspaces/delete/${team.id}`, { token: team.admin.token })
  await eraseWorkspace(platform, team.id)
  expect(await rows()).toEqual([other.admin.userId])
})
