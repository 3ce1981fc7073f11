import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { allEvents } from '#modules/all.events.ts'
import { readConfig } from '#platform/config/config.ts'
import { migrate } from '#platform/postgres/database.ts'
import { openPlatform, type Platform } from '#platform/platform.ts'
import { StoreExchanged } from '#platform/stores/stores.ts'
import { projections } from '#projections/index.ts'
import { readModels, startProjector } from '#projections/projector.ts'
import { startPostgresServer, type PostgresServer } from '../../../services/local/postgres/postgres-server.ts'
import { build } from '../../../services/ops/projections/build-projections.ts'
import { fitToEventStore } from '../../../services/ops/restored.ts'
import { startWorker } from '../../../services/worker/worker.ts'
import { startEsdbFake } from '#support/esdb/fake.ts'
import { rebuild as rebuildAll } from '#support/read-models/builds.ts'
import { eventually } from '#support/eventually.ts'
import { openProductOn, type Person, type Product } from '#support/product/product.ts'
import { freshSecrets } from '#support/processes/secrets.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { casesOfRun } from '#support/rounds.ts'
import { openSmtpSink } from '#support/servers/smtp-sink.ts'
import { workspaceOf } from '#support/product/workspaces.ts'
import { temporaryFolder } from '#support/processes/local-process.ts'

vi.setConfig({ testTimeout: 120_000 })

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** Keeps the owner, because PostgreSQL may run under another account. */
const copy = (from: string, to: string) => execFileSync('cp', ['-a', from, to])

/** A PostgreSQL server whose data can be copied and restored. */
const openMachine = async (eventStoreUrl?: string) => {
  const folder = temporaryFolder()
  const [data, backup] = [join(folder, 'postgres'), join(folder, 'backup')]
  const smtp = await openSmtpSink()
  closing.push(
    () => smtp.close(),
    () => rmSync(folder, { recursive: true, force: true }),
  )
  const config = readConfig({
    ...freshSecrets(),
    PUBLIC_BASE_URL: 'http://localhost',
    DATABASE_URL: 'postgres://not-started',
    SMTP_URL: smtp.url,
    EVENTSTORE_URL: eventStoreUrl,
    RATE_FACTOR: '1000',
    MASS_MAILS_A_MINUTE: '100000',
  })
  let server: PostgresServer | undefined
  let running: (() => Promise<void>) | undefined

  const stop = async () => {
    await running?.()
    await server?.stop()
    running = server = undefined
  }
  closing.push(stop)
  const startServer = async () => {
    server = await startPostgresServer({ dataDir: data, password: 'drill', noSync: true, log: silentLog })
    await migrate(server.url)
    return server.url
  }
  return {
    smtp,
    stop,
    /** Opens the platform without the processes, optionally on another event store. */
    async open(other?: string): Promise<Platform> {
      const url = await startServer()
      const given = { ...config, DATABASE_URL: url, ...(other !== undefined && { EVENTSTORE_URL: other }) }
      const platform = await openPlatform(given, { log: silentLog, catalogue: allEvents, readModels })
      running = () => platform.close()
      return platform
    },
    /** Starts api, projector and, by default, worker. */
    async start({ withWorker = true } = {}): Promise<Product> {
      const url = server?.url ?? (await startServer())
      const product = await openProductOn({ url, drop: async () => {} }, { ...config, DATABASE_URL: url })
      const worker = withWorker ? await startWorker(product.platform) : undefined
      running = async () => {
        await worker?.stop()
        await product.close()
      }
      return product
    },
    async backUp() {
      await stop()
      copy(data, backup)
    },
    async restore() {
      await stop()
      rmSync(data, { recursive: true })
      copy(backup, data)
    },
  }
}

type Machine = Awaited<ReturnType<typeof openMachine>>

const invite = async (product: Product, id: string, { token }: Pick<Person, 'token'>, email: string) => {
  const body = { email, role: 'regular user', approver: true, requester: false }
  const path = `/workspaces/invite-participant/${id}`
  expect((await product.call('POST', path, { token, body })).status).toBe(201)
}

const logIn = (product: Product, email: string) =>
  product.call('POST', '/auth/login', { body: { email, password: 'correct horse' } })

