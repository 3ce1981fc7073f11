import { randomUUID } from 'node:crypto'
import Type from 'typebox'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { allEvents } from '#modules/all.events.ts'
import { clear, fact, type Catalogue, type Fact } from '#platform/facts/facts.ts'
import type { Platform } from '#platform/platform.ts'
import { auditProjection } from '#projections/audit/projection.ts'
import { projections } from '#projections/index.ts'
import type { Projection } from '#projections/engine/definition/projection.ts'
import { startProjector } from '#projections/projector.ts'
import { buildApi } from '../../../services/api/app.ts'
import { discard } from '#projections/engine/builds/retire.ts'
import { activePositions, blockedFactsIn, buildAnew, activeBuildName } from '#support/read-models/builds.ts'
import { asProgram, plant, without } from '#support/read-models/newer-program.ts'
import { projectAll } from '#support/read-models/people-model.ts'
import { openRequests, type RequestApi, type Team } from '#support/product/requests.ts'

/** The API is the newer program; what stands in `older` is what the projector beside it knows. */
let api: RequestApi
let newer: Platform
let team: Team
let other: Team

beforeEach(async () => {
  api = await openRequests()
  newer = api.product.platform
  team = await api.team()
  other = await api.team()
  await api.product.projector.caughtUp()
  await api.product.projector.stop()
})
afterEach(() => api.product.close())

const tablesOf = async (names: readonly string[]) => {
  const tables = projections
    .filter(({ name }) => names.includes(name))
    .flatMap((one) => Object.entries(one.tables))
  const rows = tables.map(
    async ([table, { key }]) => [table, await newer.db(table).orderBy([...key])] as const,
  )
  return Object.fromEntries(await Promise.all(rows))
}

const aside = async () =>
  ((await blockedFactsIn(newer.db)) as Record<string, unknown>[]).map(({ projection, lane, type, held }) => ({
    projection,
    lane,
    type,
    held,
  }))

/** The newer projector takes up everything, and a rebuild by it changes nothing. */
const caughtUpLikeRebuilt = async (
  platform: Platform,
  names: readonly string[],
  run: readonly Projection[] = projections,
) => {
  await projectAll(platform, run)
  expect(await aside()).toEqual([])
  const live = await tablesOf(names)
  for (const projection of run) await buildAnew(platform.db, projection)
  await projectAll(platform, run)
  expect(await tablesOf(names)).toEqual(live)
  return live
}

/** No projector runs while these commands do, so they wait for none. */
const soon = { prefer: 'respond-async' }
const asked = async ({ id, anna }: Team): Promise<string> => (await api.ask(anna, id, {}, soon)).body.id
const withdraw = (id: string, { anna }: Team) => api.post(`/requests/withdraw/${id}`, anna, undefined, soon)

const behind = { status: 503, body: { code: 'read-model.behind' }, headers: { 'retry-after': '2' } }
const list = (of: Team) => api.get(`/requests/list/${of.id}`, of.admin)
const history = (of: Team) => api.get(`/workspaces/history/${of.id}`, of.admin)

