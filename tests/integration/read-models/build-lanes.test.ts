import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { erasePerson } from '#modules/accounts/deletion/erase-person.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { activeBuild, buildNamed, startBuild } from '#projections/engine/builds/builds.ts'
import { retire } from '#projections/engine/builds/retire.ts'
import { partOf } from '#projections/engine/definition/parts.ts'
import type { Fact } from '#platform/facts/facts.ts'
import { handles, type Projection } from '#projections/engine/definition/projection.ts'
import { changesOf, fromOf, project } from '#projections/engine/runner/apply.ts'
import type { FillElsewhere } from '#projections/engine/runner/fill.ts'
import { startRunner } from '#projections/engine/runner/runner.ts'
import { projections } from '#projections/index.ts'
import { fillInLanes } from '#projections/lanes/fill-in-lanes.ts'
import { laneSchema, openLaneTables, watchLaneTables } from '#projections/lanes/lane-tables.ts'
import { compareBuilds } from '#projections/operations/compare.ts'
import { openProjectorDatabase } from '#projections/projector-database.ts'
import { temporaryFolder } from '#support/processes/local-process.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { openRequests, type RequestApi } from '#support/product/requests.ts'

/** Builds that are filled in lanes become what one lane makes of them. */

let api: RequestApi
beforeAll(async () => {
  api = await openRequests({ ERASURE_LEDGER: join(temporaryFolder(), 'erasures.jsonl') })
  const { platform, projector } = api.product
  for (let i = 0; i < 3; i += 1) {
    const team = await api.team()
    const phone = await api.enrol(team.ben)
    const [approved, declined, withdrawn] = [
      await api.newRequest(team),
      await api.newRequest(team),
      await api.newRequest(team),
    ]
    await api.post(`/requests/approve/${approved}`, team.ben, await phone.prove(approved))
    await api.decline(declined, team.ben)
    await api.post(`/requests/withdraw/${withdrawn}`, team.anna)
    const path = `/workspaces/update-settings/${team.id}`
    await api.product.call('PATCH', path, { token: team.admin.token, body: { name: `Neu ${i}` } })
    if (i === 1) await erasePerson(platform, team.anna.userId)
  }
  await projector.caughtUp()
  // A listener to builds would fill them too.
  await projector.stop()
}, 60_000)
afterAll(() => api?.product.close())

/** Where builds stood when their lanes had ended. */
let went: (string | null)[] = []
beforeEach(() => {
  went = []
})

/** Fills builds of all read models in lanes, in pages of so many facts. Their names by model. */
const fill = async ({
  lanes,
  page = 7,
  watched = (store) => store,
}: {
  readonly lanes: number
  readonly page?: number
  readonly watched?: (store: EventStore) => EventStore
}): Promise<ReadonlyMap<string, string>> => {
  const { config, eventStore, codec, db, listener } = api.product.platform
  const begun = new Map<string, string>()
  for (const model of projections)
    begun.set(model.name, (await startBuild(db, model, eventStore, { promotes: false })).name)
  const rows = openProjectorDatabase(config)
  const log = silentLog
  const inLanes = fillInLanes({ config, log, db: rows, eventStore: watched(eventStore), lanes, page })
  const elsewhere: FillElsewhere = {
    after: 0,
    async fill(builds, isDone) {
      await inLanes.fill(builds, isDone)
      for (const { name } of builds) went.push((await buildNamed(db, name)).position)
    },
  }
  const beside = [...begun.values()]
  const runner = await startRunner({
    projections,
    eventStore,
    codec,
    db: rows,
    listener,
    log,
    beside,
    elsewhere,
  })
  await runner.caughtUp()
  await runner.stop()
  await rows.destroy()
  return begun
}

/** The tables in which these builds differ from those that were made live, fact by fact in one lane. */
const differing = async (begun: ReadonlyMap<string, string>): Promise<string[]> => {
  const { db } = api.product.platform
  const found: string[] = []
  for (const model of projections) {
    const active = await activeBuild(db, model.name)
    const compared = await compareBuilds(db, model, [active!.name, begun.get(model.name)!])
    for (const { table, isEqual } of compared!.tables) if (!isEqual) found.push(table)
  }
  return found
}

