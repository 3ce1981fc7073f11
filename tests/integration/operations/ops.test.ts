import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { OPERATIONS_STREAM } from '#modules/operations/operation.events.ts'
import { ConfigSchema, readConfig } from '#platform/config/config.ts'
import { runProjections } from '../../../services/ops/projections/projections.ts'
import { buildsOf } from '#projections/engine/builds/builds.ts'
import { endEverything, run } from '#support/processes/local-process.ts'
import { ops as opsHere } from '#support/processes/ops.ts'
import { eventually } from '#support/eventually.ts'
import { buildReadModels } from '#support/read-models/build-read-models.ts'
import { createDatabase } from '#support/servers/postgres.ts'
import { openProductOn, type Product } from '#support/product/product.ts'
import { freshSecrets, SECRETS } from '#support/processes/secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'vieraugen-ops-'))
afterAll(async () => {
  await endEverything()
  rmSync(folder, { recursive: true })
})

const ops = (args: readonly string[], env: Record<string, string> = {}) => opsHere(args, folder, env)
/** The same in a process of its own, with the lines of its log. */
const opsAsProcess = async (args: readonly string[], env: Record<string, string> = {}) => {
  const started = run(['node', 'services/ops/main.ts', ...args], folder, env)
  return { code: await started.ended, output: started.output() }
}

test('write-env writes valid settings, and different secrets in a folder that only the owner enters', async () => {
  const files = ['one', 'other'].map((name) => join(folder, name, '.env'))
  const written = []
  for (const file of files) {
    mkdirSync(dirname(file))
    expect(await ops(['write-env', file])).toMatchObject({ code: 0 })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(join(dirname(file), 'secrets')).mode & 0o777).toBe(0o700)
    // The accounts of containers read it.
    expect(statSync(join(dirname(file), 'secrets/MASTER_KEY')).mode & 0o777).toBe(0o644)
    written.push(readConfig(parseEnv(readFileSync(file, 'utf8'))))
  }
  const [first, second] = written
  for (const key of SECRETS) expect(first![key]).not.toBe(second![key])
  const env = parseEnv(readFileSync(files[0]!, 'utf8'))
  for (const key of Object.keys(ConfigSchema.properties))
    expect([key, key in env || `${key}_FILE` in env]).toEqual([key, true])
  for (const [key, value] of Object.entries(env))
    expect([key, /[\w-]{43}/.test(value!)]).toEqual([key, false])
})

test.each([
  [[], /^esdb:\/\/admin@eventstore:2113\?/, 'single,catcher'],
  [['--single'], /^esdb:\/\/admin@eventstore:2113\?/, 'single,catcher'],
  [
    ['--cluster'],
    /^esdb:\/\/admin@eventstore-1:2113,eventstore-2:2113,eventstore-3:2113\?/,
    'cluster,catcher',
  ],
  [['--database'], /^database$/, 'catcher'],
])('write-env %j names the store of the events', async (options, url, profiles) => {
  const path = join(mkdtempSync(join(folder, 'store-')), '.env')
  expect(await ops(['write-env', path, ...options])).toMatchObject({ code: 0 })
  const { COMPOSE_PROFILES, EVENTSTORE_URL } = parseEnv(readFileSync(path, 'utf8'))
  expect([EVENTSTORE_URL, COMPOSE_PROFILES]).toEqual([expect.stringMatching(url), profiles])
})

test('write-env rejects unknown arguments', async () => {
  const path = join(folder, 'never.env')
  for (const args of [
    [],
    ['--cluster'],
    [path, '--clutser'],
    [path, 'b.env'],
    [path, '--single', '--cluster'],
  ])
    expect(await ops(['write-env', ...args])).toMatchObject({ code: 1 })
  expect(existsSync(path)).toBe(false)
})

