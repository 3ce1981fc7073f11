import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Knex } from '#platform/postgres/database.ts'
import { createCodec, hashOfFact, type Codec } from '#platform/facts/event-codec.ts'
import { Unavailable, WrongExpectedRevision, type EventStore } from '#platform/event-store/event-store.ts'
import { createCommands, type Commands } from '#platform/commands/execute-command.ts'
import { createFingerprints, type Fingerprints } from '#platform/commands/fingerprints.ts'
import type { Keys } from '#platform/secrets/keys.ts'
import { contextOf, counterDecider, counterEvents, type Count } from '#support/event-store/counter.ts'
import { openKeys } from '#support/event-store/keys.ts'
import { openStore } from '#support/event-store/open-store.ts'
import { createDatabase, type TestDatabase } from '#support/servers/postgres.ts'

let database: TestDatabase
let db: Knex
let store: EventStore
let codec: Codec
let commands: Commands
let fingerprints: Fingerprints
let keys: Keys

beforeAll(async () => {
  database = await createDatabase()
  db = openDatabase(database.url)
  store = await openStore({ adapter: 'postgres', url: database.url })
  ;({ keys, fingerprints } = await openKeys(db))
  codec = createCodec(counterEvents, keys)
  commands = createCommands(store, codec, fingerprints)
})
afterAll(async () => {
  await store.close()
  await db.destroy()
  await database.drop()
})

const streamOf = (counterId: string) => `counter-${counterId}`
const count = (
  counterId: string,
  command: Partial<Count> | (() => Promise<Count>),
  context = contextOf(),
  by: Commands = commands,
) =>
  by.execute({
    decider: counterDecider,
    stream: streamOf(counterId),
    workspaceId: null,
    context,
    command: typeof command === 'function' ? command : { counterId, by: 1, ...command },
  })

test('a command changes its stream, and a second one sees the first', async () => {
  const id = randomUUID()
  await count(id, { by: 2 })
  const { state, revision, events } = await count(id, { by: 3 })
  expect({ state, revision, facts: events.length }).toEqual({ state: 5, revision: 1, facts: 1 })
})

test('a repeated command has one effect and returns the same position', async () => {
  const id = randomUUID()
  const context = contextOf()
  const first = await count(id, {}, context)
  await count(id, {})
  const again = await count(id, {}, context)
  expect(again).toMatchObject({ repeated: true, position: first.position, events: [] })
  expect((await store.readStream(streamOf(id))).length).toBe(2)
})

test('a process that has never read the stream recognises a repeated command', async () => {
  const id = randomUUID()
  const context = contextOf()
  const first = await count(id, {}, context)
  const elsewhere = createCommands(store, codec, fingerprints)
  expect(await count(id, {}, context, elsewhere)).toMatchObject({ repeated: true, position: first.position })
})

test('rejects the same command id with other content', async () => {
  const id = randomUUID()
  await count(id, {}, contextOf('11111111-1111-4111-8111-111111111111', 'one'))
  const other = count(id, {}, contextOf('11111111-1111-4111-8111-111111111111', 'two'))
  await expect(other).rejects.toMatchObject({ code: 'idempotency.other-body' })
})

test('another process recognises a command of the day before by its older fingerprint', async () => {
  const id = randomUUID()
  const tomorrow = { now: () => new Date(Date.now() + 24 * 3_600_000) }
  const elsewhere = createCommands(store, codec, createFingerprints(keys, tomorrow))
  await count(id, {}, contextOf(), elsewhere)
  const context = contextOf()
  const first = await count(id, {}, context)
  // It has not seen this command, so it only learns of it when its append is rejected.
  const other = count(id, {}, { ...context, content: 'other' }, elsewhere)
  await expect(other).rejects.toMatchObject({ code: 'idempotency.other-body' })
  const late = createCommands(store, codec, createFingerprints(keys, tomorrow))
  expect(await count(id, {}, context, late)).toMatchObject({ repeated: true, position: first.position })
})

test('a process with a stale stream recognises the command after its append was rejected', async () => {
  const id = randomUUID()
  const tomorrow = { now: () => new Date(Date.now() + 24 * 3_600_000) }
  const elsewhere = createCommands(store, codec, createFingerprints(keys, tomorrow))
  await count(id, {}, contextOf(), elsewhere)
  const context = contextOf()
  const first = await count(id, {}, context)
  expect(await count(id, {}, context, elsewhere)).toMatchObject({
    repeated: true,
    position: first.position,
    events: [],
    state: 2,
  })
  expect(await store.readStream(streamOf(id))).toHaveLength(2)
})

