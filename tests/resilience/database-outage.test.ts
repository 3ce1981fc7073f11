import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { migrate } from '#platform/database.ts'
import { Unavailable } from '#platform/event-store/event-store.ts'
import { startPostgresServer, type PostgresServer } from '../../services/local/postgres-server.ts'
import { openProductOn, type Person, type Product } from '../support/product.ts'
import { silentLog } from '../support/silent-log.ts'

const folder = mkdtempSync(join(tmpdir(), 'vieraugen-outage-'))
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

beforeAll(async () => {
  chmodSync(folder, 0o755)
  server = await start()
  await migrate(server.url)
  product = await openProductOn({ url: server.url, drop: async () => {} })
  admin = await product.person()
})
afterAll(async () => {
  await product.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const create = (name: string, key: string) =>
  product.call('POST', '/workspaces/create', {
    token: admin.token,
    body: { name },
    headers: { 'idempotency-key': key },
  })

/** As a client does: the same request with the same key, until there is an answer. */
const insist = async (name: string) => {
  const key = randomUUID()
  const refusals = new Set<number>()
  const answer = await vi.waitUntil(
    async () => {
      const { status, body } = await create(name, key)
      if (status === 201) return body
      refusals.add(status)
      return undefined
    },
    { timeout: 60_000, interval: 20 },
  )
  return { id: answer.id as string, refusals }
}

test('a database killed under load costs 503s, and every command has one effect once it is back', async () => {
  const before = await product.platform.eventStore.readAll({ after: null })
  const lanes = Array.from({ length: 8 }, async (_, lane) => {
    const done: { name: string; id: string; refusals: Set<number> }[] = []
    for (let turn = 0; turn < 12; turn += 1) {
      const name = `Workspace ${lane}.${turn}`
      done.push({ name, ...(await insist(name)) })
    }
    return done
  })
  for (let round = 0; round < 3; round += 1) {
    const at = await product.platform.eventStore.head()
    await vi.waitUntil(async () => (await product.platform.eventStore.head()) !== at, { timeout: 30_000 })
    process.kill(server.pid, 'SIGKILL')
    await server.exited
    server = await start(server.port)
  }
  const created = (await Promise.all(lanes)).flat()

  expect(
    [...new Set(created.flatMap(({ refusals }) => [...refusals]))].filter((status) => status !== 503),
  ).toEqual([])
  const { events } = await product.platform.eventStore.readAll({ after: before.next })
  const types = Map.groupBy(events, ({ type }) => type)
  expect(types.get('WorkspaceCreated')?.length).toBe(created.length)
  expect(types.get('ParticipantJoined')?.length).toBe(created.length)
  expect(new Set(created.map(({ id }) => id)).size).toBe(created.length)

  const read = async (id: string) =>
    vi.waitUntil(
      async () => {
        const { status, body } = await product.call('GET', `/workspaces/${id}`, { token: admin.token })
        return status === 200 && body
      },
      { timeout: 20_000 },
    )
  for (const { id, name } of created) expect((await read(id)).name).toBe(name)
}, 180_000)

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

test('while the database is away reads and commands answer 503 with Retry-After, and nothing is written', async () => {
  const head = await product.head()
  const { port } = server
  await server.stop()
  for (const answer of [
    await create('Nobody home', randomUUID()),
    await product.call('GET', '/users/current', { token: admin.token }),
    await product.call('POST', '/auth/login', { body: { email: 'a@example.com', password: 'secret' } }),
    await product.call('GET', '/health/ready'),
  ]) {
    expect(answer).toMatchObject({ status: 503, body: { code: 'store.unavailable' } })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect((await product.call('GET', '/health/live')).status).toBe(200)
  server = await start(port)
  expect(await vi.waitUntil(() => product.head().catch(() => false), { timeout: 20_000 })).toBe(head)
  expect((await insist('Somebody home')).id).toBeTruthy()
}, 120_000)
