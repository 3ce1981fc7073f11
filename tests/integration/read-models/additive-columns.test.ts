import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase, type Knex } from '#platform/postgres/database.ts'
import type { Codec } from '#platform/facts/event-codec.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import type { Commands } from '#platform/commands/execute-command.ts'
import type { Listener } from '#platform/postgres/listener.ts'
import { buildsOf, startBuild } from '#projections/engine/builds/builds.ts'
import { handlers, type Projection } from '#projections/engine/definition/projection.ts'
import { startRunner, type Runner } from '#projections/engine/runner/runner.ts'
import { defineTables, type Tables } from '#projections/engine/definition/tables.ts'
import type { Fact } from '#platform/facts/facts.ts'
import { previewRows } from '#projections/engine/queries/preview.ts'
import { compareBuilds } from '#projections/operations/compare.ts'
import { buildAnew } from '#support/read-models/builds.ts'
import { contextOf, counterDecider, counterEvents } from '#support/event-store/counter.ts'
import { openCounterStore, type CounterStore } from '#support/event-store/counter-store.ts'
import { silentLog } from '#support/processes/silent-log.ts'

let counters: CounterStore
let db: Knex
let store: EventStore
let codec: Codec
let commands: Commands
let listener: Listener
let running: Runner[] = []

beforeAll(async () => {
  counters = await openCounterStore()
  ;({ db, store, codec, commands, listener } = counters)
})
const stopAll = async (): Promise<void> => {
  await Promise.all(running.map((runner) => runner.stop()))
  running = []
}
beforeEach(stopAll)
afterAll(async () => {
  await stopAll()
  await counters.close()
})

const newName = (): string => `counts_${randomUUID().slice(0, 8)}`

/** How a program of before knows it: whether each counter has counted. */
const before = (name: string): Projection => {
  const tables: Tables = { [name]: { columns: { id: 'uuid', counted: 'boolean' }, key: ['id'] } }
  return {
    name,
    version: 1,
    tables,
    handlers: handlers(counterEvents, tables, {
      Counted: ({ data }, changes) => changes.put(name, { id: data.counterId, counted: true }),
    }),
  }
}

/** And the next one, of the same version. */
const after = (name: string): Projection => {
  const { tables, ...rest } = before(name)
  const additive = { last: 'integer?', doubled: 'integer = 0' } as const
  const wider = { [name]: { ...tables[name]!, additive } }
  return {
    ...rest,
    tables: wider,
    handlers: handlers(counterEvents, wider, {
      Counted: ({ data }, changes) =>
        changes.put(name, { id: data.counterId, counted: true, last: data.by, doubled: 2 * data.by }),
    }),
  }
}

const start = async (projection: Projection): Promise<Runner> => {
  const runner = await startRunner({
    projections: [projection],
    eventStore: store,
    codec,
    db,
    listener,
    log: silentLog,
  })
  running.push(runner)
  return runner
}

const count = (counterId: string, by: number) =>
  commands.execute({
    decider: counterDecider,
    stream: `counter-${counterId}`,
    workspaceId: null,
    context: contextOf(),
    command: { counterId, by },
  })

/** A read model of before with a counter that has counted 5, and nobody at work. */
const standing = async (): Promise<{ readonly name: string; readonly id: string }> => {
  const [name, id] = [newName(), randomUUID()]
  await count(id, 5)
  const runner = await start(before(name))
  await runner.caughtUp()
  await runner.stop()
  return { name, id }
}

test('an additive column needs no build: new facts fill it, and views show it', async () => {
  const { name, id } = await standing()
  const built = await buildsOf(db, name)
  const runner = await start(after(name))
  expect(await db(name).where({ id })).toEqual([{ id, counted: true, last: null, doubled: 0 }])
  await count(id, 7)
  await runner.caughtUp()
  expect(await db(name).where({ id })).toEqual([{ id, counted: true, last: 7, doubled: 14 }])
  expect(await buildsOf(db, name)).toMatchObject(
    built.map(({ name: build, state }) => ({ name: build, state })),
  )
})

test('a later build fills an additive column from every fact', async () => {
  const { name, id } = await standing()
  const runner = await start(after(name))
  await buildAnew(db, after(name))
  await runner.caughtUp()
  expect(await db(name).where({ id })).toEqual([{ id, counted: true, last: 5, doubled: 10 }])
})

