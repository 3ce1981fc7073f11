import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Config } from '#platform/config/config.ts'
import { migrate, openDatabase } from '#platform/postgres/database.ts'
import { Unavailable } from '#platform/event-store/event-store.ts'
import { buildApi } from '../../../services/api/app.ts'
import { startPostgresServer, type PostgresServer } from '../../../services/local/postgres/postgres-server.ts'
import { openGate } from '#support/esdb/gate.ts'
import { startEsdbFake } from '#support/esdb/fake.ts'
import { eventually } from '#support/eventually.ts'
import { inbox, openStage, settled, signUp } from '#support/product/mail-stage.ts'
import { openProductOn, type Person, type Product } from '#support/product/product.ts'
import { isLong, rounds } from '#support/rounds.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { writeBarePages } from '#support/browser/web-root.ts'

const folder = mkdtempSync(join(tmpdir(), 'vieraugen-outage-'))
const opened = new AsyncDisposableStack()
let server: PostgresServer
let product: Product
let admin: Person

/** Durable, so that what was acknowledged must be there after a crash. */
const start = (port?: number) =>
  startPostgresServer({
    dataDir: join(folder, 'postgres'),
    password: 'outage',
    log: silentLog,
    ...(port !== undefined && { port }),
  })

const crash = async () => {
  process.kill(server.pid, 'SIGKILL')
  await server.exited
  server = await start(server.port)
}

/** A product in a new database of the server that will be away. */
const openIn = async (name: string, settings: Partial<Config> = {}, port = server.port): Promise<Product> => {
  const owner = openDatabase(server.url)
  await owner.raw('create database ??', [name])
  await owner.destroy()
  const { href: url } = Object.assign(new URL(server.url), { pathname: name })
  await migrate(url)
  const { href: reached } = Object.assign(new URL(url), { port })
  const made = await openProductOn({ url: reached, drop: async () => {} }, settings)
  opened.defer(() => made.close())
  return made
}