test('write-env says which accounts to create, and PostgreSQL takes what it says', async () => {
  const own = mkdtempSync(join(folder, 'accounts-'))
  const { output } = await ops(['write-env', join(own, '.env')])
  expect(output).toMatch(/^ {2}EventStoreDB +admin, with the password in \S+\/EVENTSTORE_PASSWORD$/m)
  expect(output).toMatch(/^ {2}Redis +default, with the password in \S+\/REDIS_PASSWORD$/m)
  const [, command = ''] = /^ {2}PostgreSQL +psql (.+)$/m.exec(output)!
  // The shell reads the password, as it does for psql.
  const named = command.replaceAll(/\bvieraugen(_app)?(?=['\s"])/g, 'of_test$1')
  const { stdout } = spawnSync('sh', ['-c', `printf '%s\\n' ${named}`], { encoding: 'utf8' })
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  for (const statement of stdout.split('\n').filter((line) => line !== '-c' && line !== ''))
    await admin.query(statement)
  const urlOf = (username: string, key: string) => {
    const password = readFileSync(join(own, 'secrets', key), 'utf8')
    return Object.assign(new URL(inject('postgresUrl')), { username, password, pathname: 'of_test' }).href
  }
  const settings = {
    MIGRATE_DATABASE_URL: urlOf('of_test', 'MIGRATE_DATABASE_PASSWORD'),
    DATABASE_URL: urlOf('of_test_app', 'DATABASE_PASSWORD'),
  }
  // The second time changes nothing.
  for (const _ of [1, 2]) expect(await ops(['migrate'], settings)).toMatchObject({ code: 0 })
  await buildReadModels(settings.DATABASE_URL)
  await admin.query('drop database of_test with (force)')
  await admin.query('drop role of_test, of_test_app')
  await admin.end()
})

test('write-env overwrites neither settings nor secrets', async () => {
  const kept = mkdtempSync(join(folder, 'kept-'))
  const [path, secrets] = [join(kept, '.env'), join(kept, 'secrets')]
  for (const there of [path, secrets]) {
    if (there === path) writeFileSync(path, 'MASTER_KEY=mine')
    else mkdirSync(secrets)
    const { code, output } = await ops(['write-env', path])
    expect(code).toBe(1)
    expect(output).toContain(`${there} exists already and was not changed`)
    expect(readdirSync(kept)).toEqual([there === path ? '.env' : 'secrets'])
    rmSync(there, { recursive: true })
  }
})

test('commands on a given database need to know where the events are', async () => {
  const { code, output } = await ops(['doctor'], { DATABASE_URL: inject('postgresUrl'), EVENTSTORE_URL: '' })
  expect(code).toBe(1)
  expect(output).toContain('EVENTSTORE_URL: is missing; database stores the events in a PostgreSQL table')
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
    const { code, output } = await opsAsProcess(['projections', 'build', 'users'], env)
    expect(code).toBe(0)
    expect(output).toMatch(/^users_2 was built.*projections promote users_2$/m)
    expect(await runHere('promote', 'users')).toEqual([0, expect.stringContaining('users_2 is active')])
    expect(await runHere('list')).toEqual([
      0,
      expect.stringMatching(
        /^users +users_1 +\d+ +previous +\d+ %, \d+ facts behind +\d+ kB +none blocked$/m,
      ),
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

  /** The last command that an output advises, as arguments. */
  const advised = ([, output]: readonly unknown[]): readonly string[] =>
    /.*npm run ops -- projections ([^.\n]+)/s.exec(String(output))![1]!.split(' ')

  test('every way back that is advised works, and rollback takes the name of either build', async () => {
    const isActive = (name: string) => [
      0,
      expect.stringContaining(`requests: ${name} is active. To go back: `),
    ]
    await runHere('build', 'requests')
    expect(advised(await runHere('promote', 'requests'))).toEqual(['rollback', 'requests'])
    const rolledBack = await runHere('rollback', 'requests_2')
    expect(rolledBack).toEqual(isActive('requests_1'))
    expect(advised(rolledBack)).toEqual(['promote', 'requests_2'])
    const again = await runHere('rollback', 'requests')
    expect(again).toEqual([1, expect.stringMatching(/^requests has no previous build\. To do: /)])
    expect(advised(again)).toEqual(['promote', 'requests_2'])
    expect(await runHere(...advised(again))).toEqual(isActive('requests_2'))
    await runHere('build', 'requests')
    const other = await runHere('rollback', 'requests_3')
    const why = /^requests_3 is not the previous build: requests_2 replaced requests_1\. To do: /
    expect(other).toEqual([1, expect.stringMatching(why)])
    expect(advised(other)).toEqual(['promote', 'requests_3'])
    expect(await runHere('rollback', 'requests_1')).toEqual(isActive('requests_1'))
  })

  test('the name of a build is corrected to that of its read model where no build fits', async () => {
    for (const [args, why] of [
      [['build', 'users_1'], 'users_1 is not a read model. Did you mean users?'],
      [['build', 'users', 'audit_7'], 'audit_7 is not a read model. Did you mean audit?'],
      ...['verify', 'promote', 'rollback', 'retire', 'retry'].map(
        (verb) =>
          [[verb, 'users_99'], 'users_99 is neither a read model nor a build. Did you mean users?'] as const,
      ),
      [['promote', 'nothing_1'], 'nothing_1 is neither a read model nor a build.'],
    ] as const)
      expect(await runHere(...args)).toEqual([2, expect.stringContaining(`${why}\n\nnpm run ops`)])
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
    const { code, output } = await ops(['projections', 'retire', 'workspaces_1'], env)
    expect(code).toBe(1)
    expect(output.trim()).toMatch(/^workspaces_1 is active\. To do: .+$/)
    expect(await runHere('rollback', 'workspaces')).toEqual([
      1,
      expect.stringMatching(/^workspaces has no previous build\. To do: .*build workspaces\.$/),
    ])
    for (const args of [[], ['rebuild', 'users'], ['build'], ['build', 'nothing'], ['promote', 'users_99']])
      expect(await runHere(...args)).toEqual([2, expect.stringContaining('npm run ops -- projections list')])
  })
})

test('.env.example has an example of every address', () => {
  const text = readFileSync('.env.example', 'utf8')
  for (const key of ['EVENTSTORE_URL', 'REDIS_URL', 'SMTP_URL'])
    expect(text).toMatch(new RegExp(`^# .* for example \\w+://.*; absent: .*\\n${key}=$`, 'm'))
})

test('an unavailable database or a refused password is one line without a stack', async () => {
  const url = new URL(inject('postgresUrl'))
  const unavailable = 'postgres://vieraugen:x@127.0.0.1:1/vieraugen'
  const wrong = Object.assign(new URL(url), { password: 'not-this-one' }).href
  const missing = Object.assign(new URL(url), { password: '' }).href
  for (const [runs, command, DATABASE_URL, words] of [
    [opsAsProcess, 'migrate', unavailable, 'the database does not answer (ECONNREFUSED)'],
    [ops, 'restored', unavailable, 'the database does not answer (ECONNREFUSED)'],
    [ops, 'migrate', wrong, 'the database refuses these credentials'],
    [ops, 'migrate', missing, 'the database refuses these credentials'],
  ] as const) {
    const { code, output } = await runs([command], {
      ...freshSecrets(),
      PUBLIC_BASE_URL: 'http://localhost',
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
    ...freshSecrets(),
    PUBLIC_BASE_URL: 'http://localhost',
    DATABASE_URL: 'postgres://vieraugen:x@127.0.0.1:1/vieraugen',
  })
  expect(output).toContain('does not answer')
  expect(output).not.toContain('data folder')
})
