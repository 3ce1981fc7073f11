import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Knex } from '#platform/postgres/database.ts'
import type { Codec } from '#platform/facts/event-codec.ts'
import type { EventStore, StoredEvent } from '#platform/event-store/event-store.ts'
import type { Commands } from '#platform/commands/execute-command.ts'
import type { Listener, Notified } from '#platform/postgres/listener.ts'
import { openPositions } from '#platform/read-models/positions.ts'
import { buildsOf, CheckpointMismatch } from '#projections/engine/builds/builds.ts'
import { refuseDeadLetteredWhere } from '#projections/engine/runner/dead-letters.ts'
import { handlers, type Projection } from '#projections/engine/definition/projection.ts'
import type { Tables } from '#projections/engine/definition/tables.ts'
import { discard, retire } from '#projections/engine/builds/retire.ts'
import { startRunner, type Runner, type RunnerOptions } from '#projections/engine/runner/runner.ts'
import { blockedFactsIn, buildAnew, activeBuildName } from '#support/read-models/builds.ts'
import { contextOf, counterDecider, counterEvents } from '#support/event-store/counter.ts'
import { openCounterStore, type CounterStore } from '#support/event-store/counter-store.ts'
import { eventually } from '#support/eventually.ts'
import { newEvent } from '#support/event-store/facts.ts'
import { expectDeadLetters } from '#support/servers/postgres.ts'
import { silentLog } from '#support/processes/silent-log.ts'

let counters: CounterStore
let db: Knex
let store: EventStore
let codec: Codec
let commands: Commands
let listener: Listener
let running: Runner[] = []

const totalsOf = (name: string): Tables => ({
  [name]: { columns: { id: 'uuid', total: 'integer' }, key: ['id'] },
})
const totalsIn = (rows: readonly unknown[]) =>
  new Map((rows as { id: string; total: number }[]).map(({ id, total }) => [id, total]))

/** Sums per counter. `poison` is a note that its handler cannot take. */
const totals = (name: string, poison?: string): Projection<Map<string, number>> => ({
  name,
  version: 1,
  tables: totalsOf(name),
  async prepare(from, facts) {
    const ids = [...new Set(facts.map(({ data }) => String(data['counterId'])))]
    return totalsIn(await from(name).whereIn('id', ids))
  },
  handlers: handlers<typeof counterEvents, Tables, Map<string, number>>(counterEvents, totalsOf(name), {
    Counted({ data }, changes, sums) {
      if (data.note === poison) throw new Error('cannot take this')
      const total = (sums.get(data.counterId) ?? 0) + data.by
      sums.set(data.counterId, total)
      changes.put(name, { id: data.counterId, total })
    },
  }),
})

const start = (...projections: Projection<Map<string, number>>[]) => startOn({}, ...projections)

const startOn = async (
  given: Partial<RunnerOptions>,
  ...projections: Projection<Map<string, number>>[]
): Promise<Runner> => {
  const runner = await startRunner({
    projections: projections as unknown as Projection[],
    eventStore: store,
    codec,
    db,
    listener,
    log: silentLog,
    ...given,
  })
  running.push(runner)
  return runner
}

const count = (counterId: string, note = 'a note') =>
  commands.execute({
    decider: counterDecider,
    stream: `counter-${counterId}`,
    workspaceId: null,
    context: contextOf(),
    command: { counterId, by: 1, note },
  })

const rowsOf = (name: string) => db(name).orderBy('id')

beforeAll(async () => {
  counters = await openCounterStore()
  ;({ db, store, codec, commands, listener } = counters)
})
beforeEach(async () => {
  await Promise.all(running.map((runner) => runner.stop()))
  running = []
})
afterAll(async () => {
  await Promise.all(running.map((runner) => runner.stop()))
  await counters.close()
})

const newTable = (): string => `totals_${randomUUID().slice(0, 8)}`

test('applies old facts and those that come while it runs', async () => {
  const name = newTable()
  const id = randomUUID()
  await count(id)
  const runner = await start(totals(name))
  await count(id)
  await runner.caughtUp()
  expect(await db(name).where({ id }).first()).toEqual({ id, total: 2 })
})

