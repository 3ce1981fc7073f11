import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Knex } from '#platform/postgres/database.ts'
import { createCodec } from '#platform/facts/event-codec.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { createCommands } from '#platform/commands/execute-command.ts'
import { fact, type Catalogue } from '#platform/facts/facts.ts'
import type { Fingerprints } from '#platform/commands/fingerprints.ts'
import type { Keys } from '#platform/secrets/keys.ts'
import { openListener, type Listener } from '#platform/postgres/listener.ts'
import { handlers, type Projection } from '#projections/engine/definition/projection.ts'
import type { Tables } from '#projections/engine/definition/tables.ts'
import { startRunner, type Runner } from '#projections/engine/runner/runner.ts'
import { blockedFactsIn, buildAnew } from '#support/read-models/builds.ts'
import { contextOf, counterDecider, counterEvents } from '#support/event-store/counter.ts'
import { eventually } from '#support/eventually.ts'
import { openKeys } from '#support/event-store/keys.ts'
import { openStore } from '#support/event-store/open-store.ts'
import { createDatabase, expectDeadLetters, type TestDatabase } from '#support/servers/postgres.ts'
import { silentLog } from '#support/processes/silent-log.ts'

let database: TestDatabase
let db: Knex
let keys: Keys
let fingerprints: Fingerprints
let store: EventStore
let listener: Listener
let name: string
let running: Runner[] = []

beforeEach(async () => {
  database = await createDatabase()
  db = openDatabase(database.url)
  ;({ keys, fingerprints } = await openKeys(db))
  store = await openStore({ adapter: 'postgres', url: database.url })
  listener = openListener(database.url, silentLog)
  name = `totals_${randomUUID().slice(0, 8)}`
})
afterEach(async () => {
  await Promise.all(running.map((runner) => runner.stop()))
  running = []
  await listener.close()
  await store.close()
  await db.destroy()
  await database.drop()
})

const totalsOf = (table: string): Tables => ({
  [table]: { columns: { id: 'uuid', total: 'integer' }, key: ['id'] },
})

/** A program that knows the first `version` versions of the fact; `ill` is a note that it cannot take. */
const program = (version: number, ill?: string) => {
  const { schema } = counterEvents.Counted
  const same = Object.fromEntries(
    Array.from({ length: version - 1 }, (_, i) => [i + 1, (data: object) => ({ ...data })]),
  )
  const catalogue: Catalogue = { Counted: fact(version, schema, same) }
  const codec = createCodec(catalogue, keys)
  const commands = createCommands(store, codec, fingerprints)
  const projection: Projection<Map<string, number>> = {
    name,
    version: 1,
    tables: totalsOf(name),
    async prepare(from, facts) {
      const ids = [...new Set(facts.map(({ data }) => String(data['counterId'])))]
      const rows = (await from(name).whereIn('id', ids)) as { id: string; total: number }[]
      return new Map(rows.map(({ id, total }) => [id, total]))
    },
    handlers: handlers<typeof counterEvents, Tables, Map<string, number>>(counterEvents, totalsOf(name), {
      Counted({ data }, changes, sums) {
        if (data.note === ill) throw new Error('cannot take this')
        const total = (sums.get(data.counterId) ?? 0) + data.by
        sums.set(data.counterId, total)
        changes.put(name, { id: data.counterId, total })
      },
    }),
  }
  return {
    projection,
    async run(eventStore = store, changes: Partial<Projection> = {}): Promise<Runner> {
      const projections = [{ ...(projection as Projection), ...changes }]
      const runner = await startRunner({ projections, eventStore, codec, db, listener, log: silentLog })
      running.push(runner)
      return runner
    },
    /** Without a look at the stream, which may hold facts that this program cannot read. */
    async append(counterId: string, revision: number) {
      const stream = `counter-${counterId}`
      const { at, isGuarded: _, content: fingerprint, ...context } = contextOf()
      const metadata = {
        ...context,
        fingerprint,
        correlationId: '',
        causationId: '',
        at: at.toISOString(),
        workspaceId: null,
      }
      const placement = { stream, firstRevision: revision, previousHash: null, metadata }
      const counted = { type: 'Counted', data: { counterId, by: 1, note: 'a note' } }
      await store.append(stream, revision - 1, await codec.encode([counted], placement))
    },
    async count(counterId: string, note = 'a note') {
      const stream = `counter-${counterId}`
      const command = { counterId, by: 1, note }
      await commands.execute({
        decider: counterDecider,
        stream,
        workspaceId: null,
        context: contextOf(),
        command,
      })
    },
  }
}