describe('a fact that an older projector cannot read', () => {
  const sick: readonly (readonly [string, Catalogue])[] = [
    ['of an unknown type', without(allEvents, 'RequestWithdrawn')],
    [
      'with an unknown literal',
      {
        ...allEvents,
        RequestWithdrawn: fact(
          1,
          Type.Object({
            ...allEvents.RequestWithdrawn.schema.properties,
            workspaceId: Type.Literal('never'),
          }),
        ),
      },
    ],
  ]

  test.each(sick)(
    '%s is held with the rest of its lane, and applied by a newer projector',
    async (_, catalogue) => {
      const older = asProgram(newer, catalogue)
      const id = await asked(team)
      await projectAll(older)
      expect((await withdraw(id, team)).status).toBe(200)
      await asked(other)
      await asked(team)
      await projectAll(older)

      expect(await aside()).toEqual([
        { projection: 'audit', lane: team.id, type: 'RequestWithdrawn', held: true },
        { projection: 'audit', lane: team.id, type: 'RequestCreated', held: true },
        { projection: 'requests', lane: `request-${id}`, type: 'RequestWithdrawn', held: true },
      ])
      const places = await activePositions(newer.db)
      expect(new Set(places)).toEqual(new Set([await api.product.head()]))
      for (const read of [list, history]) {
        expect(await read(team)).toMatchObject(behind)
        expect((await read(other)).status).toBe(200)
      }
      expect(await api.get(`/requests/details/${id}`, team.anna)).toMatchObject(behind)
      expect((await api.get(`/workspaces/${team.id}`, team.admin)).status).toBe(200)

      await caughtUpLikeRebuilt(newer, ['requests', 'audit'])
      expect((await list(team)).body).toMatchObject([{ status: 'pending' }, { closedReason: 'withdrawn' }])
      expect((await history(team)).body.entries[0]).toMatchObject({ action: 'request.created' })
    },
  )

  test('of a newer version is held, and upcast by a newer program', async () => {
    const { schema } = allEvents.RequestWithdrawn
    const newest = asProgram(newer, {
      ...allEvents,
      RequestWithdrawn: fact(2, Type.Object({ ...schema.properties, why: clear('reason') }), {
        1: (data) => ({ ...data, why: 'unknown' }),
      }),
    })
    const first = await asked(team)
    expect((await withdraw(first, team)).status).toBe(200)
    const second = await asked(team)
    const { data } = (await api.facts(first)).at(-1)!
    const withdrawn = { type: 'RequestWithdrawn', data: { ...data, requestId: second, why: 'paid by hand' } }
    await plant(newest, { stream: `request-${second}`, workspaceId: team.id, events: [withdrawn] })
    await projectAll(newer)
    expect(await aside()).toMatchObject([{ projection: 'audit' }, { lane: `request-${second}`, held: true }])
    const { requests } = await caughtUpLikeRebuilt(newest, ['requests', 'audit'])
    expect(requests!.map((row) => (row as { closed_reason: string }).closed_reason)).toEqual([
      'withdrawn',
      'withdrawn',
    ])
  })

  test('of an unknown type keeps its place in the audit chain', async () => {
    const newest = asProgram(newer, {
      ...allEvents,
      Planted: fact(1, Type.Object({ workspaceId: clear('id') })),
    })
    /** Shown as the completion of an onboarding, which has the same fields. */
    const known = (one: Fact): Fact =>
      one.type === 'Planted' ? { ...one, type: 'OnboardingCompleted' } : one
    const audit = auditProjection as Projection
    const newestAudit: Projection = {
      ...audit,
      prepare: (db, facts) => audit.prepare!(db, facts.map(known)),
      handlers: {
        ...audit.handlers,
        Planted: (one, changes, context) =>
          audit.handlers['OnboardingCompleted']!(known(one), changes, context),
      },
    }
    const inWorkspace = {
      workspaceId: team.id,
      events: [{ type: 'Planted', data: { workspaceId: team.id } }],
    }
    await plant(newest, { stream: `plant-${randomUUID()}`, ...inWorkspace })
    await plant(newest, { stream: `plant-${randomUUID()}`, ...inWorkspace, workspaceId: null })
    await asked(team)
    await asked(other)
    await projectAll(newer)
    expect(await aside()).toEqual([
      { projection: 'audit', lane: team.id, type: 'Planted', held: true },
      { projection: 'audit', lane: team.id, type: 'RequestCreated', held: true },
    ])
    expect(await history(team)).toMatchObject(behind)
    expect((await history(other)).status).toBe(200)
    expect((await list(team)).status).toBe(200)
    const run = projections.map((one) => (one.name === 'audit' ? newestAudit : one))
    await caughtUpLikeRebuilt(newest, ['audit'], run)
    const [newestEntry, plantedEntry] = (await history(team)).body.entries
    expect(plantedEntry).toMatchObject({ action: 'workspace.onboarding-completed' })
    expect(newestEntry.sequence).toBe(plantedEntry.sequence + 1)
  })

  test('of an account blocks no other account', async () => {
    const { userId, token } = team.ben
    const older = asProgram(newer, without(allEvents, 'DeviceEnrolled'))
    await api.enrol(team.ben)
    await projectAll(older)
    expect(await aside()).toEqual([
      { projection: 'users', lane: `user-${userId}`, type: 'DeviceEnrolled', held: true },
    ])
    for (const path of ['/users/current', '/users/devices', `/requests/list/${team.id}`])
      expect(await api.get(path, { token })).toMatchObject(behind)
    for (const path of ['/users/current', '/users/devices', `/workspaces/participants/${team.id}`])
      expect((await api.get(path, team.admin)).status).toBe(200)
    await projectAll(newer)
    expect((await api.get('/users/devices', { token })).body).toHaveLength(1)
  })
})

