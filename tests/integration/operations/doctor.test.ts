import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, inject, test } from 'vitest'
import { createLogger } from '#platform/watch/logger.ts'
import { migrate, openDatabase, type Knex } from '#platform/postgres/database.ts'
import { endEverything, run, temporaryFolder } from '#support/processes/local-process.ts'
import { insertBlockedFacts } from '#support/read-models/builds.ts'
import { startEsdbFake } from '#support/esdb/fake.ts'
import { createDatabase } from '#support/servers/postgres.ts'
import { ownerUrl, runtimeUrl } from '#support/servers/runtime-url.ts'
import { openProductOn, type Product } from '#support/product/product.ts'
import { freePort, noRedis, startRedis } from '#support/servers/redis.ts'
import { freshSecrets } from '#support/processes/secrets.ts'
import { openSmtpSink } from '#support/servers/smtp-sink.ts'
import { ops } from '#support/processes/ops.ts'

const closing: (() => unknown)[] = []
const later = <T extends { close(): unknown }>(opened: T): T => {
  closing.push(() => opened.close())
  return opened
}
afterEach(async () => {
  await endEverything()
  for (const close of closing.splice(0).toReversed()) await close()
})

const secrets = freshSecrets()

const envOf = (settings: Record<string, string>) => ({
  ...secrets,
  PUBLIC_BASE_URL: 'https://vieraugen.example',
  ...settings,
})
const doctor = (settings: Record<string, string>) => ops(['doctor'], temporaryFolder(), envOf(settings))
/** The same in a process of its own, as an operator runs it. */
const doctorAsProcess = async (settings: Record<string, string>) => {
  const started = run(['node', 'services/ops/main.ts', 'doctor'], temporaryFolder(), envOf(settings))
  return { code: await started.ended, output: started.output() }
}

/** A database and an event store with one account and what `more` adds; `closes` drops them. */
const use = async (closes: typeof closing, more: (product: Product) => Promise<unknown> = async () => {}) => {
  const database = await createDatabase()
  closes.push(() => database.drop())
  const esdb = await startEsdbFake()
  closes.push(() => esdb.close())
  const settings = { DATABASE_URL: database.url, EVENTSTORE_URL: esdb.url }
  const product = await openProductOn(
    { url: database.url, drop: async () => {} },
    { ...secrets, EVENTSTORE_URL: esdb.url },
  )
  // So long ago that a follower without it is late.
  product.clock.advance(-120_000)
  await product.person()
  await more(product)
  await product.close()
  return { settings, esdb }
}
const used = async (more?: (product: Product) => Promise<unknown>) => {
  const { settings, esdb } = await use(closing, more)
  const db = openDatabase(ownerUrl(settings.DATABASE_URL))
  closing.push(() => db.destroy())
  return { settings, db, esdb }
}

const atEnd: typeof closing = []
afterAll(async () => {
  for (const close of atEnd.toReversed()) await close()
})
let pattern: ReturnType<typeof use> | undefined
/** A copy of a used database, on an event store for several tests. */
const copyUsed = async () => {
  const { settings } = await (pattern ??= use(atEnd))
  const database = await createDatabase({ copies: settings.DATABASE_URL })
  const db = openDatabase(ownerUrl(database.url))
  closing.push(
    () => database.drop(),
    () => db.destroy(),
  )
  return { settings: { ...settings, DATABASE_URL: database.url }, db }
}

