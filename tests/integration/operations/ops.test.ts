import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { OPERATIONS_STREAM } from '#modules/operations/operation.events.ts'
import { ConfigSchema, readConfig } from '#platform/config/config.ts'
import { runProjections } from '../../../services/ops/projections/projections.ts'
import { buildsOf } from '#projections/engine/builds/builds.ts'
import { endEverything, run } from '#support/processes/local-process.ts'
import { eventually } from '#support/eventually.ts'
import { createDatabase } from '#support/servers/postgres.ts'
import { openProductOn, type Product } from '#support/product/product.ts'
import { freshSecrets, SECRETS } from '#support/processes/secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'vieraugen-ops-'))
afterAll(async () => {
  await endEverything()
  rmSync(folder, { recursive: true })
})

const ops = async (args: readonly string[], env: Record<string, string> = {}) => {
  const started = run(['node', 'services/ops/main.ts', ...args], folder, env)
  return { code: await started.ended, output: started.output() }
}

/** The written settings without empty ones. */
const parseEnvOf = (file: string) =>
  Object.fromEntries(
    Object.entries(parseEnv(readFileSync(join(folder, file), 'utf8'))).filter(([, value]) => value),
  ) as Record<string, string>

test('write-env writes valid settings with different secrets, readable only by the owner', async () => {
  const [one, other] = [join(folder, 'one.env'), join(folder, 'other.env')]
  expect(await ops(['write-env', one])).toMatchObject({ code: 0 })
  expect(await ops(['write-env', other])).toMatchObject({ code: 0 })
  expect(statSync(one).mode & 0o777).toBe(0o600)
  const [first, second] = [one, other].map((path) => parseEnv(readFileSync(path, 'utf8')))
  expect(Object.keys(readConfig(first!)).length).toBeGreaterThan(10)
  expect(Object.keys(first!)).toEqual(expect.arrayContaining(Object.keys(ConfigSchema.properties)))
  for (const key of SECRETS) expect(first![key]).not.toBe(second![key])
})

test('write-env --cluster configures the cluster of docker-compose.yml, and rejects unknown arguments', async () => {
  const path = join(folder, 'cluster.env')
  for (const args of [[], ['--cluster'], [path, '--clutser'], [path, 'other.env']])
    expect(await ops(['write-env', ...args])).toMatchObject({ code: 1 })
  expect(await ops(['write-env', path, '--cluster'])).toMatchObject({ code: 0 })
  const { COMPOSE_PROFILES, EVENTSTORE_URL } = parseEnv(readFileSync(path, 'utf8'))
  expect(COMPOSE_PROFILES).toBe('cluster,catcher')
  expect(EVENTSTORE_URL).toMatch(/^esdb:\/\/admin:[\w-]{40,}@eventstore-1:2113,/)
})

test('write-env does not overwrite a file', async () => {
  const path = join(folder, 'kept.env')
  writeFileSync(path, 'MASTER_KEY=mine')
  const { code, output } = await ops(['write-env', path])
  expect(code).toBe(1)
  expect(output).toContain('was not changed')
  expect(readFileSync(path, 'utf8')).toBe('MASTER_KEY=mine')
})