test('without the fingerprint key the same command id is the same command', async () => {
  const id = randomUUID()
  const context = contextOf()
  const first = await count(id, {}, context)
  await keys.erase({ subject: 'person:somebody' }, { alone: true })
  const other = await count(id, {}, { ...context, content: 'other' })
  expect(other).toMatchObject({ repeated: true, position: first.position })
})

test('a repeated command is not built again', async () => {
  const id = randomUUID()
  const context = contextOf()
  let prepared = 0
  const prepare = async (): Promise<Count> => {
    prepared += 1
    return { counterId: id, by: 1 }
  }
  await count(id, prepare, context)
  await count(id, prepare, context)
  expect(prepared).toBe(1)
})

test('a broken rule writes nothing', async () => {
  const id = randomUUID()
  await expect(count(id, { by: 5, limit: 3 })).rejects.toMatchObject({ code: 'request.limit' })
  expect(await store.readStream(streamOf(id))).toEqual([])
})

test('a command without an effect writes nothing and returns the state', async () => {
  const id = randomUUID()
  await count(id, { by: 4 })
  expect(await count(id, { by: 0 })).toMatchObject({ state: 4, events: [], repeated: false })
})

test('concurrent commands of two processes all count and never exceed the limit', async () => {
  const id = randomUUID()
  const elsewhere = createCommands(store, codec, fingerprints)
  const racing = Array.from({ length: 20 }, (_, i) =>
    count(id, { limit: 10 }, contextOf(), i % 2 ? commands : elsewhere).then(
      () => 'counted',
      (error: { code: string }) => error.code,
    ),
  )
  const outcomes = await Promise.all(racing)
  expect(outcomes.filter((outcome) => outcome === 'counted')).toHaveLength(10)
  expect(outcomes.filter((outcome) => outcome === 'request.limit')).toHaveLength(10)
  expect((await commands.load(counterDecider, streamOf(id))).state).toBe(10)
})

test('each event contains the hash of the previous one', async () => {
  const id = randomUUID()
  for (let i = 0; i < 3; i += 1) await count(id, {})
  const events = await store.readStream(streamOf(id))
  expect(events.map(({ metadata }) => metadata['previousHash'])).toEqual([
    null,
    events[0]?.metadata['hash'],
    events[1]?.metadata['hash'],
  ])
  for (const event of events) expect(hashOfFact(event, streamOf(id))).toBe(event.metadata['hash'])
})

test('a retry that another process has already written does not break the hash chain', async () => {
  const id = randomUUID()
  const elsewhere = createCommands(store, codec, fingerprints)
  await count(id, {}, contextOf(), elsewhere)
  const context = contextOf()
  const first = await count(id, {}, context)
  const later = { ...context, at: new Date('2026-11-21T10:00:05Z') }
  const again = await count(id, {}, later, elsewhere)
  expect(again).toMatchObject({ repeated: true, position: first.position, events: [], state: 2 })
  await count(id, {}, contextOf(), elsewhere)
  const [, second, third] = await store.readStream(streamOf(id))
  expect(third?.metadata['previousHash']).toBe(second?.metadata['hash'])
})

/** Commands that record from which revision they read, on a store with optional overrides. */
const watchedCommands = (other: Partial<EventStore> = {}) => {
  const from: (number | undefined)[] = []
  const watched: EventStore = {
    ...store,
    ...other,
    readStream: (stream, options) => {
      from.push(options?.from)
      return (other.readStream ?? store.readStream)(stream, options)
    },
  }
  return { from, watching: createCommands(watched, codec, fingerprints) }
}

test('a cached stream is not read again while no other process writes to it', async () => {
  const id = randomUUID()
  const { from, watching } = watchedCommands()
  for (let i = 0; i < 3; i += 1) await count(id, {}, contextOf(), watching)
  expect(from).toEqual([0])
})

test('after a conflict only the new events are read if they continue the cached state', async () => {
  const id = randomUUID()
  const { from, watching } = watchedCommands()
  await count(id, {}, contextOf(), watching)
  await count(id, { by: 5 })
  expect(await count(id, {}, contextOf(), watching)).toMatchObject({ state: 7, revision: 2 })
  expect(from).toEqual([0, 1])
})

test('a stream that does not continue the cached state is read from the beginning', async () => {
  const [id, other] = [randomUUID(), randomUUID()]
  let isOther = false
  const { from, watching } = watchedCommands({
    readStream: (stream, options) => store.readStream(isOther ? streamOf(other) : stream, options),
  })
  await count(id, {}, contextOf(), watching)
  for (let i = 0; i < 2; i += 1) await count(other, { by: 5 })
  isOther = true
  expect(await watching.load(counterDecider, streamOf(id))).toMatchObject({ state: 10, revision: 1 })
  expect(from).toEqual([0, 1, 0])
})