/** Builds these read models anew by a program that cannot read one type where `field` has this value. */
const rebuiltWithout = async (
  type: 'UserSignedUp' | 'ParticipantJoined',
  [field, value]: readonly [string, string],
  names: readonly string[],
) => {
  const { properties } = allEvents[type].schema
  const others = { ...clear('reason'), pattern: `^(?!${value})` }
  const schema = Type.Object({ ...properties, [field]: others })
  const run = projections.filter(({ name }) => names.includes(name))
  for (const name of names) await discard(newer.db, await activeBuildName(newer.db, name))
  await projectAll(asProgram(newer, { ...allEvents, [type]: fact(1, schema) }), run)
}

test('a held account blocks the audit logs in which its person acted, and no other', async () => {
  await rebuiltWithout('UserSignedUp', ['userId', team.admin.userId], ['audit'])
  expect(await aside()).toMatchObject([{ lane: `user-${team.admin.userId}`, held: true }])
  expect(await history(team)).toMatchObject(behind)
  expect((await history(other)).status).toBe(200)
})

test('a list of workspaces is refused while a held fact may add one', async () => {
  await rebuiltWithout('ParticipantJoined', ['workspaceId', team.id], ['workspaces', 'requests'])
  for (const path of ['/users/related-workspaces', '/requests/inbox']) {
    expect(await api.get(path, team.ben)).toMatchObject(behind)
    expect((await api.get(path, other.ben)).status).toBe(200)
  }
  const accept = () => api.post(`/participants/accept-invite/${randomUUID()}`, other.ben)
  expect(await accept()).toMatchObject(behind)
  await projectAll(newer)
  expect((await accept()).status).toBe(404)
})

test('a command replies from the facts while the read model holds them', async () => {
  const id = await asked(team)
  const catalogue = without(allEvents, 'RequestWithdrawn', 'WorkspaceSettingsChanged')
  const older = await startProjector(asProgram(newer, catalogue))
  try {
    const path = `/workspaces/update-settings/${team.id}`
    const body = { name: 'Held' }
    const renamed = await api.product.call('PATCH', path, { token: team.admin.token, body })
    expect(renamed).toMatchObject({ status: 200, body })
    const withdrawn = await api.post(`/requests/withdraw/${id}`, team.anna)
    expect(withdrawn).toMatchObject({ status: 200, body: { closedReason: 'withdrawn' } })
    for (const { headers } of [renamed, withdrawn]) expect(headers).not.toHaveProperty('x-read-model')
  } finally {
    await older.stop()
  }
  expect(await list(team)).toMatchObject(behind)
})

test('a command that meets an unreadable fact is rejected', async () => {
  const id = await asked(team)
  await withdraw(id, team)
  const app = await buildApi(asProgram(newer, without(allEvents, 'RequestWithdrawn')), {
    localMailbox: false,
  })
  try {
    const before = await api.product.head()
    const headers = { authorization: `Bearer ${team.ben.token}` }
    const answer = await app.inject({ method: 'POST', url: `/requests/decline/${id}`, headers })
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('2')
    expect(answer.json()).toMatchObject({ code: 'fact.unreadable', statusCode: 503 })
    expect(await api.product.head()).toBe(before)
  } finally {
    await app.close()
  }
})
