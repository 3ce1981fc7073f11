import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { silentLog as log } from '#support/processes/silent-log.ts'
import { openDataFolder, type DataFolder } from '../data-folder.ts'
import { startLocalDatabase } from './local-database.ts'
import { startPostgresServer } from './postgres-server.ts'
import { findProcess, isRunning } from './process-id.ts'

const password = 'local'
const opened = new AsyncDisposableStack()
let pattern: string
let folder: DataFolder
let closing: AsyncDisposableStack

const newFolder = () => {
  const path = mkdtempSync(join(tmpdir(), 'vieraugen-database-'))
  opened.defer(() => rmSync(path, { recursive: true, force: true }))
  // The database may belong to another account.
  chmodSync(path, 0o755)
  return path
}
const query = async (url: string, statement: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  pattern = newFolder()
  const server = await startPostgresServer({
    dataDir: join(pattern, 'postgres'),
    password,
    noSync: true,
    log,
  })
  await query(server.url, 'create table kept as select 42 as answer')
  await server.stop()
})
afterAll(() => opened.disposeAsync())

beforeEach(() => {
  closing = new AsyncDisposableStack()
  const path = newFolder()
  execFileSync('cp', ['-a', `${pattern}/.`, path])
  folder = openDataFolder(path, 'product')
  closing.defer(() => folder.close())
})
afterEach(() => closing.disposeAsync())

const dataDir = () => join(folder.path, 'postgres')
const start = async () => {
  const database = await startLocalDatabase(folder, password, log)
  closing.defer(() => database.stop())
  return database
}
/** The database of a product that was killed. */
const leaveBehind = async () => {
  const server = await startPostgresServer({ dataDir: dataDir(), password, noSync: true, log })
  closing.defer(() => server.stop())
  const postgres = findProcess(server.pid)!
  folder.update({ postgres })
  return { ...server, postgres }
}
const expectData = async () =>
  expect(await query(folder.connection().databaseUrl!, 'select answer from kept')).toEqual([{ answer: 42 }])
const kill = () => process.kill(folder.connection().postgres!.pid, 'SIGKILL')
const restarted = (before: unknown) =>
  vi.waitFor(() => expect(folder.connection().postgres).not.toEqual(before), { timeout: 20_000 })

test('takes over the database that a killed product left behind', async () => {
  const { postgres } = await leaveBehind()
  await start()
  expect(folder.connection().postgres).toEqual(postgres)
  await expectData()
})

test('ends a database left behind that does not answer, and starts it anew', async () => {
  const { postgres, url, exited } = await leaveBehind()
  const rules = join(dataDir(), 'pg_hba.conf')
  const original = readFileSync(rules, 'utf8')
  writeFileSync(rules, 'host all all all reject\n')
  process.kill(postgres.pid, 'SIGHUP')
  await vi.waitFor(() => expect(query(url, 'select 1')).rejects.toThrow('rejects'), { timeout: 20_000 })
  writeFileSync(rules, original)
  await start()
  await exited
  expect(isRunning(postgres)).toBe(false)
  expect(folder.connection().postgres).not.toEqual(postgres)
  await expectData()
})

test('starts a database that was killed together with its product', async () => {
  const { postgres, exited } = await leaveBehind()
  process.kill(postgres.pid, 'SIGKILL')
  await exited
  await start()
  await expectData()
})

test('starts past a lock that names a stranger, who stays unharmed', async () => {
  const { uid, gid } = statSync(dataDir())
  const stranger = spawn('sleep', ['600'], { stdio: 'ignore', ...(process.getuid?.() === 0 && { uid, gid }) })
  closing.defer(() => void stranger.kill())
  await once(stranger, 'spawn')
  const lock = `${stranger.pid}\n${dataDir()}\n1\n5432\n\n127.0.0.1\n  1 1\nready   \n`
  writeFileSync(join(dataDir(), 'postmaster.pid'), lock)
  await start()
  await expectData()
  expect(stranger.exitCode ?? stranger.signalCode).toBe(null)
})

test('restarts a database that is killed, at the same address, and gives up after the fourth time', async () => {
  const { url, failed } = await start()
  for (let kills = 1; kills <= 3; kills += 1) {
    const { postgres } = folder.connection()
    kill()
    await restarted(postgres)
    expect(folder.connection().databaseUrl).toBe(url)
  }
  await expectData()
  kill()
  await expect(failed).rejects.toThrow('The database keeps stopping')
})

test.skipIf(process.platform === 'win32')(
  'its statements take the socket in its folder, not the network',
  async () => {
    const { url } = await start()
    expect(await query(url, 'select inet_client_addr() as address')).toEqual([{ address: null }])
    expect(statSync(dataDir()).mode & 0o077).toBe(0)
  },
)

test('a server that has no socket is reached by its port', async () => {
  const { url } = await leaveBehind()
  expect((await start()).url).toBe(url)
  await expectData()
})