test('a preview has the defaults of additive columns', () => {
  const [name, counterId] = [newName(), randomUUID()]
  const { tables, handlers: _, ...rest } = after(name)
  const silent: Projection = {
    ...rest,
    tables,
    handlers: handlers(counterEvents, before(name).tables, {
      Counted: ({ data }, changes) => changes.put(name, { id: data.counterId, counted: true }),
    }),
  }
  const facts = [{ type: 'Counted', data: { counterId, by: 5 } }] as unknown as readonly Fact[]
  expect(previewRows(silent, facts, name)).toEqual([{ id: counterId, counted: true, last: null, doubled: 0 }])
})

test('verify ignores additive columns', async () => {
  const { name } = await standing()
  const runner = await start(after(name))
  const active = (await buildsOf(db, name)).find(({ state }) => state === 'active')!
  const fresh = await startBuild(db, after(name), store, { promotes: false })
  await runner.caughtUp()
  const compared = await compareBuilds(db, after(name), [active.name, fresh.name])
  expect(compared?.tables).toMatchObject([{ table: name, isEqual: true, skipped: ['last', 'doubled'] }])
})

test('a build that an older program starts gets the column too', async () => {
  const { name, id } = await standing()
  const runner = await start(after(name))
  await buildAnew(db, before(name))
  await runner.caughtUp()
  expect(await db(name).where({ id })).toEqual([{ id, counted: true, last: 5, doubled: 10 }])
})

test('an older program reads and writes while the column is added', async () => {
  const { name, id } = await standing()
  const older = await start(before(name))
  let isDone = false
  const reading = (async () => {
    let read = 0
    for (; !isDone; read++) {
      const sql = `SELECT id, counted FROM "${name}" WHERE id = ?`
      const { rows } = await db.raw(sql, [id])
      expect(rows).toEqual([{ id, counted: true }])
    }
    return read
  })()
  const newer = await start(after(name))
  await newer.stop()
  isDone = true
  expect(await reading).toBeGreaterThan(0)
  const other = randomUUID()
  await count(other, 3)
  await older.caughtUp()
  expect(await db(name).where({ id: other })).toEqual([{ id: other, counted: true, last: null, doubled: 0 }])
})

test('waits for a long reader without blocking others', async () => {
  const { name, id } = await standing()
  const reader = await db.transaction()
  await reader(name).where({ id })
  const starting = start(after(name))
  await vi.waitUntil(
    async () => {
      const { rows } = await db.raw('SELECT 1 FROM pg_locks WHERE NOT granted AND relation = ?::regclass', [
        name,
      ])
      return rows.length > 0
    },
    { timeout: 20_000 },
  )
  expect(await reader(name).where({ id })).toEqual([{ id, counted: true }])
  expect(await db(name).where({ id })).toEqual([{ id, counted: true }])
  await reader.rollback()
  await starting
  expect(await db(name).where({ id })).toMatchObject([{ last: null }])
})

test('reads of the column answer read-model.building until a projector has added it', async () => {
  const { name } = await standing()
  const newer = openDatabase(counters.url, { readModels: [after(name)] })
  await expect(newer(name).select('last')).rejects.toMatchObject({ code: 'read-model.building' })
  await expect(newer(name).select(`${name}.last`)).rejects.toMatchObject({ code: 'read-model.building' })
  await expect(newer(name).select('lost')).rejects.toMatchObject({ code: '42703' })
  await start(after(name))
  expect(await newer(name).select('last')).toContainEqual({ last: null })
  await newer.destroy()
})

test('rows that are copied in bulk get the default of a missing column', async () => {
  const name = newName()
  const tables = defineTables({
    [name]: {
      columns: { id: 'uuid' },
      additive: { odd: 'boolean = false', by: 'integer?' },
      key: ['id'],
      once: true,
    },
  })
  const ids = [randomUUID(), randomUUID()].toSorted() as [string, string]
  await count(ids[0], 3)
  await count(ids[1], 4)
  const runner = await start({
    name,
    version: 1,
    tables,
    handlers: handlers(counterEvents, tables, {
      Counted: ({ id, data }, changes) => {
        if (ids.includes(data.counterId))
          changes.put(
            name,
            data.by % 2 === 0 ? { id: data.counterId } : { id: data.counterId, odd: true, by: data.by },
          )
        else changes.put(name, { id })
      },
    }),
  })
  await runner.caughtUp()
  expect(await db(name).whereIn('id', ids).orderBy('id')).toEqual([
    { id: ids[0], odd: true, by: 3 },
    { id: ids[1], odd: false, by: null },
  ])
})
