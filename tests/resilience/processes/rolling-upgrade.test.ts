import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase, type Knex } from '#platform/postgres/database.ts'
import { builtWeb } from '#support/servers/built-web.ts'
import { startOwnEsdb, type OwnEsdb } from '#support/esdb/own.ts'
import { eventually } from '#support/eventually.ts'
import { activePositions } from '#support/read-models/builds.ts'
import { openStore } from '#support/event-store/open-store.ts'
import {
  endEverything,
  mains,
  root,
  run,
  temporaryFolder,
  type LocalProcess,
  type Part,
} from '#support/processes/local-process.ts'
import { findOlderCommit, unpackProgram } from '#support/processes/older-program.ts'
import { freshSecrets } from '#support/processes/secrets.ts'
import type { Answered, Product } from '#support/product/product.ts'
import { ask, enrol } from '#support/product/requests.ts'
import { rounds } from '#support/rounds.ts'
import { createDatabase, type TestDatabase } from '#support/servers/postgres.ts'
import { freePort } from '#support/servers/redis.ts'
import { openSmtpSink, type SmtpSink } from '#support/servers/smtp-sink.ts'

/** Eight processes start one after the other, so only the long project runs it. */
const CALLS = rounds({ short: 0, long: 1_000 })
const COMMITS = 200
const LANES = 4
/** As a client repeats what was refused for now. */
const REPEATS = 30

const older = findOlderCommit(COMMITS)
vi.setConfig({ testTimeout: 180_000 + CALLS * 1_000 })

let database: TestDatabase
let db: Knex
let smtp: SmtpSink
let esdb: OwnEsdb

beforeAll(async () => {
  if (CALLS === 0) return
  await builtWeb()
  database = await createDatabase({ empty: true })
  db = openDatabase(database.url)
  smtp = await openSmtpSink()
  esdb = await startOwnEsdb()
}, 180_000)
afterAll(async () => {
  if (CALLS === 0) return
  await endEverything()
  await esdb.close()
  await smtp.close()
  await db.destroy()
  await database.drop()
})

