import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { openDatabase, type Knex } from '#platform/postgres/database.ts'
import { projections } from '#projections/index.ts'
import { builtWeb } from '#support/servers/built-web.ts'
import { activePositions, rebuild } from '#support/read-models/builds.ts'
import { eventually } from '#support/eventually.ts'
import { readToEnd } from '#support/event-store/facts.ts'
import { openStore } from '#support/event-store/open-store.ts'
import { noEsdb, startOwnEsdb, type OwnEsdb } from '#support/esdb/own.ts'
import { createDatabase, type TestDatabase } from '#support/servers/postgres.ts'
import { createRandom } from '#support/event-store/random.ts'
import { freePort, noRedis, startRedis } from '#support/servers/redis.ts'
import { freshSecrets } from '#support/processes/secrets.ts'
import { openSmtpSink, type SmtpSink } from '#support/servers/smtp-sink.ts'
import {
  endEverything,
  mains,
  run,
  temporaryFolder,
  type LocalProcess,
  type Part,
} from '#support/processes/local-process.ts'
import { isLong, seedOfRun } from '#support/rounds.ts'

/**
 * The number of kills. The event store is a real EventStoreDB where EVENTSTORE_PROGRAM names a program that starts one.
 */
const KILLS = Number(process.env['ROUNDS'] ?? 100)
const LANES = 6
const seed = seedOfRun()

/** A real EventStoreDB takes its time to come back. */
vi.setConfig({ testTimeout: 240_000 + KILLS * (noEsdb === null ? 20_000 : 10_000) })

const closing: (() => Promise<unknown>)[] = []
let database: TestDatabase
let db: Knex
let smtp: SmtpSink
let esdb: OwnEsdb | undefined
let store: EventStore

beforeAll(async () => {
  await builtWeb()
  database = await createDatabase()
  db = openDatabase(database.url)
  smtp = await openSmtpSink()
  esdb = noEsdb === null ? await startOwnEsdb() : undefined
  store = await openStore(
    esdb ? { adapter: 'esdb', url: esdb.url } : { adapter: 'postgres', url: database.url },
  )
}, 180_000)
afterAll(async () => {
  await endEverything()
  for (const close of closing) await close()
  await store.close()
  await esdb?.close()
  await smtp.close()
  await db.destroy()
  await database.drop()
})

const post = async (origin: string, path: string, body: unknown, headers: Record<string, string> = {}) => {
  const answer = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return {
    status: answer.status,
    body: (await answer.json()) as { id: string; access_token: string; code?: string },
  }
}