test('a conflict without new events discards the cached state, because the store was restored', async () => {
  const id = randomUUID()
  let isSetBack = false
  const { from, watching } = watchedCommands({
    readStream: async (stream, options) => {
      const events = await store.readStream(stream, options)
      return isSetBack ? events.filter(({ revision }) => revision === 0) : events
    },
    append: async (stream, expected, events) => {
      if (!isSetBack) return store.append(stream, expected, events)
      if (expected !== 0) throw new WrongExpectedRevision(stream, expected, 0)
      return { position: 'p1:0', revision: 1, deduplicated: false }
    },
  })
  for (let i = 0; i < 2; i += 1) await count(id, {}, contextOf(), watching)
  isSetBack = true
  expect(await count(id, { by: 5 }, contextOf(), watching)).toMatchObject({ state: 6, revision: 1 })
  expect(from).toEqual([0, 2, 0])
})

test('a state that the request has read is used, and its rejection is final', async () => {
  const id = randomUUID()
  const { from, watching } = watchedCommands()
  const decide = async (by: number) =>
    watching.execute({
      decider: counterDecider,
      stream: streamOf(id),
      workspaceId: null,
      context: contextOf(),
      read: await watching.load(counterDecider, streamOf(id)),
      command: async () => ({ counterId: id, by, limit: 3 }),
    })
  await decide(2)
  await expect(decide(2)).rejects.toMatchObject({ code: 'request.limit' })
  expect(from).toEqual([0, 1])
})

test('an event after the read of the request causes a conflict, and the command is built again', async () => {
  const id = randomUUID()
  const read = await commands.load(counterDecider, streamOf(id))
  await count(id, { by: 5 }, contextOf(), createCommands(store, codec, fingerprints))
  const seen: number[] = []
  const { state } = await commands.execute({
    decider: counterDecider,
    stream: streamOf(id),
    workspaceId: null,
    context: contextOf(),
    read,
    command: async (before) => {
      seen.push(before)
      return { counterId: id, by: 1 }
    },
  })
  expect([seen, state]).toEqual([[0, 5], 6])
})

test('beforeAppend runs only if there are events and no rule forbids them', async () => {
  const id = randomUUID()
  let done = 0
  const context = contextOf()
  const decide = (command: Partial<Count>, by = contextOf()) =>
    commands.execute({
      decider: counterDecider,
      stream: streamOf(id),
      workspaceId: null,
      context: by,
      command: { counterId: id, by: 1, ...command },
      async beforeAppend() {
        done += 1
        expect(await store.readStream(streamOf(id))).toHaveLength(0)
      },
    })
  await expect(decide({ by: 5, limit: 3 })).rejects.toMatchObject({ code: 'request.limit' })
  await decide({ by: 0 })
  expect(done).toBe(0)
  await decide({}, context)
  await decide({}, context)
  expect(done).toBe(1)
})

test('a command cannot execute a command on its own stream while it is built', async () => {
  const id = randomUUID()
  const within = async (): Promise<Count> => {
    await count(id, {})
    return { counterId: id, by: 1 }
  }
  await expect(count(id, within)).rejects.toThrow('commands its own stream')
  const other = async (): Promise<Count> => {
    await count(randomUUID(), {})
    return { counterId: id, by: 1 }
  }
  expect(await count(id, other)).toMatchObject({ state: 1 })
})

