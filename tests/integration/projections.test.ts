import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase, type Knex } from '#platform/database.ts'
import { createCodec, type Codec } from '#platform/event-codec.ts'
import type { EventStore, StoredEvent } from '#platform/event-store/event-store.ts'
import { createCommands, type Commands } from '#platform/execute-command.ts'
import { openListener, type Listener, type Notified } from '#platform/listener.ts'
import { openPositions } from '#platform/positions.ts'
import { CheckpointMismatch, resetProjection } from '../../projections/checkpoints.ts'
import { refuseParkedWhere } from '../../projections/parked.ts'
import { handlers, type Projection } from '../../projections/projection.ts'
import { startRunner, type Runner, type RunnerOptions } from '../../projections/runner.ts'
import { contextOf, counterDecider, counterEvents } from '../support/counter.ts'
import { eventually } from '../support/eventually.ts'
import { newEvent } from '../support/facts.ts'
import { openKeys } from '../support/keys.ts'
import { openStore } from '../support/open-store.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { silentLog } from '../support/silent-log.ts'

let database: TestDatabase
let db: Knex
let store: EventStore
let codec: Codec
let commands: Commands
let listener: Listener
let running: Runner[] = []

/** Sums per counter. `poison` is a note that its handler cannot take. */
const totals = (name: string, poison?: string): Projection<Map<string, number>> => ({
  name,
  version: 1,
  tables: { [name]: ['id'] },
  async prepare(trx, facts) {
    const rows = await trx(name).whereIn('id', [
      ...new Set(facts.map(({ data }) => data['counterId'])),
    ] as string[])
    return new Map(rows.map(({ id, total }) => [id, total]))
  },
  handlers: handlers<typeof counterEvents, Map<string, number>>(counterEvents, {
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
  database = await createDatabase()
  db = openDatabase(database.url)
  store = await openStore({ adapter: 'postgres', url: database.url })
  const { keys, fingerprints } = await openKeys(db)
  codec = createCodec(counterEvents, keys)
  commands = createCommands(store, codec, fingerprints)
  listener = openListener(database.url, silentLog)
})
beforeEach(async () => {
  await Promise.all(running.map((runner) => runner.stop()))
  running = []
})
afterAll(async () => {
  await Promise.all(running.map((runner) => runner.stop()))
  await listener.close()
  await store.close()
  await db.destroy()
  await database.drop()
})

const newTable = async (): Promise<string> => {
  const name = `totals_${randomUUID().slice(0, 8)}`
  await db.schema.createTable(name, (table) => {
    table.uuid('id').primary()
    table.integer('total').notNullable()
  })
  return name
}

test('rows follow the facts, also those that come while it runs', async () => {
  const name = await newTable()
  const id = randomUUID()
  await count(id)
  const runner = await start(totals(name))
  await count(id)
  await runner.caughtUp()
  expect(await db(name).where({ id }).first()).toEqual({ id, total: 2 })
})

test('live rows equal rebuilt ones', async () => {
  const name = await newTable()
  const runner = await start(totals(name))
  const ids = Array.from({ length: 5 }, () => randomUUID())
  await Promise.all(ids.flatMap((id) => [count(id), count(id), count(id)]))
  await runner.caughtUp()
  const live = await rowsOf(name)
  await resetProjection(db, totals(name))
  await runner.stop()
  await (await start(totals(name))).caughtUp()
  expect(await rowsOf(name)).toEqual(live)
})

test('a reset under a running projector builds anew, and the others go on meanwhile', async () => {
  const [one, other] = [await newTable(), await newTable()]
  const runner = await start(totals(one), totals(other))
  const id = randomUUID()
  await count(id)
  await runner.caughtUp()
  await resetProjection(db, totals(one))
  await count(id)
  await runner.caughtUp()
  expect(await rowsOf(one)).toEqual(await rowsOf(other))
  expect(await db(one).where({ id }).first()).toEqual({ id, total: 2 })
})

test('a reset under a running projector builds anew, also when no fact comes', async () => {
  const name = await newTable()
  const id = randomUUID()
  await count(id)
  await (await start(totals(name))).caughtUp()
  await resetProjection(db, totals(name))
  await eventually(async () => expect(await db(name).where({ id })).toEqual([{ id, total: 1 }]))
})

test('emptying a read model may take longer than any other statement', async () => {
  const name = await newTable()
  await (await start(totals(name))).caughtUp()
  await db.raw(`CREATE FUNCTION slow_${name}() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_sleep(0.5); RETURN NULL; END $$`)
  await db.raw(`CREATE TRIGGER slow AFTER DELETE ON ${name} EXECUTE FUNCTION slow_${name}()`)
  const hasty = openDatabase(database.url, { answerMs: 250 })
  try {
    await resetProjection(hasty, totals(name))
  } finally {
    await hasty.destroy()
  }
})

test('a running projector that heard nothing of a rebuild by another takes up what that found', async () => {
  const name = await newTable()
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
  expect(await db('parked_facts').where({ projection: name })).toHaveLength(1)
  isSick = false
  await resetProjection(db, projection)
  const other = await start(projection)
  await other.caughtUp()
  await other.stop()
  await count(id)
  await deaf.caughtUp()
  expect(await db('parked_facts').where({ projection: name })).toEqual([])
  expect(await db(name).where({ id }).first()).toEqual({ id, total: 2 })
})

test('a projector knows what another one parked while it started', async () => {
  const name = await newTable()
  const projection = totals(name, 'venom')
  const sick = randomUUID()
  const first = await start(projection)
  const parking: EventStore = {
    ...store,
    async identity() {
      await count(sick, 'venom')
      await first.caughtUp()
      await first.stop()
      return store.identity()
    },
  }
  const second = await startOn({ eventStore: parking }, projection)
  await count(sick)
  await second.caughtUp()
  expect(await db(name).where({ id: sick })).toEqual([])
  expect(await db('parked_facts').where({ projection: name })).toHaveLength(2)
})

test('a fact that comes while a projection is about to join the others again is not left for the next one', async () => {
  const [one, other] = [await newTable(), await newTable()]
  const id = randomUUID()
  await count(id)
  const lastRead = Promise.withResolvers<void>()
  const hold = Promise.withResolvers<void>()
  // Only who catches up alone reads by itself; the last of its reads finds nothing new.
  const held: EventStore = {
    ...store,
    async readAll(options) {
      const page = await store.readAll(options)
      if (page.next === options.after) {
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
  await vi.waitUntil(async () => (await db(other).where({ id }).first())?.total === 2)
  hold.resolve()
  await runner.caughtUp()
  expect(await db(one).where({ id }).first()).toEqual({ id, total: 2 })
})

test('a projection that cannot come after the others ends the projector', async () => {
  const [one, other] = [await newTable(), await newTable()]
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
  const name = await newTable()
  const [first, second] = [await start(totals(name)), await start(totals(name))]
  const id = randomUUID()
  for (let i = 0; i < 20; i += 1) await count(id)
  await Promise.all([first.caughtUp(), second.caughtUp()])
  expect(await db(name).where({ id }).first()).toEqual({ id, total: 20 })
})

test('the checkpoint moves over facts that a projection ignores', async () => {
  const name = await newTable()
  const deaf = { ...totals(name), handlers: {} }
  const runner = await start(deaf)
  await count(randomUUID())
  await runner.caughtUp()
  const row = await db('checkpoints').where({ name }).first()
  expect(row.position).toBe(await store.head())
})

test('whoever waits for a position sees its rows, and gives up when nobody comes', async () => {
  const name = await newTable()
  const positions = openPositions(db, listener, [name])
  const { position } = await count(randomUUID())
  expect(await positions.reached(position!, [name], 50)).toBe(false)
  await start(totals(name))
  expect(await positions.reached(position!, [name], 5_000)).toBe(true)
  positions.close()
})

test('after a reset nobody is told that the rows are there, until they are again', async () => {
  const name = await newTable()
  const projection = totals(name)
  const runner = await start(projection)
  const positions = openPositions(db, listener, [name])
  const { position } = await count(randomUUID())
  expect(await positions.reached(position!, [name], 5_000)).toBe(true)
  await runner.stop()
  await resetProjection(db, projection)
  await vi.waitUntil(async () => !(await positions.reached(position!, [name], 0)))
  await start(projection)
  expect(await positions.reached(position!, [name], 5_000)).toBe(true)
  positions.close()
})

test('when a reset may have been missed, nobody is told anything before the checkpoints are read again', async () => {
  const name = await newTable()
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

test('a poison fact is parked with the later ones of its stream; other streams go on and reads say so', async () => {
  const name = await newTable()
  const [sick, healthy] = [randomUUID(), randomUUID()]
  await count(sick)
  await count(sick, 'poison')
  await count(healthy)
  await count(sick)
  const runner = await start(totals(name, 'poison'))
  await runner.caughtUp()
  expect(await db(name).where({ id: sick }).first()).toEqual({ id: sick, total: 1 })
  expect(await db(name).where({ id: healthy }).first()).toEqual({ id: healthy, total: 1 })
  expect(await db('parked_facts').where({ projection: name })).toHaveLength(2)
  const reading = (id: string) =>
    refuseParkedWhere(db, name, (facts) => void facts.where({ lane: `counter-${id}` }))
  await expect(reading(sick)).rejects.toMatchObject({ code: 'read-model.parked' })
  await reading(healthy)
})

test('a fact of an unknown type stops no read model that does not handle it', async () => {
  const name = await newTable()
  const id = randomUUID()
  await count(id)
  await store.append(`counter-${id}`, 0, [newEvent({ type: 'Unheard' })])
  const runner = await start(totals(name))
  await runner.caughtUp()
  expect(await db('parked_facts').where({ projection: name })).toEqual([])
  expect((await db('checkpoints').where({ name }).first()).position).toBe(await store.head())
})

test('a fact whose sealed value is damaged is parked like one that cannot be applied', async () => {
  const name = await newTable()
  const [sick, healthy] = [randomUUID(), randomUUID()]
  await count(sick)
  const [{ data, metadata }] = (await store.readStream(`counter-${sick}`)) as [StoredEvent]
  const elsewhere = newEvent({ type: 'Counted', data, metadata })
  await store.append(`counter-${sick}`, 0, [elsewhere])
  await count(healthy)
  const runner = await start(totals(name))
  await runner.caughtUp()
  expect(await db(name).where({ id: healthy }).first()).toEqual({ id: healthy, total: 1 })
  expect(await db('parked_facts').where({ projection: name })).toMatchObject([
    { event_id: elsewhere.id, lane: `counter-${sick}`, held: false },
  ])
})

test('a rebuild meets the same poison in the same way', async () => {
  const name = await newTable()
  const sick = randomUUID()
  for (const note of ['fine', 'poison', 'fine']) await count(sick, note)
  const first = await start(totals(name, 'poison'))
  await first.caughtUp()
  const before = [await rowsOf(name), await db('parked_facts').where({ projection: name }).count()]
  await first.stop()
  await resetProjection(db, totals(name))
  await (await start(totals(name, 'poison'))).caughtUp()
  expect([await rowsOf(name), await db('parked_facts').where({ projection: name }).count()]).toEqual(before)
})

test('a checkpoint of another store, or ahead of the head, stops with a named error', async () => {
  const name = await newTable()
  const runner = await start(totals(name))
  await runner.caughtUp()
  await runner.stop()
  await db('checkpoints').where({ name }).update({ position: 'p1:00000000009999999999' })
  await expect(start(totals(name))).rejects.toThrow(CheckpointMismatch)
  await db('checkpoints').where({ name }).update({ position: null, store_id: randomUUID() })
  await expect(start(totals(name))).rejects.toThrow(CheckpointMismatch)
})

test('a new version of a projection is built from nothing', async () => {
  const name = await newTable()
  const id = randomUUID()
  await count(id)
  const first = await start(totals(name))
  await first.caughtUp()
  await first.stop()
  await db(name).where({ id }).update({ total: 99 })
  await (await start({ ...totals(name), version: 2 })).caughtUp()
  expect(await db(name).where({ id }).first()).toEqual({ id, total: 1 })
})

test('an older program leaves alone what a newer one builds', async () => {
  const name = await newTable()
  const older = await start(totals(name))
  const newer = await start({ ...totals(name), version: 2 })
  const id = randomUUID()
  await count(id)
  await older.ended
  await newer.caughtUp()
  await expect(start(totals(name))).rejects.toThrow(CheckpointMismatch)
  await count(id)
  await newer.caughtUp()
  expect(await db(name).where({ id }).first()).toEqual({ id, total: 2 })
})

test('the projector survives the loss of its connections', async () => {
  const name = await newTable()
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
