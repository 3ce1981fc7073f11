import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Ambiguous, Unavailable, type EventStore } from '#platform/event-store/event-store.ts'
import { newEvent, newEvents, newStream, readToEnd } from '#support/event-store/facts.ts'
import { openStore } from '#support/event-store/open-store.ts'
import { createDatabase, type TestDatabase } from '#support/servers/postgres.ts'
import { ownerUrl } from '#support/servers/runtime-url.ts'
import { eventStoreContract } from './event-store.contract.ts'

const connect = async (connectionString: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}

eventStoreContract('Postgres', async () => {
  const database = await createDatabase()
  const address = { adapter: 'postgres', url: database.url } as const
  const store = await openStore(address)
  const admin = await connect(ownerUrl(database.url))
  const cut = async () => {
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
  }
  let cutting = Promise.resolve()
  return {
    store,
    address,
    breakConnections: () => (cutting = cutting.then(cut)),
    async close() {
      await store.close()
      await admin.end()
      await database.drop()
    },
  }
})

describe('the PostgreSQL event store', () => {
  let database: TestDatabase
  let store: EventStore
  let admin: pg.Client
  beforeAll(async () => {
    database = await createDatabase()
    store = await openStore({ adapter: 'postgres', url: database.url })
    admin = await connect(ownerUrl(database.url))
  })
  afterAll(async () => {
    await store.close()
    await admin.end()
    await database.drop()
  })

  test('an empty store has no head, and its first page is at the head', async () => {
    expect(await store.head()).toBeNull()
    expect(await store.readAll({ after: null })).toEqual({ events: [], next: null, atHead: true })
  })

  test('a filtered read returns pages without waiting until one is full', async () => {
    const start = await store.head()
    const many = Array.from({ length: 44 }, () => newStream())
    await Promise.all(many.map((stream) => store.append(stream, 'no_stream', newEvents(500))))
    await store.append(newStream(), 'no_stream', [newEvent({ type: 'Rare' })])
    const types = { only: ['Rare'] }
    const first = await store.readAll({ after: start, types })
    expect(first).toMatchObject({ events: [], atHead: false })
    const second = await store.readAll({ after: first.next, types })
    expect(second).toMatchObject({ events: [{ type: 'Rare' }], atHead: true, next: await store.head() })
  })

  test('positions have no gaps after rejected appends', async () => {
    const start = await store.head()
    const streams = Array.from({ length: 30 }, () => newStream())
    const attempts = streams.flatMap((stream, i) => [
      store.append(stream, 'no_stream', newEvents(1 + (i % 3))),
      store.append(stream, 7, newEvents(2)),
    ])
    await Promise.allSettled(attempts)
    const positions = (await readToEnd(store, start)).map(({ position }) => position)
    expect(positions).toHaveLength(60)
    const before = Number(start?.slice(3) ?? 0)
    expect(positions).toEqual(positions.map((_, i) => `p1:${String(before + i + 1).padStart(20, '0')}`))
  })

  test.each([
    ["update event_store.events set type = 'Forged'"],
    ['delete from event_store.events'],
    ['truncate event_store.events'],
    ['truncate event_store.events cascade'],
    ["set session_replication_role = replica; update event_store.events set type = 'Forged'"],
  ])('the database itself refuses: %s', async (statement) => {
    await store.append(newStream(), 'no_stream', newEvents(1))
    const before = await readToEnd(store, null)
    await expect(admin.query(statement)).rejects.toThrow('facts cannot be changed or removed')
    await admin.query('reset session_replication_role')
    expect(await readToEnd(store, null)).toEqual(before)
  })

  test('a batch of appends sends one notification with the newest position', async () => {
    const payloads: (string | undefined)[] = []
    admin.on('notification', ({ payload }) => payloads.push(payload))
    await admin.query('listen event_store')
    // The first is sent alone. The others queue behind it and are sent together.
    await Promise.all(Array.from({ length: 20 }, () => store.append(newStream(), 'no_stream', newEvents(2))))
    await admin.query('select 1')
    await admin.query('unlisten event_store')
    expect(payloads.length).toBe(2)
    expect(payloads.at(-1)).toBe(await store.head())
  })

  test('an append without an answer in time is ambiguous and can be sent again', async () => {
    const stream = newStream()
    const events = newEvents(2)
    await admin.query('begin')
    await admin.query('select from event_store.head for update')
    await expect(store.append(stream, 'no_stream', events, { timeoutMs: 200 })).rejects.toThrow(Ambiguous)
    // It waited behind the first one, so it was never sent.
    const waiting = store.append(newStream(), 'no_stream', newEvents(1), { timeoutMs: 200 })
    await expect(waiting).rejects.toThrow(Unavailable)
    await admin.query('rollback')
    expect(await store.append(stream, 'no_stream', events)).toMatchObject({ revision: 1 })
    expect(await store.readStream(stream)).toHaveLength(2)
  })

  test('an append that the database rejects does not affect the others of its batch', async () => {
    await admin.query(`
      create function pg_temp.refuse() returns trigger language plpgsql as $$
        begin raise exception 'not this one' using errcode = 'check_violation'; end $$;
      create trigger refuse_one before insert on event_store.events
        for each row when (new.type = 'Poison') execute function pg_temp.refuse()`)
    const types = ['A', 'B', 'Poison', 'C']
    const appends = types.map((type) => store.append(newStream(), 'no_stream', [newEvent({ type })]))
    const outcomes = await Promise.allSettled(appends)
    await admin.query('drop trigger refuse_one on event_store.events')
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(outcomes[2]).toMatchObject({ reason: expect.any(Unavailable) })
  })

  test('reads and appends throw Unavailable without a database', async () => {
    const url = new URL(database.url)
    url.pathname = 'no_such_database'
    const gone = await openStore({ adapter: 'postgres', url: url.href })
    await expect(gone.append(newStream(), 'no_stream', newEvents(1), { timeoutMs: 100 })).rejects.toThrow(
      Unavailable,
    )
    await expect(gone.head()).rejects.toThrow(Unavailable)
    await expect(gone.readAll({ after: null })).rejects.toThrow(Unavailable)
    await gone.close()
  })

  test('another database has another identity', async () => {
    const other = await createDatabase()
    const otherStore = await openStore({ adapter: 'postgres', url: other.url })
    const [one, two] = [await store.identity(), await otherStore.identity()]
    await otherStore.close()
    await other.drop()
    expect(one).not.toBe(two)
  })

  test('a closed store rejects appends', async () => {
    const closing = await openStore({ adapter: 'postgres', url: database.url })
    const last = closing.append(newStream(), 'no_stream', newEvents(1))
    const closed = closing.close()
    await expect(closing.append(newStream(), 'no_stream', newEvents(1))).rejects.toThrow(Unavailable)
    expect(await last).toMatchObject({ revision: 0 })
    await closed
  })
})