type Program = ReturnType<typeof program>
const MANY = Array.from({ length: 250 }, () => 'a note')

const totalOf = async (id: string) => (await db(name).where({ id }).first())?.total
const aside = (): Promise<{ held: boolean; error: string; type: string }[]> =>
  blockedFactsIn(db, name).orderBy('position')

/** What an older program that ran alone leaves of a counter whose first fact it knew. */
const heldBehind = async (newer: Program, notes: readonly string[]): Promise<string> => {
  const id = randomUUID()
  const older = program(1)
  await older.count(id)
  for (const note of notes) await newer.count(id, note)
  const runner = await older.run()
  await runner.caughtUp()
  await runner.stop()
  expect(await totalOf(id)).toBe(1)
  expect(await aside()).toHaveLength(notes.length)
  return id
}

test('retries a long lane in order beside new facts, and equals a rebuild', async () => {
  const newer = program(2)
  const id = await heldBehind(newer, MANY)
  const other = randomUUID()
  const runner = await newer.run()
  for (const one of [id, other, id]) await newer.count(one)
  await runner.caughtUp()
  expect(await aside()).toEqual([])
  expect([await totalOf(id), await totalOf(other)]).toEqual([253, 1])
  const live = await db(name).orderBy('id')
  await runner.stop()
  await buildAnew(db, newer.projection)
  await (await newer.run()).caughtUp()
  expect(await db(name).orderBy('id')).toEqual(live)
})

test('two projectors that retry the same lane apply nothing twice', async () => {
  const newer = program(2)
  const id = await heldBehind(newer, MANY)
  const runners = await Promise.all([newer.run(), newer.run()])
  await Promise.all(runners.map((runner) => runner.caughtUp()))
  await eventually(async () => expect(await aside()).toEqual([]))
  expect(await totalOf(id)).toBe(251)
})

test('an older projector forgets a held lane that a newer one has applied', async () => {
  const newer = program(2)
  const older = program(1)
  const id = randomUUID()
  await newer.count(id)
  const old = await older.run()
  await old.caughtUp()
  expect(await aside()).toHaveLength(1)
  const young = await newer.run()
  await young.caughtUp()
  await young.stop()
  expect(await totalOf(id)).toBe(1)
  await older.append(id, 1)
  await old.caughtUp()
  expect(await aside()).toEqual([])
  expect(await totalOf(id)).toBe(2)
})

test('a lane stays held at a fact that is newer still', async () => {
  const newer = program(2)
  const newest = program(3)
  const id = randomUUID()
  for (const one of [newer, newest, newest]) await one.count(id)
  const old = await program(1).run()
  await old.caughtUp()
  await old.stop()
  expect(await aside()).toHaveLength(3)
  const runner = await newer.run()
  await runner.caughtUp()
  await runner.stop()
  expect(await totalOf(id)).toBe(1)
  expect((await aside()).map(({ held }) => held)).toEqual([true, true])
  await (await newest.run()).caughtUp()
  expect(await totalOf(id)).toBe(3)
})

test('a handler that fails on a held fact turns the lane into dead letters', async () => {
  expectDeadLetters()
  const newer = program(2, 'ill')
  const id = await heldBehind(newer, ['fine', 'fine', 'ill', 'fine'])
  const runner = await newer.run()
  await runner.caughtUp()
  await newer.count(id)
  await runner.caughtUp()
  expect(await totalOf(id)).toBe(3)
  expect(await aside()).toMatchObject([
    { held: false, error: 'Error: cannot take this' },
    { held: false, error: 'behind a dead letter' },
    { held: false, error: 'behind a dead letter' },
  ])
})

test('a projector that stops tells those who wait for it why', async () => {
  const one = program(1)
  const runner = await one.run(store, { unseals: { Counted: ['by'] } })
  await one.count(randomUUID())
  await expect(runner.caughtUp()).rejects.toMatchObject({
    message: 'the projector has stopped',
    cause: expect.objectContaining({ message: 'Counted: by is no personal field' }),
  })
})
