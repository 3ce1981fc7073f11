import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readdirSync, renameSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { databaseAccount, runAs } from './postgres-account.ts'
import { environment, initialise, loadBinaries } from './postgres-initialise.ts'
import type { Logger } from '#platform/watch/logger.ts'

export type PostgresServer = {
  /** of the superuser's database `postgres`, including the password */
  readonly url: string
  readonly pid: number
  readonly port: number
  /** Settles when the server process has ended for any reason. */
  readonly exited: Promise<void>
  /** Closes sessions and shuts down; a second call waits for the first. */
  stop(): Promise<void>
}

type Options = {
  /**
   * Created and initialised when missing or empty. Its log is `<dataDir>.log`; the one before is
   * `<dataDir>.previous.log`.
   */
  readonly dataDir: string
  /** The superuser's password: set at initialisation, the same ever after. */
  readonly password: string
  /** A free port by default. */
  readonly port?: number
  readonly settings?: Readonly<Record<string, string>>
  /** For throwaway databases: initialises without fsync. */
  readonly noSync?: boolean
  readonly log: Logger
}

const startWithinMs = 120_000
const stopWithinMs = 20_000
const retryWithinMs = 15_000

/** What every PostgreSQL of the product has, also that of docker-compose.yml. */
export const COMMON_SETTINGS = {
  // A plan made for an empty table scans all rows until the table is analysed.
  autovacuum_naptime: '5s',
  // Statements and key values would write personal data into the log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  // No statement takes long enough to be worth compiling.
  jit: 'off',
}

const fixedSettings = { ...COMMON_SETTINGS, listen_addresses: '127.0.0.1', unix_socket_directories: '' }

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
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
      throw new Error('The database rejects its password.', { cause: error })
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

/** Children of a killed predecessor may still write to its log, so this start gets a new one. */
const freshLog = (dataDir: string): string => {
  const file = `${dataDir}.log`
  if (existsSync(file)) renameSync(file, `${dataDir}.previous.log`)
  return file
}

const launch = async (options: Options, postgres: string, logFile: string): Promise<PostgresServer> => {
  const { dataDir, password } = options
  const port = options.port ?? (await freePort())
  const settings = Object.entries({ ...fixedSettings, ...options.settings, port: String(port) })
  const args = ['-D', dataDir, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const run = runAs(databaseAccount(dataDir), [dirname(postgres), dirname(dataDir)], postgres, args)
  const output = openSync(logFile, 'a', 0o600)
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

// After a kill -9 the server's children hold the shared memory for a moment, and its pid exists until it is reaped.
// Another program may have taken the free port.
const isTemporary = (error: unknown): boolean =>
  /shared memory block|postmaster\.pid|could not bind/.test((error as Error).message)

/**
 * Starts PostgreSQL on the loopback interface and waits until it accepts connections. It is detached: signals to
 * our process group do not reach it, and it outlives us unless `stop` is called. Waits at most 15 s for the remains
 * of a killed predecessor. Throws an Error with the last lines of its log when it does not start.
 */
export const startPostgresServer = async (given: Options): Promise<PostgresServer> => {
  const options = { ...given, dataDir: resolve(given.dataDir) }
  const { dataDir, log } = options
  const binaries = await loadBinaries()
  mkdirSync(dirname(dataDir), { recursive: true })
  if (!existsSync(dataDir) || readdirSync(dataDir).length === 0) {
    await initialise(binaries, options, databaseAccount(dataDir))
    log.info({ dataDir }, 'database initialised')
  }
  if (!existsSync(join(dataDir, 'PG_VERSION')))
    throw new Error(`${dataDir} contains files but no database. Choose an empty folder.`)

  const logFile = freshLog(dataDir)
  const deadline = Date.now() + retryWithinMs
  for (;;) {
    try {
      return await launch(options, binaries.postgres, logFile)
    } catch (error) {
      if (!isTemporary(error) || Date.now() > deadline) throw error
      log.info('waiting for the remains of a killed database')
      await delay(100)
    }
  }
}
