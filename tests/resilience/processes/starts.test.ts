import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { migrate, openDatabase } from '#platform/postgres/database.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import { processSecrets } from '#platform/config/process-secrets.ts'
import { requireSecrets } from '#platform/secrets/secret-marks.ts'
import { startPostgresServer } from '../../../services/local/postgres/postgres-server.ts'
import { builtWeb } from '#support/servers/built-web.ts'
import { startEsdbFake } from '#support/esdb/fake.ts'
import { eventually } from '#support/eventually.ts'
import { createDatabase, overTcp } from '#support/servers/postgres.ts'
import { ownerUrl } from '#support/servers/runtime-url.ts'
import { freePort, noRedis, startRedis, urlAt } from '#support/servers/redis.ts'
import { freshSecrets } from '#support/processes/secrets.ts'
import { casesOfRun, isLong } from '#support/rounds.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { openSmtpSink } from '#support/servers/smtp-sink.ts'
import {
  endEverything,
  mains,
  run,
  temporaryFolder,
  type LocalProcess,
  type Part,
} from '#support/processes/local-process.ts'

vi.setConfig({ testTimeout: 120_000 })

const parts = Object.keys(mains) as Part[]
/** One of them in `npm test`, not the same in every test. */
const partsOf = (n: number) => casesOfRun(parts, n % parts.length)

/** What ends a start: in `npm test` two of them: all end in the same function. */
const refusals = casesOfRun(
  [
    'database refuses',
    'event store refuses',
    'mail server refuses',
    'Redis refuses',
    'other store',
    'newer database',
    'other secrets',
    'ledger of erasures',
  ] as const,
  0,
  6,
)
const isTried = (refusal: (typeof refusals)[number]) => refusals.includes(refusal)

const closing: (() => Promise<unknown>)[] = []
beforeAll(builtWeb, 180_000)
afterAll(async () => {
  await endEverything()
  for (const close of closing.splice(0).toReversed()) await close()
})

const later = <T extends { close(): Promise<unknown> }>(opened: T): T => {
  closing.push(() => opened.close())
  return opened
}

const secrets = freshSecrets()

const start = (part: Part, settings: Record<string, string>): LocalProcess =>
  run(['node', mains[part]], temporaryFolder(), {
    ...secrets,
    PUBLIC_BASE_URL: 'http://localhost',
    HEALTH_PORT: '0',
    ERASURE_LEDGER: join(temporaryFolder(), 'erasures.jsonl'),
    ...settings,
  })

const said = async (started: LocalProcess, field: 'address' | 'health'): Promise<string> =>
  new RegExp(`"${field}":"([^"]+)"`).exec(await started.prints(`"${field}":`))![1]!

const asked = async (url: string) => {
  const answer = await fetch(url)
  return { status: answer.status, body: await answer.json() }
}

const newDatabase = async () => {
  const database = await createDatabase()
  closing.push(() => database.drop())
  return database.url
}