test('live rows equal rebuilt ones', async () => {
  const name = newTable()
  const runner = await start(totals(name))
  const ids = Array.from({ length: 5 }, () => randomUUID())
  await Promise.all(ids.flatMap((id) => [count(id), count(id), count(id)]))
  await runner.caughtUp()
  const live = await rowsOf(name)
  await buildAnew(db, totals(name))
  await runner.stop()
  await (await start(totals(name))).caughtUp()
  expect(await rowsOf(name)).toEqual(live)
})

test('a running projector fills and promotes a new build while others advance', async () => {
  const [one, other] = [newTable(), newTable()]
  const runner = await start(totals(one), totals(other))
  const id = randomUUID()
  await count(id)
  await runner.caughtUp()
  await buildAnew(db, totals(one))
  await count(id)
  await runner.caughtUp()
  expect(await rowsOf(one)).toEqual(await rowsOf(other))
  expect(await db(one).where({ id }).first()).toEqual({ id, total: 2 })
})

test('a running projector fills a new build without new facts', async () => {
  const name = newTable()
  const id = randomUUID()
  await count(id)
  await (await start(totals(name))).caughtUp()
  await buildAnew(db, totals(name))
  await eventually(async () => expect(await db(name).where({ id })).toEqual([{ id, total: 1 }]))
})

test('a projector that missed a rebuild by another one loads its blocked lanes', async () => {
  const name = newTable()
  const id = randomUUID()
  let isSick = true
  const { handlers: whole, ...rest } = totals(name)
  const projection: typeof rest & { handlers: typeof whole } = {
    ...rest,
    handlers: {
      Counted(fact, changes, sums) {
        if (isSick && fact.data['note'] === 'ill') throw new Error('cannot take this')
        whole['Counted']!(fact, changes, sums)
      },
    },
  }
  const deaf = await startOn({ listener: { ...listener, on: () => () => {} } }, projection)
  await count(id, 'ill')
  await deaf.caughtUp()
  expect(await blockedFactsIn(db, name)).toHaveLength(1)
  isSick = false
  await buildAnew(db, projection)
  const other = await start(projection)
  await other.caughtUp()
  await other.stop()
  await count(id)
  await deaf.caughtUp()
  expect(await blockedFactsIn(db, name)).toEqual([])
  expect(await db(name).where({ id }).first()).toEqual({ id, total: 2 })
})

test('a starting projector knows the dead letters of another one', async () => {
  expectDeadLetters()
  const name = newTable()
  const projection = totals(name, 'venom')
  const sick = randomUUID()
  const first = await start(projection)
  let isFirst = true
  const parking: EventStore = {
    ...store,
    async identity() {
      if (isFirst) {
        isFirst = false
        await count(sick, 'venom')
        await first.caughtUp()
        await first.stop()
      }
      return store.identity()
    },
  }
  const second = await startOn({ eventStore: parking }, projection)
  await count(sick)
  await second.caughtUp()
  expect(await db(name).where({ id: sick })).toEqual([])
  expect(await blockedFactsIn(db, name)).toHaveLength(2)
})

test('applies a fact that comes while a projection joins the group', async () => {
  const [one, other] = [newTable(), newTable()]
  const id = randomUUID()
  await count(id)
  const lastRead = Promise.withResolvers<void>()
  const hold = Promise.withResolvers<void>()
  // Only who catches up alone reads by itself; the last of its reads meets the head.
  const held: EventStore = {
    ...store,
    async readAll(options) {
      const page = await store.readAll(options)
      if (page.atHead) {
        lastRead.resolve()
        await hold.promise
      }
      return page
    },
  }
  const first = await start(totals(other))
  await first.caughtUp()
  await first.stop()
  const runner = await startOn({ eventStore: held }, totals(one), totals(other))
  await lastRead.promise
  await count(id)
  await vi.waitUntil(async () => (await db(other).where({ id }).first())?.total === 2, { timeout: 20_000 })
  hold.resolve()
  await runner.caughtUp()
  expect(await db(one).where({ id }).first()).toEqual({ id, total: 2 })
})

