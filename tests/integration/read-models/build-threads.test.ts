import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { requestStream } from '#modules/requests/request.events.ts'
import type { JsonObject } from '#platform/event-store/event-store.ts'
import { asOnlyOne } from '#platform/postgres/only-one.ts'
import type { Knex } from '#platform/postgres/database.ts'
import { fillInThreads, threadLock } from '#projections/fill-in-threads.ts'
import { openProjectorDatabase } from '#projections/projector-database.ts'
import { activeBuild, buildNamed, finishBuild, startBuild } from '#projections/engine/builds/builds.ts'
import type { FillElsewhere } from '#projections/engine/runner/fill.ts'
import { startRunner } from '#projections/engine/runner/runner.ts'
import { compareBuilds } from '#projections/operations/compare.ts'
import { waitForBuilds } from '#projections/operations/wait-for-builds.ts'
import { projections } from '#projections/index.ts'
import { blockedFactsIn } from '#support/read-models/builds.ts'
import { expectDeadLetters } from '#support/servers/postgres.ts'
import { isLong } from '#support/rounds.ts'
import { openProduct, type Product } from '#support/product/product.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { colleague, workspaceOf } from '#support/product/workspaces.ts'
import { recordStatements } from '#support/statements.ts'

let product: Product

beforeAll(async () => {
  product = await openProduct()
  const workspace = await workspaceOf(product)
  await colleague(product, workspace, { approver: true })
  await product.projector.caughtUp()
  // A listener to builds would fill them too.
  await product.projector.stop()
})
afterAll(() => product?.close())

/** Where builds went on, each time with what then stood in their tables. */
let went: string[] = []
beforeEach(() => {
  went = []
})

/** From their first page on. */
const inThreads = (rows: Knex): FillElsewhere => {
  const threads = fillInThreads(product.platform.config, rows, silentLog)
  return {
    after: 0,
    async fill(builds, isDone) {
      await threads.fill(builds, isDone)
      for (const { name, projection } of builds)
        went.push(`${projection.name} ${(await buildNamed(product.platform.db, name)).position}`)
    },
  }
}

/** Fresh builds of these read models, filled by a runner of its own; their names by model. */
const buildAll = async (models = projections): Promise<ReadonlyMap<string, string>> => {
  const { config, eventStore, codec, db, listener } = product.platform
  const begun = new Map<string, string>()
  for (const model of models)
    begun.set(model.name, (await startBuild(db, model, eventStore, { promotes: false })).name)
  const rows = openProjectorDatabase(config)
  const runner = await startRunner({
    projections,
    eventStore,
    codec,
    db: rows,
    listener,
    log: silentLog,
    beside: [...begun.values()],
    elsewhere: inThreads(rows),
  })
  await runner.caughtUp()
  await runner.stop()
  await rows.destroy()
  return begun
}

const differing = async (begun: ReadonlyMap<string, string>): Promise<string[]> => {
  const { db } = product.platform
  const found: string[] = []
  for (const model of projections) {
    const active = await activeBuild(db, model.name)
    const compared = await compareBuilds(db, model, [active!.name, begun.get(model.name)!])
    for (const { table, isEqual } of compared!.tables) if (!isEqual) found.push(table)
  }
  return found
}

test.runIf(isLong())(
  'a build that a thread has filled equals the active one',
  { timeout: 120_000 },
  async () => {
    const head = await product.head()
    const begun = await buildAll()
    expect(new Set(went)).toEqual(new Set(projections.map(({ name }) => `${name} ${head}`)))
    expect(await differing(begun)).toEqual([])
  },
)

test(
  'the projector dead-letters what a thread cannot copy, and the build continues',
  { timeout: 120_000 },
  async () => {
    expectDeadLetters()
    const { eventStore, db } = product.platform
    const id = randomUUID()
    const stored = (await eventStore.readAll({ after: null, max: 1 })).events[0]!
    const metadata = { ...stored.metadata, workspaceId: null } as JsonObject & typeof stored.metadata
    await eventStore.append(requestStream(id), 'no_stream', [
      { id: randomUUID(), type: 'RequestWithdrawn', data: { requestId: id }, metadata },
    ])
    const begun = await buildAll(projections.filter(({ name }) => name === 'requests'))
    expect(went.length).toBeGreaterThan(0)
    const build = begun.get('requests')!
    expect(await db('parked_facts').where({ build }).pluck('type')).toEqual(['RequestWithdrawn'])
    expect((await buildNamed(db, build)).state).toBe('ready')
    expect(await blockedFactsIn(db)).toEqual([])
  },
)

test('a command that waits for a build does not fill it too while a thread of the projector starts', async () => {
  const { db, eventStore } = product.platform
  const [users] = projections
  const { name } = await startBuild(db, users!, eventStore, { promotes: false })
  const waited = (withinMs: number) =>
    waitForBuilds(product.platform, {
      names: [name],
      own: [users!],
      isDone: ([build]) => build?.state === 'ready',
      withinMs,
    })
  const isHeld = await asOnlyOne(db, [threadLock(name)], async () => {
    // It fills the build itself when nobody has moved it for a second.
    expect(await waited(2_000)).toBe(false)
    expect((await buildNamed(db, name)).position).toBeNull()
  })
  expect(isHeld).toBe(true)
  expect(await waited(60_000)).toBe(true)
})

test.each([true, false])('an index is made by one process alone while others write: %s', async (isBusy) => {
  const { db, eventStore } = product.platform
  const [users] = projections
  const { name } = await startBuild(db, users!, eventStore, { promotes: false })
  const { sent, end } = recordStatements()
  await finishBuild(db, { name, projection: users! }, isBusy)
  end()
  expect(sent.some(({ sql }) => sql.includes('max_parallel_maintenance_workers = 0'))).toBe(isBusy)
})