test.skipIf(noRedis !== null)(
  'lists every store with its version, and weak settings without their values',
  async () => {
    const { settings } = await used()
    const redis = await startRedis(await freePort(), '--maxmemory-policy', 'allkeys-lru')
    closing.push(() => redis.kill())
    const smtp = later(await openSmtpSink())
    const stores = { ...settings, REDIS_URL: redis.url, SMTP_URL: smtp.url }
    const { code, output } = await doctorAsProcess(stores)
    expect(output).toMatch(/^PostgreSQL +\d+\.\d+, answers in \d+ ms\n {2}→ fsync is off/m)
    expect(output).toMatch(/^Search +by pg_trgm$/m)
    expect(output).toMatch(/^Clock +-?\d+ ms from PostgreSQL's$/m)
    expect(output).toMatch(/^Event store +EventStoreDB 23\.10\.6\n {2}newest fact: e1:\d{40}$/m)
    expect(output).toMatch(
      /^Redis +\d+\.\d+\.\d+\n {2}→ maxmemory-policy is allkeys-lru.*\n {2}→ appendonly is off/m,
    )
    expect(output).toMatch(/^Mail server +ok$/m)
    expect(output).toMatch(/^Read models *\n {2}audit +up to date\n {2}requests +up to date/m)
    for (const key of ['TRUST_PROXY', 'EVENTSTORE_URL', 'REDIS_URL']) expect(output).toContain(`  → ${key}: `)
    for (const secret of Object.values(secrets)) expect(output).not.toContain(secret)
    expect(output).toContain('No problems found.')
    expect(code).toBe(0)
  },
)

/** Inserts another build of `users`, as the doctor sees it. */
const insertUsersBuild = async (db: Knex, given: object) => {
  const active = await db('checkpoints').where({ model: 'users', state: 'active' }).first()
  await db('checkpoints').insert({ ...active, name: 'users_2', build: 2, ...given })
}

const problems: readonly (readonly [string, (db: Knex) => Promise<unknown>, RegExp])[] = [
  [
    'a dead letter',
    (db) =>
      insertBlockedFacts(db, 'audit', [
        {
          position: 'e1:0',
          lane: 'a',
          event_id: randomUUID(),
          type: 'T',
          error: 'E',
        },
      ]),
    /^Dead letters *\n {2}audit +1, the first at e1:0\n {2}→ Repair .* projections retry audit$/m,
  ],
  [
    'rows that somebody without the keys wrote',
    async (db) => {
      const id = randomUUID()
      await db('credentials').insert({ user_id: id, address_hash: id, password_hash: 'copied' })
    },
    /^Rows +not written by this product:\n {2}credentials +1\n {2}→ They count as unknown\./m,
  ],
  [
    'a row of the audit logs that somebody changed',
    (db) => db('audit_people').update({ email: 'thief@example.org' }),
    /^Audit logs +do not fit their events\n {2}audit_people \S+: is not what its event says\n {2}→ Somebody without the keys/m,
  ],
  [
    'a held fact',
    (db) =>
      insertBlockedFacts(db, 'audit', [
        {
          position: 'e1:0',
          lane: 'a',
          event_id: randomUUID(),
          type: 'T',
          error: 'E',
          held: true,
        },
      ]),
    /^Dead letters +none\nHeld facts *\n {2}audit +1, the first at e1:0\n {2}→ A newer program .* Run its projector/m,
  ],
  [
    'a reactor that waits for a newer program',
    async (db) => {
      const { store_id: storeId } = await db('checkpoints').first()
      await db('reactor_checkpoints').insert({ name: 'mails', store_id: storeId, fault: 'UnreadableFact' })
    },
    /^ {2}mails +waits for a newer program\n[^]* {2}→ mails: .* Run its worker/m,
  ],
  [
    'a read model that lags',
    (db) => db('checkpoints').where({ model: 'users' }).update({ position: null }),
    /^ {2}users +\d+ facts behind, for \d+ s\n[^]* {2}→ users: check that its process runs/m,
  ],
  [
    'a read model without a build',
    (db) => db('checkpoints').where({ model: 'users' }).delete(),
    /^Unavailable +reads that need them answer 503\n {2}users +has no build\n {2}→ users: check that a projector runs/m,
  ],
  [
    'an inactive build ahead of the event store',
    (db) => insertUsersBuild(db, { state: 'previous', position: `e1:${'9'.repeat(40)}` }),
    /^Other builds *\n {2}users_2 +previous, ahead of the event store; .*\n {2}→ After a restore, run: npm run ops -- restored$/m,
  ],
  [
    'a read model ahead of the event store',
    (db) =>
      db('checkpoints')
        .where({ model: 'users' })
        .update({ position: `e1:${'9'.repeat(40)}` }),
    /^ {2}users +ahead of the event store\n[^]* {2}→ After a restore, run: npm run ops -- restored$/m,
  ],
  [
    'a read model of another event store',
    (db) => db('checkpoints').where({ model: 'users' }).update({ store_id: randomUUID() }),
    /^ {2}users +follows another event store\n[^]* {2}→ users: set EVENTSTORE_URL to the store/m,
  ],
  [
    'an overdue mail',
    (db) =>
      db('effects').insert({
        id: randomUUID(),
        purpose: 'p',
        recipient: '',
        event_id: randomUUID(),
        stream: 's',
        revision: 0,
        next_at: new Date(Date.now() - 3_600_000),
        created_at: new Date(),
        updated_at: new Date(),
      }),
    /^Mails +1 pending\n {2}→ Some are overdue/m,
  ],
  [
    'deadlines that are not recorded',
    (db) => db('time_runs').insert({ id: 1, at: new Date(Date.now() - 400_000), found: 1, failed: 1 }),
    /^Deadlines +recorded 4\d\d s ago, 1 failed\n {2}→ Check that a worker runs.*\n {2}→ The worker’s log lists/m,
  ],
  [
    'a reactor that has stopped',
    async (db) => {
      const { store_id: storeId } = await db('checkpoints').first()
      await db('reactor_checkpoints').insert({ name: 'mails', store_id: storeId, fault: 'TypeError' })
    },
    /^ {2}mails +stopped \(TypeError\)\n[^]* {2}→ mails: read the worker's log/m,
  ],
  [
    'another secret',
    (db) => db('secret_marks').where({ name: 'ADDRESS_KEY' }).update({ mark: 'other' }),
    /^Secrets +ADDRESS_KEY: differ from those of this database\n {2}→ Restore the \.env/m,
  ],
  [
    'a missing migration',
    (db) => db('knex_migrations').where({ name: '0010_mailbox.ts' }).delete(),
    /^Migrations .*\n {2}missing: 0010_mailbox\.ts\n {2}→ Run: npm run ops -- migrate$/m,
  ],
]

test.each(problems)('finds %s, gives advice, and exits with 1', async (_, cause, expected) => {
  const { settings, db } = await copyUsed()
  await cause(db)
  const { code, output } = await doctor(settings)
  expect(output).toMatch(expected)
  expect(output).toContain('Problems found')
  expect(code).toBe(1)
})

test('lists inactive builds with their next step, and they are no problem', async () => {
  const { settings, db } = await copyUsed()
  await insertUsersBuild(db, { state: 'ready' })
  await insertUsersBuild(db, { name: 'users_3', build: 3, state: 'building', position: null })
  await insertUsersBuild(db, { name: 'users_4', build: 4, state: 'previous' })
  await insertUsersBuild(db, { name: 'users_5', build: 5, state: 'previous' })
  await db('checkpoints').where({ model: 'users', state: 'active' }).update({ follows: 'users_5' })
  const { code, output } = await doctor(settings)
  expect(output).toMatch(
    /^Other builds *\n {2}users_2 +ready, at the head; to promote: projections promote users_2\n {2}users_3 +building, at 0 %; .*projections build users\n {2}users_4 +previous, at the head; to go back: projections promote users_4; to free its space: projections retire users_4\n {2}users_5 +previous, at the head; to go back: projections rollback users; to free its space: projections retire users_5/m,
  )
  expect(code).toBe(0)
})

test('finds an erasure that the database lacks', async () => {
  const { settings } = await copyUsed()
  const ledger = join(temporaryFolder(), 'erasures.jsonl')
  const told = async () => (await doctor({ ...settings, ERASURE_LEDGER: ledger })).output
  expect(await told()).toMatch(/^Erasures +all applied$/m)
  writeFileSync(ledger, '{"v":1,"at":"2026-11-22T10:00:00.000Z","subject":"person:x"}\n')
  expect(await told()).toMatch(/^Erasures +1 not applied\n {2}→ Restart a worker, .* restored$/m)
  writeFileSync(ledger, 'damaged\n')
  expect(await told()).toMatch(/^Erasures +ERASURE_LEDGER: line 1 of .* cannot be read/m)
})

/** The lines of advice, without those about this test's settings and PostgreSQL. */
const adviceIn = (output: string) =>
  output.split('\n').filter((line) => line.startsWith('  → ') && !/→ [A-Z_]+: |is off: a crash/.test(line))

test('a database without tables or read models gets one line of advice, for its next step', async () => {
  const admin = openDatabase(inject('postgresUrl'))
  closing.push(() => admin.destroy())
  await admin.raw('CREATE DATABASE to_diagnose')
  closing.push(() => admin.raw('DROP DATABASE to_diagnose WITH (FORCE)'))
  const DATABASE_URL = Object.assign(new URL(inject('postgresUrl')), { pathname: 'to_diagnose' }).href
  const SEAL_LEDGER = join(temporaryFolder(), 'seals.jsonl')
  const settings = { DATABASE_URL, EVENTSTORE_URL: 'database', SEAL_LEDGER }
  const empty = await doctor(settings)
  expect(empty.code).toBe(1)
  expect(empty.output).toMatch(
    /^Migrations .*\n {2}missing: \d+ migrations, 0001_event_store\.ts to \d+_\S+\.ts$/m,
  )
  expect(adviceIn(empty.output)).toEqual(['  → Run: npm run ops -- migrate'])
  expect(empty.output).not.toContain('Search')

  await migrate(DATABASE_URL, createLogger('silent'), runtimeUrl(DATABASE_URL))
  const migrated = await doctor({ ...settings, DATABASE_URL: runtimeUrl(DATABASE_URL) })
  expect(migrated.code).toBe(1)
  expect(migrated.output).toMatch(/^Search +by pg_trgm, once a projector runs$/m)
  expect(adviceIn(migrated.output)).toEqual([
    '  → users, workspaces, requests, audit: check that a projector runs. It builds and promotes them.',
  ])
})

test('explains slow text searches without pg_trgm', async () => {
  const { settings, db } = await used((product) =>
    product.asOwner((trx) => trx.raw('DROP EXTENSION pg_trgm CASCADE')),
  )
  const { output } = await doctor(settings)
  expect(output).toMatch(
    /^Search +without pg_trgm\n {2}→ A text search in the audit log scans every entry.*CREATE EXTENSION pg_trgm/m,
  )
  await db.raw('CREATE EXTENSION pg_trgm')
  expect((await doctor(settings)).output).toMatch(/^Search +pg_trgm is not used yet\n {2}→ .*build audit$/m)
})

test('finds that no worker has ever run', async () => {
  const { settings } = await used((product) =>
    product.call('POST', '/auth/signup', { body: { email: 'ada@firm.example', password: 'correct horse' } }),
  )
  const { code, output } = await doctor(settings)
  expect(output).toMatch(
    /^ {2}mails +1 facts behind, for \d+ s\n[^]* {2}→ mails: check that its process runs/m,
  )
  expect(code).toBe(1)
})

test('names each unavailable store with its setting', async () => {
  const { settings, esdb } = await used()
  await esdb.gate.refuse()
  const away = { REDIS_URL: 'redis://:x@127.0.0.1:1', SMTP_URL: 'smtp://127.0.0.1:1' }
  const without = await doctor({ ...settings, ...away })
  expect(without.code).toBe(1)
  for (const key of ['EVENTSTORE_URL', 'REDIS_URL', 'SMTP_URL'])
    expect(without.output).toMatch(new RegExp(`→ .*${key}\\.`))
  const { code, output } = await doctor({ DATABASE_URL: 'postgres://x:y@127.0.0.1:1/z' })
  expect(output).toMatch(
    /^PostgreSQL +does not answer \(ECONNREFUSED\)\n {2}→ Start it, or correct DATABASE_URL\.$/m,
  )
  expect(code).toBe(1)
})

test('distinguishes a refused password from an unavailable store', async () => {
  const DATABASE_URL = Object.assign(new URL(inject('postgresUrl')), { password: 'not-this-one' }).href
  const { code, output } = await doctor({ DATABASE_URL })
  expect(output).toMatch(/^PostgreSQL +refuses these credentials\n {2}→ Correct DATABASE_URL\.$/m)
  expect(code).toBe(1)
})