/** Signs up and confirms the account. */
const signUp = async (machine: Machine, product: Product, email: string) => {
  const before = mailed(machine, email)
  const body = { email, password: 'correct horse' }
  expect((await product.call('POST', '/auth/signup', { body })).status).toBe(201)
  const mail = await vi.waitUntil(() => mailsTo(machine, email)[before], { timeout: 20_000 })
  const [, token] = /confirmEmail\/([\w-]+)/.exec(mail.raw.replaceAll('=\r\n', ''))!
  expect((await product.call('POST', `/auth/verifyEmail/${token}`)).status).toBe(200)
}

const mailsTo = ({ smtp }: Machine, email: string) =>
  smtp.received.filter(({ recipients }) => recipients.includes(email))
const mailed = (machine: Machine, email: string) => mailsTo(machine, email).length

const settled = async (machine: Machine, product: Product, ...emails: string[]) => {
  await vi.waitUntil(() => emails.every((email) => mailed(machine, email) > 0), { timeout: 20_000 })
  await eventually(async () => {
    const open = await product.platform.db('effects').whereIn('status', ['pending', 'sending'])
    expect(open).toEqual([])
  })
}

/** Waits until reactors and read models have handled every event. */
const caughtUp = ({ platform: { db, eventStore } }: Product) =>
  eventually(async () => {
    const head = await eventStore.head()
    for (const { position } of await db('checkpoints')) expect(position).toBe(head)
    const lastMail = (await eventStore.readAll({ after: null })).events.findLast(
      ({ type }) => type === 'ParticipantInvited',
    )!
    const { position } = await db('reactor_checkpoints').where({ name: 'mails' }).first()
    expect(position >= lastMail.position).toBe(true)
    expect(await db('effects').whereIn('status', ['pending', 'sending'])).toEqual([])
  })

