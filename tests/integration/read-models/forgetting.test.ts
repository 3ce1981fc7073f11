import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erasePerson } from '#modules/accounts/deletion/erase-person.ts'
import { eraseWorkspace } from '#modules/workspaces/erase-workspace.ts'
import { userDecider } from '#modules/accounts/user.decider.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import type { Knex } from '#platform/postgres/database.ts'
import { checkAudit } from '#projections/audit/check.ts'
import { createErasures } from '#platform/secrets/erasures.ts'
import type { Keys } from '#platform/secrets/keys.ts'
import { fitToEventStore } from '../../../services/ops/restored.ts'
import { buildWorker, startWorker } from '../../../services/worker/worker.ts'
import type { Effects } from '../../../services/worker/effects.ts'
import { temporaryFolder } from '#support/processes/local-process.ts'
import { effectsSettled } from '#support/read-models/effects-settled.ts'
import { eventually } from '#support/eventually.ts'
import { leaksIn } from '#support/read-models/leaks.ts'
import { openRequests, type RequestApi } from '#support/product/requests.ts'
import { everything, expectRebuildToMakeTheSame } from '#support/read-models/stored-rows.ts'

/** An erasure leaves nothing of what it erased in any table, and the read models as a rebuild would make them. */

let api: RequestApi
let worker: Effects
let db: Knex
beforeAll(async () => {
  api = await openRequests({ ERASURE_LEDGER: join(temporaryFolder(), 'erasures.jsonl') })
  db = api.product.platform.db
  worker = buildWorker(api.product.platform)
  await worker.start()
})
afterAll(async () => {
  await worker?.stop()
  await api?.product.close()
})

/** Anna asks Ben, Ben approves with his phone, a stranger is invited, and all of it is mailed. */
const story = async () => {
  const words = {
    'name of the workspace': `Einkauf Flüstertal ${Math.random()}`,
    description: `Wer hier Geld bewegen darf ${Math.random()}`,
    title: `Überweisung an Moosgruber ${Math.random()}`,
    details: `Konto DE02120300000000202051 ${Math.random()}`,
    'address for bills': `rechnung.${Math.random()}@verschwiegen.example`,
    'address of a stranger': `fremd.${Math.random()}@stille-post.example`,
  }
  const team = await api.team()
  const { id, admin, anna, ben } = team
  const as = (method: 'PATCH' | 'POST', path: string, body: object) =>
    api.product.call(method, path, { token: admin.token, body })
  await as('PATCH', `/workspaces/update-settings/${id}`, {
    name: words['name of the workspace'],
    description: words.description,
    billingUser: words['address for bills'],
  })
  await as('PATCH', `/workspaces/update-settings/${id}`, { billingUser: ben.email })
  await as('POST', `/workspaces/invite-participant/${id}`, {
    email: words['address of a stranger'],
    role: 'regular user',
    approver: true,
    requester: false,
  })
  const phone = await api.enrol(ben)
  const request = await api.newRequest(team, { title: words.title, details: words.details })
  await api.post(`/requests/approve/${request}`, ben, await phone.prove(request), {
    'user-agent': `Browser of Ben ${ben.userId}`,
  })
  await effectsSettled(api.product.platform)
  await api.product.projector.caughtUp()
  return { team, request, anna, ben, words }
}

const leaks = async (words: Record<string, string>) => leaksIn(await everything(db), words)

test('of an erased person nothing is left in any table, and a rebuild makes the same rows', async () => {
  const { team, ben, request, words } = await story()
  const own = { address: ben.email, client: `Browser of Ben ${ben.userId}` }
  const before = await leaks(own)
  for (const table of [
    'users',
    'participants',
    'requests',
    'audit_entries',
    'audit_targets',
    'mailbox_messages',
  ])
    expect(before.join()).toContain(`public.${table}: address`)
  for (const table of ['audit_entries', 'audit_values'])
    expect(before.join()).toContain(`public.${table}: client`)

  await erasePerson(api.product.platform, ben.userId)
  await api.product.projector.caughtUp()
  expect(await leaks(own)).toEqual([])
  await expectRebuildToMakeTheSame(api.product)
  expect((await checkAudit(api.product.platform))?.faults).toEqual([])

  // What belongs to others stays.
  expect(await leaks({ title: words.title })).toContain('public.requests: title (plain)')
  const { body } = await api.get(`/requests/details/${request}`, team.anna)
  expect(body).toMatchObject({ title: words.title, status: 'approved', decidedBy: { email: null } })
  const found = await api.get(
    `/workspaces/history/${team.id}?q=${encodeURIComponent(words.details)}`,
    team.admin,
  )
  expect(found.body.entries.map(({ action }: { action: string }) => action)).toEqual(['request.created'])
  const history = await api.get(`/workspaces/history/${team.id}`, team.admin)
  expect(history.status).toBe(200)
  expect(
    history.body.entries.find(({ action }: { action: string }) => action === 'request.approved').actor,
  ).toEqual({
    userId: ben.userId,
    email: null,
    name: null,
    role: 'regular user',
  })
})