test('migrate needs only the database, can be repeated, and rejects a newer database', async () => {
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

describe('projections', () => {
  let product: Product
  let env: Record<string, string>
  beforeAll(async () => {
    const database = await createDatabase()
    const secrets = freshSecrets()
    product = await openProductOn(database, secrets)
    env = { ...secrets, DATABASE_URL: database.url, PUBLIC_BASE_URL: 'https://vieraugen.example' }
    await product.person()
    await product.projector.stop()
  })
  afterAll(() => product?.close())

  /** Runs in this process, which is faster. */
  const runHere = async (...args: readonly string[]) => {
    const lines: string[] = []
    const keep = (line: string) => void lines.push(line)
    const spies = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')]
    for (const spy of spies) spy.mockImplementation(keep)
    const code = await runProjections(product.platform, args, new AbortController().signal)
    for (const spy of spies) spy.mockRestore()
    return [code, lines.join('\n')]
  }
  const states = async () =>
    Object.fromEntries((await buildsOf(product.platform.db, 'users')).map(({ name, state }) => [name, state]))

  test('a killed build is continued, promoted and rolled back, each with the next step', async () => {
    const killed = run(['node', 'services/ops/main.ts', 'projections', 'build', 'users'], folder, env)
    await eventually(async () => expect(await states()).toHaveProperty('users_2'))
    killed.signal('SIGKILL')
    await killed.ended
    const { code, output } = await ops(['projections', 'build', 'users'], env)
    expect(code).toBe(0)
    expect(output).toMatch(/^users_2 was built.*projections promote users_2$/m)
    expect(await runHere('promote', 'users')).toEqual([0, expect.stringContaining('users_2 is active')])
    expect(await runHere('list')).toEqual([
      0,
      expect.stringMatching(/^users +users_1 +\d +previous +\d+ %, \d+ facts behind +\d+ kB +none blocked$/m),
    ])
    expect(await runHere('status')).toEqual([
      0,
      expect.stringMatching(
        /^users +users_2 active, .+, none blocked +others: users_1 previous \d+ %, \d+ facts behind$/m,
      ),
    ])
    expect(await runHere('rollback', 'users')).toEqual([0, expect.stringContaining('users_1 is active')])
    expect(await runHere('retire', 'users_2')).toEqual([0, 'users_2 was retired.'])
    expect((await product.facts(OPERATIONS_STREAM)).at(-1)).toMatchObject({ type: 'ReadModelRetired' })
  })

  test('Ctrl-C keeps an unfinished build and says how to continue it', async () => {
    const ended = run(['node', 'services/ops/main.ts', 'projections', 'build', 'workspaces'], folder, env)
    await eventually(async () =>
      expect(await buildsOf(product.platform.db, 'workspaces')).toMatchObject([{}, { state: 'building' }]),
    )
    ended.signal('SIGINT')
    expect(await ended.ended).toBe(130)
    expect(ended.output()).toContain('run the same command again to continue it')
  })

  test('status --watch repeats until it is aborted', async () => {
    const lines: string[] = []
    const spy = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
    const ending = new AbortController()
    const ended = runProjections(product.platform, ['status', '--watch'], ending.signal)
    await eventually(() => expect(lines.filter((line) => line.startsWith('users '))).toHaveLength(2))
    ending.abort()
    expect(await ended).toBe(0)
    spy.mockRestore()
  })

  test('a refusal is one line with advice, and unknown arguments print the usage', async () => {
    const { code, output } = await ops(['projections', 'retire', 'requests_1'], env)
    expect(code).toBe(1)
    expect(output.trim()).toMatch(/^requests_1 is active\. To do: .+$/)
    expect(await runHere('rollback', 'audit')).toEqual([
      1,
      expect.stringMatching(/^audit has no previous build\. To do: .*build audit\.$/),
    ])
    for (const args of [[], ['rebuild', 'users'], ['build'], ['build', 'nothing'], ['promote', 'users_99']])
      expect(await runHere(...args)).toEqual([2, expect.stringContaining('npm run ops -- projections list')])
  })
})

test('write-env writes PostgreSQL’s address with its password, and examples of other addresses', () => {
  const text = readFileSync(join(folder, 'one.env'), 'utf8')
  const env = parseEnv(text)
  expect(new URL(env['DATABASE_URL']!).password).toBe(env['POSTGRES_PASSWORD'])
  for (const key of ['EVENTSTORE_URL', 'REDIS_URL', 'SMTP_URL'])
    expect(text).toMatch(new RegExp(`^# .* for example \\w+://.*; absent: .*\\n${key}=$`, 'm'))
})

test('an unavailable database or a refused password is one line without a stack', async () => {
  const url = new URL(inject('postgresUrl'))
  const unavailable = 'postgres://vieraugen:x@127.0.0.1:1/vieraugen'
  const wrong = Object.assign(new URL(url), { password: 'not-this-one' }).href
  const missing = Object.assign(new URL(url), { password: '' }).href
  for (const [command, DATABASE_URL, words] of [
    ['migrate', unavailable, 'the database does not answer (ECONNREFUSED)'],
    ['restored', unavailable, 'the database does not answer (ECONNREFUSED)'],
    ['migrate', wrong, 'the database refuses these credentials'],
    ['migrate', missing, 'the database refuses these credentials'],
  ] as const) {
    const { code, output } = await ops([command], {
      ...parseEnvOf('one.env'),
      DATABASE_URL,
      ERASURE_LEDGER: join(folder, 'erasures.jsonl'),
    })
    const lines = output.trim().split('\n')
    expect([command, code, lines.length, lines.at(-1)]).toEqual([
      command,
      1,
      1,
      expect.stringContaining(`DATABASE_URL: ${words}`),
    ])
  }
})

test('doctor names the data folder only if it uses one', async () => {
  const { output } = await ops(['doctor'], {
    ...parseEnvOf('one.env'),
    DATABASE_URL: 'postgres://vieraugen:x@127.0.0.1:1/vieraugen',
  })
  expect(output).toContain('does not answer')
  expect(output).not.toContain('data folder')
})
