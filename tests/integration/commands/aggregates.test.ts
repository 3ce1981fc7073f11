import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAggregates } from '#platform/commands/aggregates.ts'
import { createCommands, type Commands } from '#platform/commands/execute-command.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { createCodec, type Codec } from '#platform/facts/event-codec.ts'
import { openDatabase, type Knex } from '#platform/postgres/database.ts'
import { contextOf, counterDecider, counterEvents } from '#support/event-store/counter.ts'
import { openKeys } from '#support/event-store/keys.ts'
import { openStore } from '#support/event-store/open-store.ts'
import { createDatabase, type TestDatabase } from '#support/servers/postgres.ts'

/** How many events a process folds to know streams. */

const FACTS = 12
let database: TestDatabase
let db: Knex
let store: EventStore
let codec: Codec
let commands: Commands
beforeAll(async () => {
  database = await createDatabase()
  db = openDatabase(database.url)
  store = await openStore({ adapter: 'postgres', url: database.url })
  const { keys, fingerprints } = await openKeys(db)
  codec = createCodec(counterEvents, keys)
  commands = createCommands(store, codec, fingerprints)
})
afterAll(async () => {
  await store.close()
  await db.destroy()
  await database.drop()
})

const add = (counterId: string) =>
  commands.execute({
    decider: counterDecider,
    stream: `counter-${counterId}`,
    workspaceId: null,
    context: contextOf(),
    command: { counterId, by: 1 },
  })

/** A stream with FACTS events that count to FACTS. */
const filled = async (): Promise<string> => {
  const counterId = randomUUID()
  for (let n = 0; n < FACTS; n += 1) await add(counterId)
  return `counter-${counterId}`
}

/** Folds in a process that has read nothing yet. */
const fresh = (...bytes: readonly number[]) => {
  const folded = { count: 0 }
  const counting = {
    decodeBlind(events: Parameters<Codec['decodeBlind']>[0]) {
      folded.count += events.length
      return codec.decodeBlind(events)
    },
  }
  return { folded, ...createAggregates(store, counting, ...bytes) }
}

test('past states of many interleaved streams are each folded once', async () => {
  const streams = await Promise.all(Array.from({ length: 40 }, filled))
  const { folded, load, loadAt } = fresh()
  for (const stream of streams) await load(counterDecider, stream)
  folded.count = 0
  for (let revision = 0; revision < FACTS - 1; revision += 1)
    for (const stream of streams) expect(await loadAt(counterDecider, stream, revision)).toBe(revision + 1)
  expect(folded.count).toBe(streams.length * (FACTS - 1))
})

test('past states stay within their memory, and a forgotten one is folded again', async () => {
  const streams = [await filled(), await filled()]
  const { folded, load, loadAt } = fresh(1_000_000, 3_000)
  for (const stream of streams) await load(counterDecider, stream)
  folded.count = 0
  for (const revision of [4, 5]) for (const stream of streams) await loadAt(counterDecider, stream, revision)
  expect(folded.count).toBe(2 * (5 + 6))
})

test('of concurrent loads of one unknown stream only one folds it', async () => {
  const stream = await filled()
  const { folded, load } = fresh()
  const loaded = await Promise.all(Array.from({ length: 10 }, () => load(counterDecider, stream)))
  expect(new Set(loaded.map(({ state }) => state))).toEqual(new Set([FACTS]))
  expect(folded.count).toBe(FACTS)
})

/** Counts the reads of a process that has read nothing yet. */
const reading = () => {
  const reads = { count: 0 }
  const readStream: EventStore['readStream'] = (...asked) => {
    reads.count += 1
    return store.readStream(...asked)
  }
  return { reads, ...createAggregates({ readStream }, codec) }
}

test('who wants a state since some time shares a read that began since then, and reads otherwise', async () => {
  const stream = await filled()
  const { reads, load, loadSince } = reading()
  const since = performance.now()
  const both = await Promise.all([1, 2].map(() => loadSince(counterDecider, stream, since)))
  expect(both.map(({ revision }) => revision)).toEqual([FACTS - 1, FACTS - 1])
  await loadSince(counterDecider, stream, since)
  expect(reads.count).toBe(1)
  await loadSince(counterDecider, stream, performance.now())
  expect(reads.count).toBe(2)
  await load(counterDecider, stream)
  expect(reads.count).toBe(3)
})

test('a state since some time knows what another process appended before', async () => {
  const counterId = (await filled()).slice('counter-'.length)
  const stream = `counter-${counterId}`
  const { loadSince } = reading()
  await loadSince(counterDecider, stream, performance.now())
  await add(counterId)
  expect((await loadSince(counterDecider, stream, performance.now())).revision).toBe(FACTS)
})

test('a suspect state is read anew, however lately it was read', async () => {
  const stream = await filled()
  const { reads, doubt, loadAt, loadSince } = reading()
  const since = performance.now()
  await loadSince(counterDecider, stream, since)
  doubt(counterDecider, stream)
  await loadSince(counterDecider, stream, since)
  // A suspect state without newer events is folded from the first one.
  expect(reads.count).toBe(3)
  doubt(counterDecider, stream)
  await loadAt(counterDecider, stream, FACTS - 1)
  expect(reads.count).toBe(5)
})

test('the state at the cached revision is known without a read', async () => {
  const stream = await filled()
  const { reads, load, loadAt } = reading()
  await load(counterDecider, stream)
  await loadAt(counterDecider, stream, FACTS - 1)
  expect(reads.count).toBe(1)
})
