import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase, type Knex } from '#platform/postgres/database.ts'
import { projections } from '#projections/index.ts'
import { casesOfRun, isLong, rounds } from '#support/rounds.ts'
import { builtWeb } from '#support/servers/built-web.ts'
import { activePositions, rebuild } from '#support/read-models/builds.ts'
import { eventually } from '#support/eventually.ts'
import { parsePrometheus } from '#support/servers/prometheus.ts'
import { createDatabase, type TestDatabase } from '#support/servers/postgres.ts'
import { openOtlpReceiver } from '#support/servers/otlp-receiver.ts'
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

vi.setConfig({ testTimeout: 120_000 })

let database: TestDatabase
let db: Knex
let smtp: SmtpSink
let folder: string
let settings: Record<string, string>

beforeAll(async () => {
  await builtWeb()
  folder = temporaryFolder()
  database = await createDatabase()
  db = openDatabase(database.url)
  smtp = await openSmtpSink()
  settings = {
    ...freshSecrets(),
    ERASURE_LEDGER: join(folder, 'erasures.jsonl'),
    DATABASE_URL: database.url,
    SMTP_URL: smtp.url,
    PUBLIC_BASE_URL: 'http://localhost',
    HEALTH_PORT: '0',
    RATE_FACTOR: '1000',
    MASS_MAILS_A_MINUTE: '100000',
  }
}, 180_000)
afterAll(async () => {
  await endEverything()
  await smtp.close()
  await db.destroy()
  await database.drop()
})

/** An empty setting is not given. */
const start = (part: Part, other: Record<string, string> = {}): LocalProcess =>
  run(['node', mains[part]], folder, { ...settings, ...other })

/** What a process says in its log, by the name of the field. */
const said = async (started: LocalProcess, field: 'address' | 'health'): Promise<string> => {
  const output = await started.prints(`"${field}":`)
  return new RegExp(`"${field}":"([^"]+)"`).exec(output)![1]!
}

const post = async (origin: string, path: string, body: unknown, token?: string) => {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, body: (await answer.json()) as { id: string; access_token: string } }
}

const mailTo = (email: string) =>
  eventually(() => {
    const mail = smtp.received.find(({ recipients }) => recipients.includes(email))
    if (!mail) throw new Error(`no mail to ${email}`)
    return mail
  })

/** Signs up at one api, confirms at the other with the token of the mail, and makes a workspace with an invitation. */
const story = async (apis: readonly string[], n: number) => {
  const [one, other] = n % 2 === 0 ? [apis[0]!, apis[1]!] : [apis[1]!, apis[0]!]
  const credentials = { email: `boss${n}@example.com`, password: 'correct horse' }
  expect((await post(one, '/auth/signup', credentials)).status).toBe(201)
  const { raw } = await mailTo(credentials.email)
  const [, token] = /confirmEmail\/([\w-]+)/.exec(raw.replaceAll('=\r\n', ''))!
  expect((await post(other, `/auth/verifyEmail/${token}`, {})).status).toBe(200)
  const session = await post(one, '/auth/login', credentials)
  const created = await post(other, '/workspaces/create', { name: `Praxis ${n}` }, session.body.access_token)
  expect(created.status).toBe(201)
  const guest = { email: `guest${n}@example.com`, role: 'admin', approver: true, requester: false }
  const path = `/workspaces/invite-participant/${created.body.id}`
  expect((await post(one, path, guest, session.body.access_token)).status).toBe(201)
}

const ROUNDS = rounds({ short: 4, long: 20 })
const TABS = 50