beforeAll(async () => {
  chmodSync(folder, 0o755)
  server = await start()
  opened.defer(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  product = await openIn('facts_too')
  admin = await product.person()
})
afterAll(() => opened.disposeAsync())

const create = (on: Product, { token }: Person, name: string, key: string) =>
  on.call('POST', '/workspaces/create', { token, body: { name }, headers: { 'idempotency-key': key } })

/** As a client does: the same request with the same key, until there is an answer. */
const insist = async (name: string, on = product, by = admin) => {
  const key = randomUUID()
  const refusals = new Set<number>()
  const answer = await vi.waitUntil(
    async () => {
      const { status, body } = await create(on, by, name, key)
      if (status === 201) return body
      refusals.add(status)
      return undefined
    },
    { timeout: 60_000, interval: 20 },
  )
  return { id: answer.id as string, refusals }
}

const stores = [
  ['in the same database', async () => ({ on: product, by: admin })],
  [
    'in EventStoreDB',
    async () => {
      const esdb = await startEsdbFake()
      opened.defer(() => esdb.close())
      const on = await openIn('rows_only', { EVENTSTORE_URL: esdb.url })
      return { on, by: await on.person() }
    },
  ],
] as const

const CRASHES = rounds({ short: 1, long: 3 })
/** Of each lane, so that some are under way at the last crash. */
const COMMANDS = 4 * CRASHES

test.each(stores)(
  'facts %s: a database killed under load costs 503s; once it is back every command has one effect, and the read models go on',
  async (_, open) => {
    const { on, by } = await open()
    const { eventStore } = on.platform
    const before = await eventStore.readAll({ after: null })
    const lanes = Array.from({ length: 8 }, async (_lane, lane) => {
      const done: { name: string; id: string; refusals: Set<number> }[] = []
      for (let turn = 0; turn < COMMANDS; turn += 1) {
        const name = `Workspace ${lane}.${turn}`
        done.push({ name, ...(await insist(name, on, by)) })
      }
      return done
    })
    for (let round = 0; round < CRASHES; round += 1) {
      const at = await eventStore.head()
      await vi.waitUntil(async () => (await eventStore.head()) !== at, { timeout: 30_000 })
      await crash()
    }
    const created = (await Promise.all(lanes)).flat()

    expect(
      [...new Set(created.flatMap(({ refusals }) => [...refusals]))].filter((status) => status !== 503),
    ).toEqual([])
    const { events } = await eventStore.readAll({ after: before.next })
    const types = Map.groupBy(events, ({ type }) => type)
    expect(types.get('WorkspaceCreated')?.length).toBe(created.length)
    expect(types.get('ParticipantJoined')?.length).toBe(created.length)
    expect(new Set(created.map(({ id }) => id)).size).toBe(created.length)

    const read = async (id: string) =>
      vi.waitUntil(
        async () => {
          const { status, body } = await on.call('GET', `/workspaces/${id}`, { token: by.token })
          return status === 200 && body
        },
        { timeout: 20_000 },
      )
    for (const { id, name } of created) expect((await read(id)).name).toBe(name)
    expect(await on.platform.db('parked_facts')).toEqual([])
  },
  180_000,
)

test('a command whose answer got lost on the way has one effect, however often it is sent again', async () => {
  const { eventStore } = product.platform
  const { append } = eventStore
  let lost = 3
  eventStore.append = async (...args) => {
    const written = await append(...args)
    if (lost-- > 0) throw new Unavailable('the answer got lost')
    return written
  }
  const before = await product.head()
  const { refusals } = await insist('Told late')
  eventStore.append = append
  const { events } = await eventStore.readAll({ after: before })
  expect(refusals).toEqual(new Set([503]))
  expect(events.map(({ type }) => type)).toEqual(['WorkspaceCreated', 'ParticipantJoined'])
})

/** A product, with a worker, that reaches the database through a gate. */
const openBehindGate = async (name: string) => {
  const gate = await openGate({ host: '127.0.0.1', port: server.port })
  opened.defer(() => gate.close())
  const distant = await openIn(name, {}, gate.port)
  const stage = openStage()
  opened.defer(() => stage.close())
  opened.defer(() => gate.cut())
  const { token } = await distant.person()
  const read = async () => (await distant.call('GET', '/users/current', { token })).status
  const readAtOnce = () => Promise.all(Array.from({ length: 40 }, read))
  await readAtOnce()
  return { gate, distant, stage, token, readAtOnce }
}

test('a database that says nothing on connections that look alive is waited for a bounded time, and answers again on new ones', async () => {
  const { gate, readAtOnce } = await openBehindGate('read_behind_a_gate')
  gate.freeze()
  expect(new Set(await readAtOnce())).toEqual(new Set([503]))
  // The connections of before stay silent for ever.
  gate.thaw()
  await eventually(async () => expect(new Set(await readAtOnce())).toEqual(new Set([200])))
}, 90_000)

test.runIf(isLong())(
  'a database that says nothing on connections that look alive is waited for a bounded time, and works again on new ones',
  async () => {
    const { gate, distant, stage, token, readAtOnce } = await openBehindGate('behind_a_gate')
    await stage.worker(distant)
    await signUp(distant, 'ada@example.com')
    await settled(distant, 1)
    gate.freeze()
    expect(new Set(await readAtOnce())).toEqual(new Set([503]))
    gate.thaw()
    await eventually(async () => expect(new Set(await readAtOnce())).toEqual(new Set([200])))
    // Idle processes notice only now: the projector, then the worker.
    const body = { name: 'Awake' }
    await vi.waitUntil(
      async () => {
        const { status, headers } = await distant.call('POST', '/workspaces/create', { token, body })
        return status === 201 && !('x-read-model' in headers)
      },
      { timeout: 120_000 },
    )
    await signUp(distant, 'bob@example.com')
    await vi.waitUntil(
      async () => (await inbox(distant)).map(({ to }) => to).join() === 'bob@example.com,ada@example.com',
      { timeout: 120_000 },
    )
  },
  300_000,
)

test('while the database is away pages are there, all else answers 503 with Retry-After, and nothing is written', async () => {
  const root = mkdtempSync(join(folder, 'web-'))
  writeBarePages(root)
  const site = await buildApi(product.platform, { webRoot: root, localMailbox: false })
  opened.defer(() => site.close())
  const head = await product.head()
  const { port } = server
  await server.stop()
  const { token } = admin
  const credentials = { email: 'a@example.com', password: 'correct horse' }
  for (const answer of [
    await create(product, admin, 'Nobody home', randomUUID()),
    await product.call('GET', '/users/current', { token }),
    await product.call('GET', '/auth/refresh', { token }),
    await product.call('GET', '/auth/logout', { token }),
    await product.call('POST', '/auth/login', { body: credentials }),
    await product.call('POST', '/auth/signup', { body: credentials }),
    await product.call('POST', '/auth/initiate-verification', { body: { email: credentials.email } }),
    await product.call('GET', '/health/ready'),
  ])
    expect(answer).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { code: 'store.unavailable' },
    })
  for (const path of ['/', '/login', '/m', `/workspace/${randomUUID()}`, '/health/live'])
    expect([path, (await site.inject(path)).statusCode]).toEqual([path, 200])
  server = await start(port)
  expect(await vi.waitUntil(() => product.head().catch(() => false), { timeout: 20_000 })).toBe(head)
  expect((await insist('Somebody home')).id).toBeTruthy()
}, 120_000)
