import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Knex } from '#platform/database.ts'
import { createCodec, hashOfFact, type Codec } from '#platform/event-codec.ts'
import { Unavailable, type EventStore } from '#platform/event-store/event-store.ts'
import { createCommands, type Commands } from '#platform/execute-command.ts'
import { createKeys } from '#platform/keys.ts'
import { contextOf, counterDecider, counterEvents, type Count } from '../support/counter.ts'
import { openStore } from '../support/open-store.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'

let database: TestDatabase
let db: Knex
let store: EventStore
let codec: Codec
let commands: Commands

beforeAll(async () => {
  database = await createDatabase()
  db = openDatabase(database.url)
  store = await openStore({ adapter: 'postgres', url: database.url })
  codec = createCodec(counterEvents, createKeys(db, 'master key of the test, long enough to be one'))
  commands = createCommands(store, codec)
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

test('the same command has its effect once and the same position again', async () => {
  const id = randomUUID()
  const context = contextOf()
  const first = await count(id, {}, context)
  await count(id, {})
  const again = await count(id, {}, context)
  expect(again).toMatchObject({ repeated: true, position: first.position, events: [] })
  expect((await store.readStream(streamOf(id))).length).toBe(2)
})

test('a process that has never seen the stream recognises the command as well', async () => {
  const id = randomUUID()
  const context = contextOf()
  const first = await count(id, {}, context)
  const elsewhere = createCommands(store, codec)
  expect(await count(id, {}, context, elsewhere)).toMatchObject({ repeated: true, position: first.position })
})

test('the same command id with other content is refused', async () => {
  const id = randomUUID()
  await count(id, {}, contextOf('11111111-1111-4111-8111-111111111111', 'one'))
  const other = count(id, {}, contextOf('11111111-1111-4111-8111-111111111111', 'two'))
  await expect(other).rejects.toMatchObject({ code: 'idempotency.other-body' })
})

test('a repeated command is not prepared again', async () => {
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

test('a fulfilled wish writes nothing and answers the state', async () => {
  const id = randomUUID()
  await count(id, { by: 4 })
  expect(await count(id, { by: 0 })).toMatchObject({ state: 4, events: [], repeated: false })
})

test('racing commands of two processes all count, and none passes the limit', async () => {
  const id = randomUUID()
  const elsewhere = createCommands(store, codec)
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

test('each fact carries the hash of the one before it', async () => {
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

test('a retry that another process had written already does not break the chain of hashes', async () => {
  const id = randomUUID()
  const elsewhere = createCommands(store, codec)
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

/** Commands that note from which revision on they read. */
const watchedCommands = () => {
  const from: (number | undefined)[] = []
  const watched: EventStore = {
    ...store,
    readStream: (stream, options) => {
      from.push(options?.from)
      return store.readStream(stream, options)
    },
  }
  return { from, watching: createCommands(watched, codec) }
}

test('a known stream is not read again while nobody else writes to it', async () => {
  const id = randomUUID()
  const { from, watching } = watchedCommands()
  for (let i = 0; i < 3; i += 1) await count(id, {}, contextOf(), watching)
  expect(from).toEqual([0])
})

test('after a fact of another process only what is new is read', async () => {
  const id = randomUUID()
  const { from, watching } = watchedCommands()
  await count(id, {}, contextOf(), watching)
  await count(id, { by: 5 })
  expect(await count(id, {}, contextOf(), watching)).toMatchObject({ state: 7, revision: 2 })
  expect(from).toEqual([0, 1])
})

test('a read that was slow does not put an older state in the place of a newer one', async () => {
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
  const reading = createCommands(slow, codec)
  await count(id, {}, contextOf(), reading)
  const loaded = reading.load(counterDecider, streamOf(id))
  await read.promise
  const context = contextOf()
  await count(id, {}, context, reading)
  answered.resolve()
  expect(await loaded).toMatchObject({ state: 2 })
  expect(await count(id, {}, context, reading)).toMatchObject({ repeated: true, state: 2 })
})

test('a rule is not judged broken, nor a wish fulfilled, by a state that others have changed', async () => {
  const id = randomUUID()
  const { watching } = watchedCommands()
  await count(id, { by: 10 }, contextOf(), watching)
  await count(id, { by: -10 })
  expect(await count(id, { by: 4, limit: 10 }, contextOf(), watching)).toMatchObject({ state: 4 })
  await count(id, { by: 1 })
  expect(await count(id, { by: 0 }, contextOf(), watching)).toMatchObject({ state: 5, events: [] })
})

test('an outage leaves no half state: the retry with the same id has one effect', async () => {
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
  const unlucky = createCommands(failing, codec)
  await expect(count(id, {}, context, unlucky)).rejects.toThrow(Unavailable)
  down = false
  expect(await count(id, {}, context, unlucky)).toMatchObject({ state: 1, repeated: true })
  expect((await store.readStream(streamOf(id))).length).toBe(1)
})
