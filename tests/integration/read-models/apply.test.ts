import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ALERTS } from '#contract/requests/alerts.ts'
import { createCommands } from '#platform/commands/execute-command.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { createCodec } from '#platform/facts/event-codec.ts'
import { openDatabase, type Knex } from '#platform/postgres/database.ts'
import { buildsOf, openBuilds } from '#projections/engine/builds/builds.ts'
import { handlers, type Projection } from '#projections/engine/definition/projection.ts'
import { createTables, type Tables } from '#projections/engine/definition/tables.ts'
import { createApply, memberOf, type Member } from '#projections/engine/runner/apply.ts'
import { CheckpointMoved } from '#projections/engine/runner/checkpoints.ts'
import { createRetries } from '#projections/engine/runner/retries.ts'
import { requestsTables } from '#projections/requests/tables.ts'
import { contextOf, counterDecider, counterEvents } from '#support/event-store/counter.ts'
import { readToEnd } from '#support/event-store/facts.ts'
import { openKeys } from '#support/event-store/keys.ts'
import { openStore } from '#support/event-store/open-store.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { createDatabase, expectDeadLetters, type TestDatabase } from '#support/servers/postgres.ts'

const tables: Tables = { digits: { columns: { id: 'uuid', total: 'integer' }, key: ['id'] } }

/** How often the table was read. */
let reads = 0
/** Sets every number to zero, by a statement over rows that no key names. */
const CLEARS = 9

/** Appends each digit to a number, so that it shows both order and repetition. */
const projection: Projection<Map<string, number>> = {
  name: 'digits',
  version: 1,
  tables,
  async prepare(from, _facts, before) {
    if (before) return before
    reads += 1
    const rows = (await from('digits')) as { id: string; total: number }[]
    return new Map(rows.map(({ id, total }) => [id, total]))
  },
  handlers: handlers<typeof counterEvents, Tables, Map<string, number>>(counterEvents, tables, {
    Counted({ data }, changes, numbers) {
      if (data.by === CLEARS)
        return changes.sweep((table) => ({
          sql: `UPDATE ${table('digits')} SET total = 0 FROM (SELECT ?::json) none`,
          json: '{}',
        }))
      const total = (numbers.get(data.counterId) ?? 0) * 10 + data.by
      numbers.set(data.counterId, total)
      changes.put('digits', { id: data.counterId, total })
    },
  }),
}

let database: TestDatabase
let db: Knex
let store: EventStore
let count: (counterId: string, by: number) => Promise<unknown>
let apply: ReturnType<typeof createApply>
let member: Member

beforeEach(async () => {
  database = await createDatabase()
  db = openDatabase(database.url)
  store = await openStore({ adapter: 'postgres', url: database.url })
  const { keys, fingerprints } = await openKeys(db)
  const codec = createCodec(counterEvents, keys)
  const commands = createCommands(store, codec, fingerprints)
  count = (counterId, by) =>
    commands.execute({
      decider: counterDecider,
      stream: `counter-${counterId}`,
      workspaceId: null,
      context: contextOf(),
      command: { counterId, by },
    })
  const retries = createRetries(silentLog, new AbortController().signal)
  apply = createApply({ codec, db, log: silentLog, retries, blocked: new Map() })
  const [build] = await openBuilds(db, projection, store)
  member = memberOf(projection as Projection, build!)
})
afterEach(async () => {
  await store.close()
  await db.destroy()
  await database.drop()
})

const numberOf = async (id: string) => (await db(`${member.name}.digits`).where({ id }).first())?.total

describe('a batch', () => {
  test('applies the events of one stream in order, also between those of other streams', async () => {
    const [a, b] = [randomUUID(), randomUUID()]
    for (const by of [1, 2, 3, 4, 5]) {
      await count(a, by)
      await count(b, 6 - by)
    }
    await apply([member], await readToEnd(store, null))
    expect([await numberOf(a), await numberOf(b)]).toEqual([12_345, 54_321])
  })

  test('that begins at the checkpoint applies no event twice', async () => {
    const id = randomUUID()
    await count(id, 1)
    await count(id, 2)
    const events = await readToEnd(store, null)
    await apply([member], events.slice(0, 1))
    expect(member.position).toBe(events[0]!.position)
    await apply([member], events)
    expect(await numberOf(id)).toBe(12)
  })

  test('that follows another of this process knows what it left, and reads nothing', async () => {
    const id = randomUUID()
    reads = 0
    for (const by of [1, 2, 3]) {
      await count(id, by)
      await apply([member], await readToEnd(store, member.position))
    }
    expect([await numberOf(id), reads]).toEqual([123, 1])
  })

  test('reads again after one that failed', async () => {
    expectDeadLetters()
    const [id, other] = [randomUUID(), randomUUID()]
    await count(id, 1)
    await apply([member], await readToEnd(store, member.position))
    await count(id, 2)
    // Too large for its column.
    await count(other, 2 ** 31)
    await count(id, 3)
    await apply([member], await readToEnd(store, member.position))
    await count(id, 4)
    await apply([member], await readToEnd(store, member.position))
    expect([await numberOf(id), await numberOf(other)]).toEqual([1_234, undefined])
  })

  test('reads again after one that swept', async () => {
    const id = randomUUID()
    for (const by of [1, CLEARS, 3]) {
      await count(id, by)
      await apply([member], await readToEnd(store, member.position))
    }
    expect(await numberOf(id)).toBe(3)
  })

  test('reads again after one of another process', async () => {
    const id = randomUUID()
    const [build] = await buildsOf(db, 'digits')
    const elsewhere = memberOf(projection as Projection, build!)
    await count(id, 1)
    await apply([member], await readToEnd(store, null))
    Object.assign(elsewhere, { position: member.position })
    await count(id, 2)
    await apply([elsewhere], await readToEnd(store, elsewhere.position))
    await count(id, 3)
    Object.assign(member, { position: elsewhere.position })
    await apply([member], await readToEnd(store, member.position))
    expect(await numberOf(id)).toBe(123)
  })

  test('writes nothing into a build that is being retired', async () => {
    const id = randomUUID()
    await count(id, 1)
    await db('checkpoints').where({ name: member.name }).update({ state: 'retiring' })
    await expect(apply([member], await readToEnd(store, null))).rejects.toThrow(CheckpointMoved)
    expect(await numberOf(id)).toBeUndefined()
    expect(await buildsOf(db, 'digits')).toMatchObject([{ position: null }])
  })
})

test('a column of words takes the words of the contract and no other', async () => {
  await createTables(db, 'words', requestsTables)
  const alert = (kind: string) =>
    db('words.request_alerts').insert({ id: randomUUID(), request_id: randomUUID(), kind, at: new Date() })
  for (const kind of ALERTS) await alert(kind)
  await expect(alert('praised')).rejects.toThrow('request_alerts_kind_check')
})