const drop = async (begun: ReadonlyMap<string, string>): Promise<void> => {
  for (const name of begun.values()) await retire(api.product.platform.db, name)
}

const leftBehind = (): Promise<string[]> =>
  api.product.platform.db('pg_namespace').whereLike('nspname', '%\\_lanes').pluck('nspname')

/** What this fact, applied alone, writes into the tables of the active build: a key for each row. */
const touchedBy = async (model: Projection, name: string, fact: Fact): Promise<string[]> => {
  const { db } = api.product.platform
  const changes = changesOf({ name, projection: model })
  await project(fromOf(db, { name }), model, [fact], { ...changes, sweep: () => {} })
  return changes.statements().flatMap(({ sql, json }) => {
    const table = Object.keys(model.tables).find((one) => sql.includes(`"${name}"."${one}"`))!
    const { key } = model.tables[table]!
    const rows = JSON.parse(json) as Record<string, unknown>[]
    return rows.map((row) => `${table} ${key.map((column) => String(row[column])).join(' ')}`)
  })
}

test('facts of different parts touch different rows of every read model', async () => {
  const { db, eventStore, codec } = api.product.platform
  const { events } = await eventStore.readAll({ after: null, max: 1_000 })
  const facts = await codec.decode(events)
  const parts = new Map<string, Set<string | null>>()
  for (const model of projections) {
    const { name } = (await activeBuild(db, model.name))!
    for (const [i, event] of events.entries())
      for (const row of handles(model, event) ? await touchedBy(model, name, facts[i]!) : [])
        parts.set(row, (parts.get(row) ?? new Set()).add(partOf(model, event)))
  }
  // Devices are touched from the streams of requests too.
  expect(new Set(events.map(({ type }) => type))).toContain('RequestApproved')
  expect([...parts].filter(([, of]) => of.size > 1 || of.has(null))).toEqual([])
})

test('builds in lanes become what was made live', { timeout: 120_000 }, async () => {
  const head = await api.product.head()
  const begun = await fill({ lanes: 3 })
  expect(new Set(went)).toEqual(new Set([head]))
  expect(await differing(begun)).toEqual([])
  expect(await leftBehind()).toEqual([])
  await drop(begun)
})

test(
  'builds whose lane breaks off in the middle are filled without lanes',
  { timeout: 120_000 },
  async () => {
    const { db } = api.product.platform
    let pages = 0
    let ended = 0
    const begun = await fill({
      lanes: 2,
      watched: (store) => ({
        ...store,
        async readAll(options) {
          pages += 1
          // By then rows of earlier pages are written.
          while (pages === 9 && ended === 0) {
            const { rows } = await db.raw<{ rows: unknown[] }>(
              `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE 'COPY %_lanes%'`,
            )
            ended = rows.length
            await pause(5)
          }
          return store.readAll(options)
        },
      }),
    })
    expect(ended).toBeGreaterThan(0)
    expect(went.slice(0, projections.length)).toEqual(projections.map(() => null))
    expect(await differing(begun)).toEqual([])
    expect(await leftBehind()).toEqual([])
    await drop(begun)
  },
)

test('what lanes left behind in a crash is no part of the next ones, and is dropped', async () => {
  const { db, eventStore } = api.product.platform
  const users = projections[0]!
  const { name } = await startBuild(db, users, eventStore, { promotes: false })
  // As a crash in the middle leaves them.
  await openLaneTables(db, [{ name, projection: users }])
  const left = () => db('stopped_devices').withSchema(laneSchema(name))
  await left().insert({ id: crypto.randomUUID(), user_id: crypto.randomUUID() })
  await openLaneTables(db, [{ name, projection: users }])
  expect(await left()).toEqual([])
  expect(await leftBehind()).toEqual([laneSchema(name)])
  await retire(db, name)
  const stopWatching = watchLaneTables(db, silentLog)
  await expect.poll(leftBehind).toEqual([])
  await stopWatching()
})
