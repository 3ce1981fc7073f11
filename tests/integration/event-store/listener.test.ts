import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openListener, sharedListener, type Listener } from '#platform/postgres/listener.ts'
import { openGate } from '#support/esdb/gate.ts'
import { eventually } from '#support/eventually.ts'
import { createDatabase, overTcp, type TestDatabase } from '#support/servers/postgres.ts'
import { silentLog } from '#support/processes/silent-log.ts'

let database: TestDatabase
let admin: pg.Client
let listener: Listener
beforeAll(async () => {
  database = await createDatabase()
  admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  listener = openListener(database.url, silentLog)
})
afterAll(async () => {
  await listener.close()
  await admin.end()
  await database.drop()
})

const notify = (channel: string, payload: string) =>
  admin.query('select pg_notify($1, $2)', [channel, payload])

/** Collects the notifications of a channel after it was opened. */
const listen = async (channel: string) => {
  const received: (string | null)[] = []
  const off = listener.on(channel, (payload) => received.push(payload))
  const until = (expected: (string | null)[]) =>
    vi.waitFor(() => expect(received).toEqual(expected), { timeout: 20_000, interval: 2 })
  await until([null])
  return { received, off, until }
}

test('a channel delivers null when it is open, and then every payload in order', async () => {
  const { until } = await listen('first "channel"')
  for (const payload of ['a', 'b', 'c']) await notify('first "channel"', payload)
  await until([null, 'a', 'b', 'c'])
})

test('several listeners share a channel, and one that was removed receives nothing', async () => {
  const one = await listen('shared')
  const received: (string | null)[] = []
  listener.on('shared', (payload) => received.push(payload))
  await notify('shared', 'a')
  await one.until([null, 'a'])
  one.off()
  await notify('shared', 'b')
  await vi.waitFor(() => expect(received).toEqual(['a', 'b']), { timeout: 20_000, interval: 2 })
  expect(one.received).toEqual([null, 'a'])
})

test('a listener that throws does not affect the others', async () => {
  listener.on('faulty', () => {
    throw new Error('broken')
  })
  const { until } = await listen('faulty')
  await notify('faulty', 'a')
  await until([null, 'a'])
})

test('reopens every channel after a lost connection and delivers null', async () => {
  const one = await listen('lost-1')
  const two = await listen('lost-2')
  await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name LIKE 'listener%'",
  )
  await one.until([null, null])
  await two.until([null, null])
  await notify('lost-1', 'a')
  await one.until([null, null, 'a'])
})

test('replaces a connection that does not answer and reopens every channel', async () => {
  const url = new URL(overTcp(database.url))
  const { hostname: host, port } = url
  const gate = await openGate({ host, port: Number(port) })
  const { href } = Object.assign(url, { port: gate.port })
  const distant = openListener(href, silentLog, 500)
  const received: (string | null)[] = []
  distant.on('distant', (payload) => received.push(payload))
  await eventually(() => expect(received).toEqual([null]))
  gate.freeze()
  gate.thaw()
  await eventually(() => expect(received).toEqual([null, null]))
  await notify('distant', 'a')
  await eventually(() => expect(received).toEqual([null, null, 'a']))
  await distant.close()
  await gate.close()
})

test('can be closed while it connects and without a database', async () => {
  await openListener(database.url, silentLog).close()
  const nowhere = openListener('postgres://nobody:none@127.0.0.1:1/none', silentLog)
  nowhere.on('any', () => {})
  await nowhere.close()
})

test('a shared listener uses the same connection and starts with null', async () => {
  const { until } = await listen('parts')
  const part = sharedListener(listener)
  const received: (string | null)[] = []
  const off = part.on('parts', (payload) => received.push(payload))
  await vi.waitFor(() => expect(received).toEqual([null]), { timeout: 20_000, interval: 2 })
  await notify('parts', 'a')
  await vi.waitFor(() => expect(received).toEqual([null, 'a']), { timeout: 20_000, interval: 2 })
  off()
  await part.close()
  await notify('parts', 'b')
  await until([null, 'a', 'b'])
  expect(received).toEqual([null, 'a'])
})
