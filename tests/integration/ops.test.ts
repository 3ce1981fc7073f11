import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { ConfigSchema, readConfig } from '#platform/config.ts'
import { build } from '../../services/ops/projections.ts'
import { endEverything, run } from '../resilience/local-process.ts'
import { openProduct } from '../support/product.ts'
import { SECRETS } from '../support/secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'vieraugen-ops-'))
afterAll(async () => {
  await endEverything()
  rmSync(folder, { recursive: true })
})

const ops = async (args: readonly string[], env: Record<string, string> = {}) => {
  const started = run(['node', 'services/ops/main.ts', ...args], folder, env)
  return { code: await started.ended, output: started.output() }
}

/** What was written, without what is empty. */
const parseEnvOf = (file: string) =>
  Object.fromEntries(
    Object.entries(parseEnv(readFileSync(join(folder, file), 'utf8'))).filter(([, value]) => value),
  ) as Record<string, string>

test('write-env writes settings that a process starts with, for its owner alone, each secret its own', async () => {
  const [one, other] = [join(folder, 'one.env'), join(folder, 'other.env')]
  expect(await ops(['write-env', one])).toMatchObject({ code: 0 })
  expect(await ops(['write-env', other])).toMatchObject({ code: 0 })
  expect(statSync(one).mode & 0o777).toBe(0o600)
  const [first, second] = [one, other].map((path) => parseEnv(readFileSync(path, 'utf8')))
  expect(Object.keys(readConfig(first!)).length).toBeGreaterThan(10)
  expect(Object.keys(first!)).toEqual(expect.arrayContaining(Object.keys(ConfigSchema.properties)))
  for (const key of SECRETS) expect(first![key]).not.toBe(second![key])
})

test('write-env --cluster chooses the cluster of docker-compose.yml; what it does not know it refuses', async () => {
  const path = join(folder, 'cluster.env')
  for (const args of [[], ['--cluster'], [path, '--clutser'], [path, 'other.env']])
    expect(await ops(['write-env', ...args])).toMatchObject({ code: 1 })
  expect(await ops(['write-env', path, '--cluster'])).toMatchObject({ code: 0 })
  const { COMPOSE_PROFILES, EVENTSTORE_URL } = parseEnv(readFileSync(path, 'utf8'))
  expect(COMPOSE_PROFILES).toBe('cluster,catcher')
  expect(EVENTSTORE_URL).toMatch(/^esdb:\/\/admin:[\w-]{40,}@eventstore-1:2113,/)
})

test('write-env leaves a file alone that is there', async () => {
  const path = join(folder, 'kept.env')
  writeFileSync(path, 'MASTER_KEY=mine')
  const { code, output } = await ops(['write-env', path])
  expect(code).toBe(1)
  expect(output).toContain('stays as it is')
  expect(readFileSync(path, 'utf8')).toBe('MASTER_KEY=mine')
})

test('migrate needs a database’s address alone, may be repeated, and refuses a newer database', async () => {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  await admin.query('create database to_migrate')
  await admin.end()
  const url = Object.assign(new URL(inject('postgresUrl')), { pathname: 'to_migrate' }).href
  const file = join(folder, 'database-url')
  writeFileSync(file, `${url}\n`)
  for (const env of [{ DATABASE_URL: url }, { DATABASE_URL_FILE: file }])
    expect(await ops(['migrate'], env)).toMatchObject({ code: 0 })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select count(*)::int from knex_migrations')
  expect(rows[0]).toEqual({ count: readdirSync('migrations').length })

  await client.query(`insert into knex_migrations (name) values ('9999_of_tomorrow.ts')`)
  await client.end()
  const { code, output } = await ops(['migrate'], { DATABASE_URL: url })
  expect(code).toBe(1)
  expect(output).toMatch(/^The database is newer than this program: it has 9999_of_tomorrow\.ts\./m)
  expect(output).not.toContain('    at ')
})

test('a rebuild goes on when its progress cannot be read', async () => {
  const product = await openProduct()
  const asked = Promise.withResolvers<void>()
  let questions = 0
  // The first asks whether the stores belong together.
  const db = new Proxy(product.platform.db, {
    apply(target, _self, [table]: [string]) {
      if (table !== 'checkpoints' || ++questions === 1) return target(table)
      asked.resolve()
      return target('nowhere')
    },
  })
  const { eventStore } = product.platform
  const held: typeof eventStore = {
    ...eventStore,
    async *subscribeAll(options) {
      await asked.promise
      yield* eventStore.subscribeAll(options)
    },
  }
  try {
    await product.person()
    const deaf = { name: 'deaf', version: 1, tables: {}, handlers: {} }
    expect(await build({ ...product.platform, db, eventStore: held }, deaf)).toBe(0)
  } finally {
    await product.close()
  }
})

test('write-env gives PostgreSQL’s address with its password, and an example of every other', () => {
  const text = readFileSync(join(folder, 'one.env'), 'utf8')
  const env = parseEnv(text)
  expect(new URL(env['DATABASE_URL']!).password).toBe(env['POSTGRES_PASSWORD'])
  for (const key of ['EVENTSTORE_URL', 'REDIS_URL', 'SMTP_URL'])
    expect(text).toMatch(new RegExp(`^# .* such as \\w+://.*; absent: .*\\n${key}=$`, 'm'))
})

test('a database that is away, or lets nobody in, is one line without a stack', async () => {
  const url = new URL(inject('postgresUrl'))
  const nobodyThere = 'postgres://vieraugen:x@127.0.0.1:1/vieraugen'
  const wrong = Object.assign(new URL(url), { password: 'not-this-one' }).href
  const missing = Object.assign(new URL(url), { password: '' }).href
  for (const [command, DATABASE_URL, words] of [
    ['migrate', nobodyThere, 'the database does not answer (ECONNREFUSED)'],
    ['restored', nobodyThere, 'the database does not answer (ECONNREFUSED)'],
    ['migrate', wrong, 'the database refuses these credentials'],
    ['migrate', missing, 'the database refuses these credentials'],
  ] as const) {
    const { code, output } = await ops([command], {
      ...parseEnvOf('one.env'),
      DATABASE_URL,
      ERASURE_LEDGER: join(folder, 'erasures.jsonl'),
    })
    const told = output.trim().split('\n')
    expect([command, code, told.length, told.at(-1)]).toEqual([
      command,
      1,
      1,
      expect.stringContaining(`DATABASE_URL: ${words}`),
    ])
  }
})

test('doctor speaks of a data folder only where one is used', async () => {
  const { output } = await ops(['doctor'], {
    ...parseEnvOf('one.env'),
    DATABASE_URL: 'postgres://vieraugen:x@127.0.0.1:1/vieraugen',
  })
  expect(output).toContain('does not answer')
  expect(output).not.toContain('data folder')
})