/** Many tabs of one browser renew its session at once, at either api; of each round, how many tokens and cookies came of it. */
const renewals = async (apis: readonly string[], credentials: object) => {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const cookieOf = (answer: Response) => answer.headers.get('set-cookie')!.split(';')[0]!
  const body = JSON.stringify(credentials)
  const entered = await fetch(`${apis[0]!}/auth/login`, { method: 'POST', headers, body })
  let token = ((await entered.json()) as { access_token: string }).access_token
  let cookie = cookieOf(entered)
  // A tab may hold the token of the round before: the cookie is one for all of them.
  let tokens = [token, token]
  const kept: { readonly tokens: number; readonly cookies: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const renewed = await Promise.all(
      Array.from({ length: TABS }, async (_, tab) => {
        const authorization = `Bearer ${tokens[tab % tokens.length]!}`
        const answer = await fetch(`${apis[tab % 2]!}/auth/refresh`, {
          headers: { 'sec-fetch-site': 'same-origin', authorization, cookie },
        })
        expect(answer.status, `round ${round}`).toBe(200)
        const reply = (await answer.json()) as { access_token: string }
        return { token: reply.access_token, cookie: cookieOf(answer) }
      }),
    )
    const idOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1]!, 'base64url').toString()).jti
    kept.push({
      tokens: new Set(renewed.map((one) => idOf(one.token))).size,
      cookies: new Set(renewed.map((one) => one.cookie)).size,
    })
    tokens = [renewed[0]!.token, token]
    ;({ token, cookie } = renewed[0]!)
  }
  return kept
}

const tables = projections.flatMap((projection) => Object.keys(projection.tables))

/** Every row of every read model, in an order of its own. */
const readModelRows = async () =>
  Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => {
        const { rows } = await db.raw<{ rows: { row: string }[] }>(
          'select to_jsonb(t)::text as row from ?? t order by 1',
          [table],
        )
        return [table, rows.map(({ row }) => row)] as const
      }),
    ),
  )

const everyoneAtHead = () =>
  eventually(async () => {
    const head = await db('event_store.head').first('position')
    const positions = await activePositions(db)
    expect(positions).toHaveLength(projections.length)
    for (const position of positions)
      expect(BigInt(position?.slice(position.indexOf(':') + 1) ?? 0)).toBe(BigInt(head.position))
  })

/** The processes that announce what they can read. */
const programs = (): Promise<string[]> => db('running_programs').orderBy('name').pluck('name')

test('two of each on one database: each command counts once, each mail goes out once, and a rebuild gives the same rows', async () => {
  const parts: readonly Part[] = ['api', 'api', 'projector', 'projector', 'worker', 'worker']
  const started = parts.map((part) => ({ part, process: start(part) }))
  const ready = await Promise.all(
    started.map(async ({ part, process }) => ({ part, health: await said(process, 'health'), process })),
  )
  for (const { part, health } of ready) {
    expect((await fetch(`${health}/health/live`)).status).toBe(200)
    await eventually(async () => {
      const { checks } = (await (await fetch(`${health}/health/ready`)).json()) as { checks: object }
      expect(checks).toMatchObject({ database: 'ok', 'event store': 'ok' })
      // The others use neither, so they do not say that there is none.
      const named = Object.entries(checks).filter(([name]) => name === 'redis' || name === 'mail server')
      expect(named).toEqual(
        part === 'worker'
          ? [
              ['redis', 'none'],
              ['mail server', 'ok'],
            ]
          : [],
      )
    })
    expect((await fetch(`${health}/else`)).status).toBe(404)
  }
  const apis = await Promise.all(
    ready.filter(({ part }) => part === 'api').map(({ process }) => said(process, 'address')),
  )

  expect(await programs()).toEqual([...parts, 'before'].toSorted())

  // Users of the app do not get to see the figures.
  for (const api of apis) expect((await fetch(`${api}/metrics`)).status).toBe(404)

  await Promise.all(Array.from({ length: 12 }, (_, n) => story(apis, n)))

  const renewed = await renewals(apis, { email: 'boss0@example.com', password: 'correct horse' })
  expect(renewed).toEqual(renewed.map(() => ({ tokens: 1, cookies: 1 })))
  expect(await db('sessions').whereNotNull('replayed_at')).toEqual([])

  await eventually(async () => {
    const open: { count: string }[] = await db('effects').whereIn('status', ['pending', 'sending']).count()
    expect(open[0]?.count).toBe('0')
    for (let n = 0; n < 12; n += 1) await mailTo(`guest${n}@example.com`)
  })
  const effects: { status: string; attempts: number }[] = await db('effects').select('status', 'attempts')
  expect(effects.every(({ status, attempts }) => status === 'sent' && attempts === 1)).toBe(true)
  const people = Array.from({ length: 12 }, (_, n) => [`boss${n}@example.com`, `guest${n}@example.com`])
  expect(smtp.received.flatMap(({ recipients }) => recipients).toSorted()).toEqual(people.flat().toSorted())
  expect(smtp.received).toHaveLength(effects.length)
  expect(new Set(smtp.received.map(({ messageId }) => messageId)).size).toBe(effects.length)

  const sent: number[] = []
  for (const { part, health } of ready) {
    const figures = parsePrometheus(await (await fetch(`${health}/metrics`)).text())
    const dependencies = ['database', 'event store', ...(part === 'worker' ? ['mail server'] : [])]
    for (const dependency of dependencies)
      expect(figures.get(`vieraugen_up{dependency="${dependency}"}`)).toBe(1)
    expect(figures.get('vieraugen_effects{status="pending"}')).toBe(0)
    expect(figures.has('vieraugen_queue_jobs{state="waiting"}')).toBe(part === 'worker')
    for (const [series, count] of figures)
      if (series.startsWith('vieraugen_mails_total{outcome="sent"')) sent.push(count)
  }
  expect(sent.reduce((sum, count) => sum + count, 0)).toBe(effects.length)

  await everyoneAtHead()
  const live = await readModelRows()
  expect(live['workspaces']).toHaveLength(12)
  await rebuild(db)
  await everyoneAtHead()
  expect(await readModelRows()).toEqual(live)

  for (const { process } of started) process.signal('SIGTERM')
  const late = pause(10_000, 'late', { ref: false })
  for (const { part, process } of started)
    expect([part, await Promise.race([process.ended, late]), process.output()]).toEqual([
      part,
      0,
      expect.anything(),
    ])
  expect(await programs()).toEqual(['before'])
})