test('a projection that cannot catch up ends the projector', async () => {
  const [one, other] = [newTable(), newTable()]
  await count(randomUUID())
  const first = await start(totals(other))
  await first.caughtUp()
  await first.stop()
  const broken: EventStore = { ...store, readAll: () => Promise.reject(new Error('no answer of ours')) }
  const runner = await startOn({ eventStore: broken }, totals(one), totals(other))
  await runner.ended
  await expect(runner.caughtUp()).rejects.toThrow('stopped')
})

test('two projectors at once apply nothing twice', async () => {
  const name = newTable()
  const [first, second] = [await start(totals(name)), await start(totals(name))]
  const id = randomUUID()
  for (let i = 0; i < 20; i += 1) await count(id)
  await Promise.all([first.caughtUp(), second.caughtUp()])
  expect(await db(name).where({ id }).first()).toEqual({ id, total: 20 })
})

test('the checkpoint moves over facts that a projection ignores', async () => {
  const name = newTable()
  const deaf = { ...totals(name), handlers: {} }
  const runner = await start(deaf)
  await count(randomUUID())
  await runner.caughtUp()
  const row = await db('checkpoints').where({ model: name }).first()
  expect(row.position).toBe(await store.head())
})

test('waiting for a position shows its rows, and times out', async () => {
  const name = newTable()
  const positions = openPositions(db, listener, [name])
  const { position } = await count(randomUUID())
  expect(await positions.reached(position!, [name], 50)).toBe(false)
  await start(totals(name))
  expect(await positions.reached(position!, [name], 5_000)).toBe(true)
  positions.close()
})

test('waits for the position of the active build only', async () => {
  const name = newTable()
  const projection = totals(name)
  const runner = await start(projection)
  const positions = openPositions(db, listener, [name])
  const { position } = await count(randomUUID())
  expect(await positions.reached(position!, [name], 5_000)).toBe(true)
  await runner.stop()
  const { name: next } = await buildAnew(db, projection)
  expect(await positions.reached(position!, [name], 0)).toBe(true)
  await retire(db, next)
  await discard(db, await activeBuildName(db, name))
  await vi.waitUntil(async () => !(await positions.reached(position!, [name], 0)), { timeout: 20_000 })
  await start(projection)
  expect(await positions.reached(position!, [name], 5_000)).toBe(true)
  positions.close()
})

test('after missed notifications a wait reads the checkpoints again', async () => {
  const name = newTable()
  const { position } = await count(randomUUID())
  const runner = await start(totals(name))
  await runner.caughtUp()
  let hear: Notified = () => {}
  const deaf: Listener = { ...listener, on: (_channel, fn) => ((hear = fn), () => true) }
  const positions = openPositions(db, deaf, [name])
  hear(null)
  expect(await positions.reached(position!, [name], 5_000)).toBe(true)
  const transaction = await db.transaction()
  await transaction.raw('LOCK TABLE checkpoints IN ACCESS EXCLUSIVE MODE')
  hear(null)
  expect(await positions.reached(position!, [name], 0)).toBe(false)
  await transaction.rollback()
  expect(await positions.reached(position!, [name], 5_000)).toBe(true)
  positions.close()
})

test('a poison fact becomes a dead letter with the later ones of its stream; other streams continue', async () => {
  expectDeadLetters()
  const name = newTable()
  const [sick, healthy] = [randomUUID(), randomUUID()]
  await count(sick)
  await count(sick, 'poison')
  await count(healthy)
  await count(sick)
  const runner = await start(totals(name, 'poison'))
  await runner.caughtUp()
  expect(await db(name).where({ id: sick }).first()).toEqual({ id: sick, total: 1 })
  expect(await db(name).where({ id: healthy }).first()).toEqual({ id: healthy, total: 1 })
  expect(await blockedFactsIn(db, name)).toHaveLength(2)
  const reading = (id: string) =>
    refuseDeadLetteredWhere(db, name, (facts) => void facts.where({ lane: `counter-${id}` }))
  await expect(reading(sick)).rejects.toMatchObject({ code: 'read-model.parked' })
  await reading(healthy)
})

