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

/** A stream with FACTS events that count to FACTS. */
const filled = async (): Promise<string> => {
  const counterId = randomUUID()
  for (let n = 0; n < FACTS; n += 1)
    await commands.execute({
      decider: counterDecider,
      stream: `counter-${counterId}`,
      workspaceId: null,
      context: contextOf(),
      command: { counterId, by: 1 },
    })
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