test('an erased workspace leaves only the accounts of its people, and a rebuild makes the same rows', async () => {
  const { team, words } = await story()
  const { platform } = api.product
  await expect(eraseWorkspace(platform, team.id)).rejects.toMatchObject({ code: 'workspace.open' })
  for (const who of [team.anna, team.ben, team.admin])
    expect(
      (await api.product.call('DELETE', `/users/remove-from-workspace/${team.id}`, { token: who.token }))
        .status,
    ).toBe(200)
  await effectsSettled(api.product.platform)
  const before = await leaks(words)
  expect(before.length).toBeGreaterThan(6)
  expect(before).toContain('public.audit_entries: details (plain)')

  await eraseWorkspace(platform, team.id)
  await api.product.projector.caughtUp()
  expect(await leaks(words)).toEqual([])
  const inAccounts = await leaks({ address: team.anna.email })
  expect(inAccounts.filter((leak) => !/^public\.(users|audit_people|mailbox_messages): /.test(leak))).toEqual(
    [],
  )
  await expectRebuildToMakeTheSame(api.product)
  expect((await checkAudit(api.product.platform))?.faults).toEqual([])
})

test('erasing again, or an unknown person, changes nothing', async () => {
  const { ben } = await story()
  const { platform } = api.product
  await erasePerson(platform, ben.userId)
  const head = await api.product.head()
  await erasePerson(platform, ben.userId)
  await erasePerson(platform, '7c0f6f6e-6b1d-4a53-9a3e-2f6a1c0b9d11')
  await eraseWorkspace(platform, '7c0f6f6e-6b1d-4a53-9a3e-2f6a1c0b9d11')
  expect(await api.product.head()).toBe(head)
})

test('the address of an erased person can be invited again', async () => {
  const { team, ben } = await story()
  await erasePerson(api.product.platform, ben.userId)
  const other = await api.workspace()
  const invited = await api.product.call('POST', `/workspaces/invite-participant/${other.id}`, {
    token: other.admin.token,
    body: { email: ben.email, role: 'regular user', approver: true, requester: false },
  })
  expect(invited.status).toBe(201)
  await eventually(async () =>
    expect(await db('mailbox_messages').where({ recipient: ben.email })).toHaveLength(1),
  )
  expect(team.id).not.toBe(other.id)
})

test('restoring an older backup of both stores does not undo an erasure', async () => {
  const { team, ben, words } = await story()
  const { platform } = api.product
  const { state } = await platform.commands.load(userDecider, userStream(ben.userId))
  if (state.kind === 'none') throw new Error('no account')
  // What was erased after the backup stands in the ledger alone.
  const nothing: Keys = { ...platform.keys, erase: async () => {} }
  const ledger = createErasures(nothing, platform.config.ERASURE_LEDGER, platform.clock)
  await ledger.erase({ subject: `person:${ben.userId}` })
  await ledger.erase({ subject: `address:${state.addressHash}` })
  await ledger.erase({ workspaceId: team.id })
  expect((await leaks({ address: ben.email })).length).toBeGreaterThan(4)

  await worker.stop()
  const { erasures } = await fitToEventStore(platform)
  await api.product.projector.caughtUp()
  worker = buildWorker(platform)
  await worker.start()
  expect(erasures).toBe(3)
  expect(await leaks({ address: ben.email, ...words })).toEqual([])
  await expectRebuildToMakeTheSame(api.product)
  expect((await checkAudit(api.product.platform))?.faults).toEqual([])
})

test('a starting worker repairs a crash between the keys and the event', async () => {
  const { ben } = await story()
  const { platform } = api.product
  await platform.erasures.erase({ subject: `person:${ben.userId}` })
  expect((await leaks({ address: ben.email })).join()).toContain('public.users: address')
  await worker.stop()
  worker = await startWorker(platform)
  await api.product.projector.caughtUp()
  expect((await leaks({ address: ben.email })).join()).not.toContain('public.users: address')
})