const rowsOf = async (): Promise<Record<string, readonly string[]>> => {
  const tables = projections.flatMap((projection) => Object.keys(projection.tables))
  const read = tables.map(async (table) => {
    const query = db.raw<{ rows: { row: string }[] }>(
      'select to_jsonb(t)::text as row from ?? t order by 1',
      [table],
    )
    return [table, (await query).rows.map(({ row }) => row)] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

const everyoneAtHead = () =>
  eventually(async () => {
    const head = await store.head()
    expect(await activePositions(db)).toEqual(projections.map(() => head))
  })

/** What a killed worker had in hand is taken up by a sweep after its lease, of a minute. */
const SETTLED_MS = 120_000
const mailsSettled = () =>
  vi.waitFor(async () => expect(await db('effects').whereIn('status', ['pending', 'sending'])).toEqual([]), {
    timeout: SETTLED_MS,
    interval: 200,
  })

test.runIf(isLong() && noRedis === null)(
  `${KILLS} times kill -9 at random (FAULT_SEED=${seed}), two of each process and the stores beside them: no acknowledged command is lost or doubled, and live rows are rebuilt ones`,
  async () => {
    const random = createRandom(seed)
    const redis = await startRedis(await freePort())
    closing.push(() => redis.kill())
    const settings = {
      ...freshSecrets(),
      ERASURE_LEDGER: join(temporaryFolder(), 'erasures.jsonl'),
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      EVENTSTORE_URL: esdb?.url ?? 'database',
      SMTP_URL: smtp.url,
      PUBLIC_BASE_URL: 'http://localhost',
      HEALTH_PORT: '0',
      RATE_FACTOR: '1000000',
      MASS_MAILS_A_MINUTE: '100000',
    }
    const ports = [await freePort(), await freePort()]
    const start = (part: Part, n: number): LocalProcess =>
      run(['node', mains[part]], temporaryFolder(), { ...settings, PORT: `${ports[n]}` })
    const running = (Object.keys(mains) as Part[]).flatMap((part) =>
      [0, 1].map((n) => ({ part, n, process: start(part, n) })),
    )
    const origin = (n: number) => `http://127.0.0.1:${ports[n % 2]}`
    await Promise.all(running.map(({ process }) => process.prints('"msg":"ready"')))

    const credentials = { email: 'boss@example.com', password: 'correct horse' }
    expect((await post(origin(0), '/auth/signup', credentials)).status).toBe(201)
    const mail = await vi.waitUntil(() => smtp.received[0], { timeout: 30_000 })
    const [, confirms] = /confirmEmail\/([\w-]+)/.exec(mail.raw.replaceAll('=\r\n', ''))!
    expect((await post(origin(1), `/auth/verifyEmail/${confirms}`, {})).status).toBe(200)
    const logIn = async (n: number) => (await post(origin(n), '/auth/login', credentials)).body.access_token
    let token = await logIn(0)

    const acknowledged: { readonly id: string; readonly guest: string }[] = []
    let isOver = false
    /** As a client does: the same key at either api until it is answered. */
    const command = async (path: string, body: object): Promise<string> => {
      const key = { 'idempotency-key': randomUUID() }
      for (let n = 0; ; n += 1) {
        const headers = { ...key, authorization: `Bearer ${token}` }
        const answer = await post(origin(n), path, body, headers).catch(() => undefined)
        if (answer?.status === 201) return answer.body.id
        // Sessions end meanwhile, and after five minutes an invitation of an admin asks for a new login.
        if (answer?.status === 401 || answer?.body.code === 'login.too-old')
          token = (await logIn(n).catch(() => undefined)) ?? token
        else if (answer) expect([path, answer.status, answer.body]).toEqual([path, 503, answer.body])
        await pause(50)
      }
    }
    const lane = async (n: number) => {
      for (let round = 0; !isOver; round += 1) {
        const id = await command('/workspaces/create', { name: `lane ${n} round ${round}` })
        const guest = `lane-${n}-round-${round}@example.com`
        const invited = { email: guest, role: 'admin', approver: true, requester: false }
        await command(`/workspaces/invite-participant/${id}`, invited)
        acknowledged.push({ id, guest })
      }
    }
    /** Of a process, or of what is in a store of ours; answers what brings it back where it does not come by itself. */
    const strike = async () => {
      const victim = random.pick([...running, redis.wipe, ...(esdb ? [esdb.kill] : [])])
      if (typeof victim === 'function') return victim().then(() => async () => {})
      victim.process.signal('SIGKILL')
      await victim.process.ended
      return async () => {
        victim.process = start(victim.part, victim.n)
        await victim.process.prints('"msg":"ready"')
      }
    }
    const lanes = Promise.all(Array.from({ length: LANES }, (_, n) => lane(n)))
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = acknowledged.length
      const mend = await strike()
      // Work goes on without it.
      await vi.waitUntil(() => acknowledged.length >= before + LANES, { timeout: 60_000 })
      await mend()
    }
    isOver = true
    await lanes
    await mailsSettled()
    await everyoneAtHead()

    const streamsOf = (type: string) =>
      facts
        .filter((fact) => fact.type === type)
        .map(({ stream }) => stream)
        .toSorted()
    const facts = await readToEnd(store, null)
    const workspaces = acknowledged.map(({ id }) => `workspace-${id}`).toSorted()
    expect(streamsOf('WorkspaceCreated')).toEqual(workspaces)
    expect(streamsOf('ParticipantInvited')).toEqual(workspaces)
    const live = await rowsOf()
    expect(live['workspaces']).toHaveLength(acknowledged.length)
    await rebuild(db)
    await everyoneAtHead()
    expect(await rowsOf()).toEqual(live)
    expect(new Set(smtp.received.map(({ messageId }) => messageId)).size).toBe(
      (await db('effects').where({ status: 'sent' })).length,
    )
    expect(new Set(smtp.received.flatMap(({ recipients }) => recipients))).toEqual(
      new Set([credentials.email, ...acknowledged.map(({ guest }) => guest)]),
    )
  },
)