test.runIf(isLong())(
  'a command is one trace through all processes, whose receiver may stop answering without keeping them',
  async () => {
    const receiver = await openOtlpReceiver()
    onTestFinished(() => receiver.close())
    const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url }
    const started = {
      api: start('api', traced),
      projector: start('projector', traced),
      worker: start('worker', traced),
    }
    await Promise.all(Object.values(started).map((process) => said(process, 'health')))
    const credentials = { email: 'traced@example.com', password: 'correct horse' }
    expect((await post(await said(started.api, 'address'), '/auth/signup', credentials)).status).toBe(201)
    await eventually(() => {
      const { traceId } = receiver.spans.find(({ name }) => name === 'POST /auth/signup')!
      const seen = receiver.spans.filter((span) => [span, ...span.links].some((at) => at.traceId === traceId))
      expect(seen.map(({ service, name }) => `${service}: ${name}`)).toEqual(
        expect.arrayContaining([
          'vieraugen-api: append user',
          'vieraugen-projector: project',
          'vieraugen-worker: mail account.confirm-email',
          'vieraugen-worker: SMTP send',
        ]),
      )
    })

    receiver.fallSilent()
    expect((await fetch(`${await said(started.api, 'address')}/health/live`)).status).toBe(200)
    for (const process of Object.values(started)) process.signal('SIGTERM')
    for (const process of Object.values(started)) expect(await process.ended).toBe(0)
  },
)

const everyPart = { MASTER_KEY: 'short', PORT: 'x', DATABASE_URL: '', PUBLIC_BASE_URL: 'nowhere' }
const missing = (...keys: string[]) => Object.fromEntries(keys.map((key) => [key, '']))

const wrongSettings: readonly [Part, Record<string, string>][] = [
  ['api', missing('IMPRINT', 'CONTACT_EMAIL')],
  ['worker', missing('SMTP_URL', 'ERASURE_LEDGER', 'CONTACT_EMAIL')],
  ['projector', {}],
]
test.concurrent.each(casesOfRun(wrongSettings, 1))(
  '%s names everything that is wrong with its settings, and what it does not start without',
  async (part, own) => {
    const wrong = start(part, { ...everyPart, ...own })
    expect(await wrong.ended).toBe(1)
    for (const key of Object.keys(everyPart)) expect(wrong.output()).toContain(`  ${key}: `)
    for (const key of Object.keys(own)) expect(wrong.output()).toContain(`${key}: is missing`)
  },
)
