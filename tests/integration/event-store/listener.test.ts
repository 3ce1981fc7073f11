import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openListener, sharedListener, type Listener } from '#platform/postgres/listener.ts'
import { openGate } from '#support/esdb/gate.ts'
import { eventually } from '#support/eventually.ts'
import { createDatabase, type TestDatabase } from '#support/servers/postgres.ts'
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

/** Collects what is heard on a channel, from the moment that it is open. */
const listen = async (channel: string) => {
  const heard: (string | null)[] = []
  const off = listener.on(channel, (payload) => heard.push(payload))
  const until = (expected: (string | null)[]) =>
    vi.waitFor(() => expect(heard).toEqual(expected), { interval: 2 })
  await until([null])
  return { heard, off, until }
}

test('a channel says null once it is open, and then every payload in order', async () => {
  const { until } = await listen('first "channel"')
  for (const payload of ['a', 'b', 'c']) await notify('first "channel"', payload)
  await until([null, 'a', 'b', 'c'])
})

test('several listen to one channel, and one that leaves hears no more', async () => {
  const one = await listen('shared')
  const heard: (string | null)[] = []
  listener.on('shared', (payload) => heard.push(payload))
  await notify('shared', 'a')
  await one.until([null, 'a'])
  one.off()
  await notify('shared', 'b')
  await vi.waitFor(() => expect(heard).toEqual(['a', 'b']), { interval: 2 })
  expect(one.heard).toEqual([null, 'a'])
})

test('a listener that throws does not keep others from hearing', async () => {
  listener.on('faulty', () => {
    throw new Error('broken')
  })
  const { until } = await listen('faulty')
  await notify('faulty', 'a')
  await until([null, 'a'])
})

test('after a lost connection every channel is open again and says null', async () => {
  const one = await listen('lost-1')
  const two = await listen('lost-2')
  await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listener'",
  )
  await one.until([null, null])
  await two.until([null, null])
  await notify('lost-1', 'a')
  await one.until([null, null, 'a'])
})

test('a connection that has fallen silent is given up, and every channel open again', async () => {
  const { hostname: host, port } = new URL(database.url)
  const gate = await openGate({ host, port: Number(port) })
  const { href } = Object.assign(new URL(database.url), { port: gate.port })
  const distant = openListener(href, silentLog)
  const heard: (string | null)[] = []
  distant.on('distant', (payload) => heard.push(payload))
  await eventually(() => expect(heard).toEqual([null]))
  gate.freeze()
  gate.thaw()
  await eventually(() => expect(heard).toEqual([null, null]))
  await notify('distant', 'a')
  await eventually(() => expect(heard).toEqual([null, null, 'a']))
  await distant.close()
  await gate.close()
})

test('a listener can be closed while it connects, and when there is no database', async () => {
  await openListener(database.url, silentLog).close()
  const nowhere = openListener('postgres://nobody:none@127.0.0.1:1/none', silentLog)
  nowhere.on('any', () => {})
  await nowhere.close()
})

test('another part of the process hears on the same connection, and of what is open already that it may have missed some', async () => {
  const { until } = await listen('parts')
  const part = sharedListener(listener)
  const heard: (string | null)[] = []
  const off = part.on('parts', (payload) => heard.push(payload))
  await vi.waitFor(() => expect(heard).toEqual([null]), { interval: 2 })
  await notify('parts', 'a')
  await vi.waitFor(() => expect(heard).toEqual([null, 'a']), { interval: 2 })
  off()
  await part.close()
  await notify('parts', 'b')
  await until([null, 'a', 'b'])
  expect(heard).toEqual([null, 'a'])
})