test('ignores an unknown fact type', async () => {
  const name = newTable()
  const id = randomUUID()
  await count(id)
  await store.append(`counter-${id}`, 0, [newEvent({ type: 'Unheard' })])
  const runner = await start(totals(name))
  await runner.caughtUp()
  expect(await blockedFactsIn(db, name)).toEqual([])
  expect((await db('checkpoints').where({ model: name }).first()).position).toBe(await store.head())
})

test('a fact with a damaged sealed value becomes a dead letter', async () => {
  expectDeadLetters()
  const name = newTable()
  const [sick, healthy] = [randomUUID(), randomUUID()]
  await count(sick)
  const [{ data, metadata }] = (await store.readStream(`counter-${sick}`)) as [StoredEvent]
  const elsewhere = newEvent({ type: 'Counted', data, metadata })
  await store.append(`counter-${sick}`, 0, [elsewhere])
  await count(healthy)
  const runner = await start(totals(name))
  await runner.caughtUp()
  expect(await db(name).where({ id: healthy }).first()).toEqual({ id: healthy, total: 1 })
  expect(await blockedFactsIn(db, name)).toMatchObject([
    { event_id: elsewhere.id, lane: `counter-${sick}`, held: false },
  ])
})

test('a rebuild makes the same dead letters', async () => {
  const name = newTable()
  const sick = randomUUID()
  for (const note of ['fine', 'poison', 'fine']) await count(sick, note)
  const first = await start(totals(name, 'poison'))
  await first.caughtUp()
  const before = [await rowsOf(name), (await blockedFactsIn(db, name)).length]
  await first.stop()
  await buildAnew(db, totals(name))
  await (await start(totals(name, 'poison'))).caughtUp()
  expect([await rowsOf(name), (await blockedFactsIn(db, name)).length]).toEqual(before)
})

test('a checkpoint of another store, or ahead of the head, stops with a named error', async () => {
  const name = newTable()
  const runner = await start(totals(name))
  await runner.caughtUp()
  await runner.stop()
  await db('checkpoints').where({ model: name }).update({ position: 'p1:00000000009999999999' })
  await expect(start(totals(name))).rejects.toThrow(CheckpointMismatch)
  await db('checkpoints').where({ model: name }).update({ position: null, store_id: randomUUID() })
  await expect(start(totals(name))).rejects.toThrow(CheckpointMismatch)
})

test('builds a new version from the first fact', async () => {
  const name = newTable()
  const id = randomUUID()
  await count(id)
  const first = await start(totals(name))
  await first.caughtUp()
  await first.stop()
  await db(name).where({ id }).update({ total: 99 })
  await (await start({ ...totals(name), version: 2 })).caughtUp()
  expect(await db(name).where({ id }).first()).toEqual({ id, total: 1 })
})

test('an older program keeps its build up beside the active one of a newer program', async () => {
  const name = newTable()
  const older = await start(totals(name))
  const newer = await start({ ...totals(name), version: 2 })
  const id = randomUUID()
  await count(id)
  await Promise.all([older.caughtUp(), newer.caughtUp()])
  expect(await activeBuildName(db, name)).toBe(`${name}_2`)
  await older.stop()
  const again = await start(totals(name))
  await count(id)
  await Promise.all([again.caughtUp(), newer.caughtUp()])
  const both = [db(name), db(name).withSchema(`${name}_1`)]
  for (const rows of both) expect(await rows.where({ id })).toEqual([{ id, total: 2 }])
})

test('an older program builds nothing beside a newer version', async () => {
  const name = newTable()
  await (await start({ ...totals(name), version: 2 })).caughtUp()
  await (await start(totals(name))).caughtUp()
  expect(await buildsOf(db, name)).toMatchObject([{ version: 2, state: 'active' }])
})

test('the projector survives the loss of its connections', async () => {
  const name = newTable()
  const runner = await start(totals(name))
  const id = randomUUID()
  await count(id)
  await runner.caughtUp()
  await db.raw(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  await count(id)
  await runner.caughtUp()
  expect(await db(name).where({ id }).first()).toEqual({ id, total: 2 })
})