test('a slow read does not replace a newer cached state', async () => {
  const id = randomUUID()
  const [read, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow: EventStore = {
    ...store,
    async readStream(stream, options) {
      const events = await store.readStream(stream, options)
      if (options?.from === 0) return events
      read.resolve()
      await answered.promise
      return events
    },
  }
  const reading = createCommands(slow, codec, fingerprints)
  await count(id, {}, contextOf(), reading)
  const loaded = reading.load(counterDecider, streamOf(id))
  await read.promise
  const context = contextOf()
  await count(id, {}, context, reading)
  answered.resolve()
  expect(await loaded).toMatchObject({ state: 2 })
  expect(await count(id, {}, context, reading)).toMatchObject({ repeated: true, state: 2 })
})

test('neither rejects a command nor skips it on a stale cached state', async () => {
  const id = randomUUID()
  const { watching } = watchedCommands()
  await count(id, { by: 10 }, contextOf(), watching)
  await count(id, { by: -10 })
  expect(await count(id, { by: 4, limit: 10 }, contextOf(), watching)).toMatchObject({ state: 4 })
  await count(id, { by: 1 })
  expect(await count(id, { by: 0 }, contextOf(), watching)).toMatchObject({ state: 5, events: [] })
})

test('after an outage the retry with the same id has one effect', async () => {
  const id = randomUUID()
  const context = contextOf()
  let down = true
  const failing: EventStore = {
    ...store,
    append: async (...args) => {
      if (!down) return store.append(...args)
      await store.append(...args)
      throw new Unavailable('the answer got lost')
    },
  }
  const unlucky = createCommands(failing, codec, fingerprints)
  await expect(count(id, {}, context, unlucky)).rejects.toThrow(Unavailable)
  down = false
  expect(await count(id, {}, context, unlucky)).toMatchObject({ state: 1, repeated: true })
  expect((await store.readStream(streamOf(id))).length).toBe(1)
})

const watched = () => {
  const from: number[] = []
  const watchedStore: EventStore = {
    ...store,
    readStream(stream, options) {
      from.push(options?.from ?? 0)
      return store.readStream(stream, options)
    },
  }
  return { from, store: watchedStore }
}

test('loadAt folds a stream up to a revision and continues from there', async () => {
  const id = randomUUID()
  for (const by of [1, 2, 4, 8]) await count(id, { by })
  const reads = watched()
  const elsewhere = createCommands(reads.store, codec, fingerprints)
  const at = (revision: number) => elsewhere.loadAt(counterDecider, streamOf(id), revision)
  expect([await at(3), await at(0), await at(1), await at(2), await at(0)]).toEqual([15, 1, 3, 7, 1])
  expect(reads.from.filter((from) => from !== 4)).toEqual([0, 0, 1, 2, 0])
  await expect(at(9)).rejects.toThrow('has no revision 9')
})

test('different folds of one stream do not share a cache entry', async () => {
  const id = randomUUID()
  await count(id, { by: 7 })
  const facts = { initialState: 0, evolve: (seen: number) => seen + 1 }
  expect((await commands.load(facts, streamOf(id))).state).toBe(1)
  expect((await commands.load(counterDecider, streamOf(id))).state).toBe(7)
  await count(id, { by: 1 })
  expect((await commands.load(facts, streamOf(id))).state).toBe(2)
  expect(await commands.loadAt(facts, streamOf(id), 0)).toBe(1)
  expect(await commands.loadAt(counterDecider, streamOf(id), 0)).toBe(7)
})

test('the cache is bounded and drops the stream that was not used for longest', async () => {
  const [small, large] = [randomUUID(), randomUUID()]
  await count(small, {})
  for (let i = 0; i < 20; i++) await count(large, {})
  const reads = watched()
  const elsewhere = createCommands(reads.store, codec, fingerprints, { cacheBytes: 20_000 })
  const load = (id: string) => elsewhere.load(counterDecider, streamOf(id))
  for (const id of [large, large, small, small, large]) await load(id)
  expect(reads.from).toEqual([0, 20, 0, 1, 0])
})

test('64 concurrent writers in two processes on one stream never see a conflict', async () => {
  const other = await openStore({ adapter: 'postgres', url: database.url })
  const conflicts = { appended: 0, refused: 0 }
  const counting = (from: EventStore): EventStore => ({
    ...from,
    append: (...given) => {
      conflicts.appended += 1
      return from.append(...given).catch((error: unknown) => {
        conflicts.refused += 1
        throw error
      })
    },
  })
  const two = [store, other].map((one) => createCommands(counting(one), codec, fingerprints))
  const id = randomUUID()
  const writer = async (n: number) => {
    for (let round = 0; round < 6; round += 1) await count(id, {}, contextOf(), two[n % 2])
  }
  await Promise.all(Array.from({ length: 64 }, (_, n) => writer(n)))
  await other.close()
  expect((await commands.load(counterDecider, streamOf(id))).state).toBe(64 * 6)
  // With one queue per process only two commands compete at a time.
  expect(conflicts.refused).toBeLessThan(conflicts.appended * 0.75)
})

test('commands of one process on one stream are queued, so the store rejects none', async () => {
  let refused = 0
  const counting: EventStore = {
    ...store,
    append: (...given) =>
      store.append(...given).catch((error: unknown) => {
        refused += 1
        throw error
      }),
  }
  const one = createCommands(counting, codec, fingerprints)
  const id = randomUUID()
  await Promise.all(Array.from({ length: 64 }, () => count(id, {}, contextOf(), one)))
  expect([(await commands.load(counterDecider, streamOf(id))).state, refused]).toEqual([64, 0])
})