const rowsOf = async ({ platform: { db } }: Product) => {
  const tables = projections.flatMap((projection) => Object.keys(projection.tables))
  const read = tables.map(async (table) => {
    const query = db.raw<{ rows: { row: string }[] }>('select to_jsonb(t)::text as row from ?? t', [table])
    return [table, (await query).rows.map(({ row }) => row).toSorted()] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

/** Checks that the read models equal a rebuild from the events. */
const expectRebuiltAlike = async (product: Product) => {
  const before = await rowsOf(product)
  await rebuildAll(product.platform.db)
  await caughtUp(product)
  const after = await rowsOf(product)
  for (const [table, rows] of Object.entries(before))
    expect([table, after[table]]).toEqual([table, expect.arrayContaining([...rows])])
}

/** One of the restores in `npm test`. */
const turns = casesOfRun([1, 2, 3, 4])

test.runIf(turns.includes(1))('events in PostgreSQL: an older copy continues where it was', async () => {
  const machine = await openMachine()
  const first = await machine.start()
  const { id, admin } = await workspaceOf(first)
  await invite(first, id, admin, 'before@example.org')
  await settled(machine, first, 'before@example.org')
  await machine.backUp()

  const lost = await machine.start()
  const sent = machine.smtp.received.length
  await invite(lost, id, { token: await lost.logIn(admin.userId) }, 'lost@example.org')
  await settled(machine, lost, 'lost@example.org')
  expect(machine.smtp.received).toHaveLength(sent + 1)
  await machine.restore()

  const again = await machine.start()
  await invite(again, id, { token: await again.logIn(admin.userId) }, 'after@example.org')
  await settled(machine, again, 'after@example.org')
  await caughtUp(again)
  await expectRebuiltAlike(again)
  expect(machine.smtp.received).toHaveLength(sent + 2)
})

test.runIf(turns.includes(2))(
  'PostgreSQL older than the event store: it catches up, sends no mail twice, and data without a key counts as erased',
  async () => {
    const esdb = await startEsdbFake()
    closing.push(() => esdb.close())
    const machine = await openMachine(esdb.url)
    const first = await machine.start()
    const { id, admin } = await workspaceOf(first)
    await invite(first, id, admin, 'before@example.org')
    await settled(machine, first, 'before@example.org')
    await machine.stop()
    const withoutMails = await machine.start({ withWorker: false })
    await invite(withoutMails, id, { token: await withoutMails.logIn(admin.userId) }, 'between@example.org')
    await machine.backUp()

    const newer = await machine.start()
    await invite(newer, id, { token: await newer.logIn(admin.userId) }, 'after@example.org')
    const late = await workspaceOf(newer)
    await invite(newer, late.id, late.admin, 'late@example.org')
    await settled(machine, newer, 'between@example.org', 'after@example.org', 'late@example.org')
    await machine.restore()

    const sent = machine.smtp.received.length
    const product = await machine.start()
    await caughtUp(product)
    expect(machine.smtp.received).toHaveLength(sent)
    const effects = await product.platform.db('effects')
    expect(effects.map(({ status }) => status)).toEqual(Array(4).fill('sent'))
    await expectRebuiltAlike(product)

    const token = await product.logIn(late.admin.userId)
    const read = async (path: string) => {
      const { status, body } = await product.call('GET', path, { token })
      expect([path, status]).toEqual([path, 200])
      return body
    }
    expect(await read('/users/current')).toMatchObject({ email: null })
    expect(await read(`/workspaces/${late.id}`)).toMatchObject({ name: null })
    expect(await read(`/workspaces/participants/${late.id}`)).toHaveLength(2)
    expect((await read(`/workspaces/history/${late.id}`)).entries).toHaveLength(4)
    // Data that is entered again is sealed with a new key.
    const body = { name: 'Praxis again' }
    await product.call('PATCH', `/workspaces/update-settings/${late.id}`, { token, body })
    await invite(product, late.id, { token }, 'again@example.org')
    await settled(machine, product, 'again@example.org')
    expect(machine.smtp.received).toHaveLength(sent + 1)
  },
)

test.runIf(turns.includes(3))(
  'an event store older than PostgreSQL: nothing starts until `ops restored` has run',
  async () => {
    const esdb = await startEsdbFake()
    closing.push(() => esdb.close())
    const machine = await openMachine(esdb.url)
    const first = await machine.start()
    const { id, admin } = await workspaceOf(first)
    await invite(first, id, admin, 'before@example.org')
    await settled(machine, first, 'before@example.org')
    await caughtUp(first)
    const kept = esdb.log.all.length
    const lost = await workspaceOf(first)
    await invite(first, lost.id, lost.admin, 'lost@example.org')
    await signUp(machine, first, 'ada@example.org')
    await settled(machine, first, 'lost@example.org', 'ada@example.org')
    await caughtUp(first)
    await machine.stop()
    esdb.log.restore(kept)

    const platform = await machine.open()
    await expect(startProjector(platform)).rejects.toThrow(/ahead of the event store/)
    await expect(startWorker(platform)).rejects.toThrow(/ahead of the event store/)
    // A reactor that met none of its facts is nowhere.
    const ahead = await platform
      .db('reactor_checkpoints')
      .where('position', '>', await platform.eventStore.head())
      .pluck<string[]>('name')
    expect(ahead).toContain('mails')
    const { reset, lostAccounts } = await fitToEventStore(platform)
    const models = projections.map(({ name }) => name)
    expect(reset.toSorted()).toEqual([...new Set([...models, ...ahead])].toSorted())
    expect(lostAccounts).toBe(1)
    expect(await fitToEventStore(platform)).toEqual({ erasures: 0, reset: [], lostAccounts: 0 })
    await machine.stop()

    const sent = machine.smtp.received.length
    const product = await machine.start()
    const token = await product.logIn(admin.userId)
    await invite(product, id, { token }, 'again@example.org')
    await settled(machine, product, 'again@example.org')
    await caughtUp(product)
    expect(machine.smtp.received).toHaveLength(sent + 1)
    // A person whose account was lost can sign up and be invited again.
    expect((await logIn(product, 'ada@example.org')).status).toBe(401)
    await signUp(machine, product, 'ada@example.org')
    expect((await logIn(product, 'ada@example.org')).status).toBe(200)
    await expectRebuiltAlike(product)
  },
)

test.runIf(turns.includes(4))(
  'another event store: nothing is adapted or rebuilt, and nothing is lost',
  async () => {
    const [esdb, other] = [await startEsdbFake(), await startEsdbFake()]
    closing.push(
      () => esdb.close(),
      () => other.close(),
    )
    const machine = await openMachine(esdb.url)
    const first = await machine.start()
    const { id, admin } = await workspaceOf(first)
    await invite(first, id, admin, 'before@example.org')
    await settled(machine, first, 'before@example.org')
    await caughtUp(first)
    await machine.stop()

    const platform = await machine.open(other.url)
    const progress = async () => [
      await platform.db('checkpoints').orderBy('name'),
      await platform.db('reactor_checkpoints').orderBy('name'),
    ]
    const before = await progress()
    await expect(fitToEventStore(platform)).rejects.toThrow(StoreExchanged)
    await expect(build(platform, [projections[0]!])).rejects.toThrow(StoreExchanged)
    expect(await progress()).toEqual(before)
  },
)