const linkIn = (email: string, link: RegExp): Promise<string> =>
  eventually(() => {
    const mails = smtp.received.filter(({ recipients }) => recipients.includes(email))
    const found = mails.flatMap(
      ({ raw }) => link.exec(raw.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[1] ?? [],
    )
    if (!found[0]) throw new Error(`no ${link.source} in ${mails.length} mails to ${email}`)
    return found[0]
  })

/** Sends each call to the next api in turn, and repeats one that says to come again. */
const openRotation = () => {
  let origins: readonly string[] = []
  let turn = 0
  const figures = { calls: 0, repeats: 0, failed: [] as string[], answers: new Map<string, number>() }
  const send: Product['call'] = async (method, path, { token, body, headers } = {}) => {
    const origin = origins[(turn += 1) % origins.length]!
    const answer = await fetch(origin + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    figures.answers.set(origin, (figures.answers.get(origin) ?? 0) + 1)
    const text = await answer.text()
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
    }
  }
  const call: Product['call'] = async (method, path, options = {}) => {
    const headers = { ...(method !== 'GET' && { 'idempotency-key': randomUUID() }), ...options.headers }
    let answer: Answered | undefined
    for (let n = 0; n < REPEATS; n += 1) {
      answer = await send(method, path, { ...options, headers }).catch((error: unknown) => ({
        status: 0,
        headers: {},
        body: String(error),
      }))
      if (answer.status !== 503 || !answer.headers['retry-after']) break
      figures.repeats += 1
      await pause(Number(answer.headers['retry-after']) * 1_000)
    }
    figures.calls += 1
    if (answer!.status < 200 || answer!.status > 299)
      throw new Error(`${method} ${path}: ${answer!.status} ${JSON.stringify(answer!.body)}`)
    return answer!
  }
  return { figures, call, leadTo: (next: readonly string[]) => void (origins = next) }
}
type Rotation = ReturnType<typeof openRotation>

/** Somebody who has signed up and confirmed, with a phone. */
const joinUp = async ({ call }: Rotation, email: string) => {
  const body = { email, password: 'correct horse' }
  await call('POST', '/auth/signup', { body })
  const token = await linkIn(email, /confirmEmail\/([\w-]+)/)
  await call('POST', `/auth/verifyEmail/${token}`, { body: {} })
  const session = await call('POST', '/auth/login', { body })
  const person = { email, token: String(session.body.access_token) }
  return { ...person, phone: await enrol({ call }, person) }
}

/** A workspace whose requests one asks and the other approves. Returns a round of what they do all day. */
const openLane = async (rotation: Rotation, n: number) => {
  const { call } = rotation
  const [anna, ben] = [
    await joinUp(rotation, `anna${n}@example.com`),
    await joinUp(rotation, `ben${n}@example.com`),
  ]
  let { token } = anna
  const { id } = (await call('POST', '/workspaces/create', { token, body: { name: 'Praxis' } })).body
  const invited = { email: ben.email, role: 'admin', approver: true, requester: false }
  await call('POST', `/workspaces/invite-participant/${id}`, { token, body: invited })
  const invitation = await linkIn(ben.email, /invitationUuid=([\w-]+)/)
  await call('POST', `/participants/accept-invite/${invitation}`, { token: ben.token })
  return async (round: number) => {
    const name = `Praxis ${n}.${round}`
    const changed = await call('PATCH', `/workspaces/update-settings/${id}`, { token, body: { name } })
    const seen = { 'x-min-position': String(changed.headers['x-event-position']) }
    const read = await call('GET', `/workspaces/${id}`, { token: ben.token, headers: seen })
    expect(read.body.name).toBe(name)
    const language = round % 2 === 0 ? 'de' : 'en'
    await call('PATCH', '/users/update-settings', { token, body: { language } })
    const phone = { name: `Phone ${round}` }
    await call('PATCH', `/users/rename-device/${ben.phone.deviceId}`, { token: ben.token, body: phone })
    const request = (await ask({ call }, { token }, id)).body.id
    const proof = await ben.phone.prove(request)
    const approved = await call('POST', `/requests/approve/${request}`, { token: ben.token, body: proof })
    expect(approved.body.status).toBe('approved')
    const other = (await ask({ call }, { token }, id)).body.id
    await call('POST', `/requests/withdraw/${other}`, { token })
    await call('GET', `/requests/list/${id}`, { token })
    await call('GET', `/workspaces/history/${id}?limit=5`, { token })
    token = String((await call('GET', '/auth/refresh', { token })).body.access_token)
  }
}

const state = 'why' in older ? `skipped: ${older.why}` : `from ${older.commit}`

test.skipIf(CALLS === 0 || 'why' in older)(
  `${CALLS} calls during an upgrade from the program of ${COMMITS} commits ago (${state}): none fails, and no read model meets an event that it cannot apply`,
  async ({ annotate }) => {
    if ('why' in older) throw new Error(older.why)
    const settings = {
      ...freshSecrets(),
      ERASURE_LEDGER: join(temporaryFolder(), 'erasures.jsonl'),
      DATABASE_URL: database.url,
      EVENTSTORE_URL: esdb.url,
      SMTP_URL: smtp.url,
      PUBLIC_BASE_URL: 'http://localhost',
      HEALTH_PORT: '0',
      RATE_FACTOR: '1000000',
      MASS_MAILS_A_MINUTE: '100000',
    }
    const startProgram = async (folder: string) => {
      const start = (main: string, env: Record<string, string>, ...args: readonly string[]) =>
        run(['node', join(folder, main), ...args], temporaryFolder(), { ...settings, ...env })
      const operate = async (...args: readonly string[]) => {
        const command = start('services/ops/main.ts', {}, ...args)
        expect([await command.ended, command.output()]).toEqual([0, expect.anything()])
      }
      await operate('migrate')
      if (folder === root) await operate('take-over', '--rolling')
      const parts: readonly Part[] = ['projector', 'worker', 'api', 'api']
      const started = await Promise.all(
        parts.map(async (part) => {
          const port = await freePort()
          return { part, port, process: start(mains[part], { PORT: String(port) }) }
        }),
      )
      await Promise.all(started.map(({ process }) => process.prints('"msg":"ready"')))
      return {
        processes: started.map(({ process }) => process),
        apis: started.flatMap(({ part, port }) => (part === 'api' ? [`http://127.0.0.1:${port}`] : [])),
      }
    }
    const stop = async (processes: readonly LocalProcess[]) => {
      for (const process of processes) process.signal('SIGTERM')
      expect(await Promise.all(processes.map(({ ended }) => ended))).toEqual(processes.map(() => 0))
    }

    const rotation = openRotation()
    const { figures, leadTo } = rotation
    const before = await startProgram(unpackProgram(older.commit))
    leadTo(before.apis)
    const lanes = await Promise.all(Array.from({ length: LANES }, (_, n) => openLane(rotation, n)))
    let isOver = false
    const working = lanes.map(async (goRound) => {
      try {
        for (let round = 0; !isOver; round += 1) await goRound(round)
      } catch (error) {
        figures.failed.push(String(error))
      }
    })
    const untilCalls = async (share: number) => {
      const goal = figures.calls + CALLS * share
      await vi.waitUntil(() => figures.calls >= goal || figures.failed.length === LANES, {
        timeout: 60_000 + CALLS * 1_000,
      })
    }
    await untilCalls(0.25)
    const after = await startProgram(root)
    leadTo([...before.apis, ...after.apis])
    await untilCalls(0.5)
    leadTo(after.apis)
    await stop(before.processes)
    await untilCalls(0.25)
    isOver = true
    await Promise.all(working)

    const answers = [...figures.answers.values()].join(' + ')
    await annotate(
      `${figures.calls} calls (${answers}), ${figures.repeats} repeated, ${figures.failed.length} failed`,
    )
    const logs = [...before.processes, ...after.processes].flatMap(({ output }) => output().split('\n'))
    if (figures.failed.length > 0) figures.failed.push(...logs.filter((line) => /"level":[56]0/.test(line)))
    expect(figures.failed).toEqual([])
    expect(new Set(figures.answers.keys())).toEqual(new Set([...before.apis, ...after.apis]))
    const store = await openStore({ adapter: 'esdb', url: esdb.url })
    // The outcomes of the last mails come after the last call.
    await eventually(async () =>
      expect(new Set(await activePositions(db))).toEqual(new Set([await store.head()])),
    )
    await store.close()
    expect(await db('parked_facts').select('build', 'type', 'error', 'held')).toEqual([])
    await vi.waitFor(
      async () => expect(await db('effects').whereIn('status', ['pending', 'sending'])).toEqual([]),
      { timeout: 120_000, interval: 200 },
    )
    await stop(after.processes)
  },
)