test
  .skipIf(noRedis !== null)
  .concurrent(
    'started before any store: each lives, says what it waits for, and goes on by itself when it comes',
    async () => {
      const esdb = later(await startEsdbFake())
      await esdb.gate.refuse()
      const [postgresPort, redisPort, smtpPort] = [await freePort(), await freePort(), await freePort()]
      const settings = {
        DATABASE_URL: `postgres://postgres:late@127.0.0.1:${postgresPort}/postgres`,
        EVENTSTORE_URL: esdb.url,
        REDIS_URL: urlAt(redisPort),
        SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      }
      const started = parts.map((part) => start(part, settings))
      const healths = await Promise.all(started.map((one) => said(one, 'health')))
      const everyone = async (words: string, status: number, body: object) => {
        await Promise.all(started.map((one) => one.prints(`"msg":"${words}"`)))
        for (const health of healths) {
          expect(await asked(`${health}/health/live`)).toMatchObject({ status: 200, body: { status: 'ok' } })
          await eventually(async () =>
            expect(await asked(`${health}/health/ready`)).toMatchObject({ status, body }),
          )
        }
      }

      await everyone('waiting for the database', 503, { status: 'down', checks: { database: 'away' } })
      const api = await said(started[0]!, 'address')
      expect((await fetch(api)).status).toBe(200)
      // On the public port it is up, or not there.
      const unavailable = { status: 503, body: expect.not.objectContaining({ details: expect.anything() }) }
      expect(await asked(`${api}/health/ready`)).toMatchObject(unavailable)
      const postgres = await startPostgresServer({
        dataDir: join(temporaryFolder(), 'postgres'),
        password: 'late',
        port: postgresPort,
        noSync: true,
        log: silentLog,
      })
      closing.push(() => postgres.stop())
      await everyone('waiting for the database to be migrated', 503, { checks: { database: 'not migrated' } })
      await migrate(postgres.url)
      await everyone('waiting for the event store', 503, {
        status: 'down',
        checks: { 'event store': 'away' },
      })
      await esdb.gate.accept()
      await everyone('ready', 200, { checks: { 'event store': 'ok' } })
      // Only the worker has their passwords.
      for (const [i, health] of healths.entries()) {
        const away = { redis: 'away', 'mail server': 'away' }
        await eventually(async () => {
          const { checks } = (await asked(`${health}/health/ready`)).body as { checks: object }
          if (parts[i] === 'worker') expect(checks).toMatchObject(away)
          else for (const name of Object.keys(away)) expect(checks).not.toHaveProperty([name])
        })
      }

      const redis = await startRedis(redisPort)
      closing.push(() => redis.kill())
      const smtp = later(await openSmtpSink({ port: smtpPort }))
      await everyone('ready', 200, { status: 'ok' })
      const signedUp = await fetch(`${api}/auth/signup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse' }),
      })
      expect(signedUp.status).toBe(201)
      await vi.waitUntil(() => smtp.received.length > 0, { timeout: 60_000 })
      expect(smtp.received.flatMap(({ recipients }) => recipients)).toEqual(['ada@example.com'])
      for (const one of started) one.signal('SIGTERM')
      expect(await Promise.all(started.map((one) => one.ended))).toEqual([0, 0, 0])
    },
  )

test.concurrent.each(partsOf(6))(
  '%s: told to stop while it waits for a store, it ends well',
  async (part) => {
    const nowhere = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing', SMTP_URL: 'smtp://127.0.0.1:1' }
    const started = start(part, nowhere)
    await started.prints('"msg":"waiting for the database"')
    started.signal('SIGTERM')
    expect(await started.ended).toBe(0)
  },
)

describe('what waiting does not help against ends the process, and says what', () => {
  const wrong = { password: 'not-the-right-one' }
  const endsWith = async (part: Part, settings: Record<string, string>, words: string) => {
    const started = start(part, { SMTP_URL: 'smtp://127.0.0.1:1', ...settings })
    expect([await started.ended, started.output()]).toEqual([1, expect.stringContaining(words)])
    expect(started.output()).not.toContain(wrong.password)
  }

  test.runIf(isTried('database refuses')).concurrent.each(partsOf(1))(
    '%s: the database refuses the password',
    async (part) => {
      const { href } = Object.assign(new URL(overTcp(await newDatabase())), wrong)
      await endsWith(part, { DATABASE_URL: href }, 'DATABASE_URL: the database refuses these credentials')
    },
  )

  test.runIf(isTried('event store refuses')).concurrent.each(partsOf(2))(
    '%s: the event store refuses the password',
    async (part) => {
      const esdb = later(await startEsdbFake())
      esdb.faults.refusesLogins = true
      const url = esdb.url.replace('//', `//admin:${wrong.password}@`)
      const settings = { DATABASE_URL: await newDatabase(), EVENTSTORE_URL: url }
      await endsWith(part, settings, 'EVENTSTORE_URL: the event store refuses these credentials')
    },
  )

  test.runIf(isTried('other store')).concurrent.each(partsOf(3))(
    '%s: the read models were built from another event store',
    async (part) => {
      const url = await newDatabase()
      const db = openDatabase(url)
      const build = {
        model: 'users',
        name: 'users_1',
        version: 1,
        build: 1,
        state: 'active',
        promotes: false,
      }
      await db('checkpoints').insert({ ...build, store_id: crypto.randomUUID() })
      await db.destroy()
      await endsWith(part, { DATABASE_URL: url }, 'The event store is another one')
    },
  )

  test.runIf(isTried('newer database')).concurrent.each(partsOf(4))(
    '%s: the database is newer than the program',
    async (part) => {
      const url = await newDatabase()
      const db = openDatabase(ownerUrl(url))
      await db('knex_migrations').insert({ name: '9999_of_tomorrow.ts' })
      await db.destroy()
      await endsWith(part, { DATABASE_URL: url }, 'newer than this program: it has 9999_of_tomorrow.ts.')
    },
  )

  test.runIf(isTried('other secrets')).concurrent.each(partsOf(5))(
    '%s: the secrets are not those that the database was made with',
    async (part) => {
      const url = await newDatabase()
      const db = openDatabase(url)
      const others = {
        ADDRESS_KEY: wrong.password,
        PASSWORD_KEY: randomToken(),
        CHECKPOINT_KEY: randomToken(),
      }
      await requireSecrets({ db, config: { ...secrets, ...others } })
      await db.destroy()
      // Each compares those that it is given.
      const own = Object.keys(others).filter((key) => processSecrets[part].some((one) => one === key))
      const names = own.map((key) => (key === 'ADDRESS_KEY' ? key : `${key} (number 1)`)).join(', ')
      if (isLong())
        await endsWith(part, { DATABASE_URL: url }, `${names}: this database was made with another one.`)
      await endsWith(
        part,
        { DATABASE_URL: url, MASTER_KEY: `2:${secrets.MASTER_KEY}` },
        `${names}, MASTER_KEY (number 1): this database`,
      )
    },
  )

  test
    .runIf(isTried('ledger of erasures'))
    .concurrent('worker: the ledger of erasures cannot be read', async () => {
      const ledger = join(temporaryFolder(), 'erasures.jsonl')
      writeFileSync(ledger, 'no JSON at all\n')
      const settings = { DATABASE_URL: await newDatabase(), ERASURE_LEDGER: ledger }
      const smtp = later(await openSmtpSink())
      await endsWith('worker', { ...settings, SMTP_URL: smtp.url }, 'ERASURE_LEDGER: line 1 of')
    })

  test
    .runIf(isTried('mail server refuses'))
    .concurrent('worker: the mail server refuses the password', async () => {
      const smtp = later(await openSmtpSink({ refusesLogins: true }))
      const url = smtp.url.replace('//', `//somebody:${wrong.password}@`)
      const settings = { DATABASE_URL: await newDatabase(), SMTP_URL: url }
      await endsWith('worker', settings, 'SMTP_URL: the server refuses these credentials')
    })

  test
    .runIf(noRedis === null && isTried('Redis refuses'))
    .concurrent('worker: Redis refuses the password', async () => {
      const redis = await startRedis(await freePort(), '--requirepass', 'the-right-one')
      closing.push(() => redis.kill())
      const url = redis.url.replace('//', `//:${wrong.password}@`)
      const settings = { DATABASE_URL: await newDatabase(), REDIS_URL: url }
      await endsWith('worker', settings, 'REDIS_URL: the server refuses these credentials')
    })
})
