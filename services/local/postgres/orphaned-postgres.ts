import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { commandLine, findProcess, isRunning, type ProcessId } from './process-id.ts'
import { UserFacingError } from '../user-facing-error.ts'
import type { PostgresServer } from './postgres-server.ts'
import type { Logger } from '#platform/watch/logger.ts'

const lockFile = (dataDir: string) => join(dataDir, 'postmaster.pid')

/** Lines of the lock file that Postgres keeps in its data folder: pid, folder, start, port …; empty when absent. */
const lockLines = (dataDir: string): string[] => {
  try {
    return readFileSync(lockFile(dataDir), 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/**
 * The Postgres that a killed predecessor left on `dataDir`: the one it recorded, or, when it died before it
 * could, the one that Postgres' own lock file names, if that process really was started on this folder.
 */
export const findOrphan = (dataDir: string, recorded: ProcessId | null): ProcessId | null => {
  if (recorded && isRunning(recorded)) return recorded
  const pid = Number(lockLines(dataDir)[0])
  if (!Number.isInteger(pid) || pid <= 0) return null
  const named = findProcess(pid)
  return named && commandLine(pid).includes(dataDir) ? named : null
}

/**
 * Postgres refuses to start while any process has the number in its lock file, also a stranger that was
 * given it later. The number of its own parent it takes for stale, and still makes sure that nobody is left
 * on its shared memory, which removing the file would skip. Call it only when `findOrphan` found nobody.
 */
export const clearStaleLock = (dataDir: string): void => {
  const [first, ...rest] = lockLines(dataDir)
  if (first !== undefined) writeFileSync(lockFile(dataDir), [process.pid, ...rest].join('\n'))
}

const goneWithin = async (server: ProcessId, ms: number): Promise<boolean> => {
  const deadline = Date.now() + ms
  while (isRunning(server)) {
    if (Date.now() > deadline) return false
    await delay(20)
  }
  return true
}

/** Shuts a Postgres down that is not our child: in good order, then at once (it recovers), then by force. */
const endPostgres = async (server: ProcessId): Promise<void> => {
  const steps = [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const
  for (const [signal, ms] of steps) {
    if (!isRunning(server)) return
    try {
      process.kill(server.pid, signal)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EPERM')
        throw new UserFacingError(
          `A database that an earlier run left behind (process ${server.pid}) belongs to another account. End it there.`,
        )
      if (code !== 'ESRCH') throw error
    }
    if (await goneWithin(server, ms)) return
  }
  throw new UserFacingError(`The database of an earlier run (process ${server.pid}) cannot be ended.`)
}

const isOurs = async (url: string, dataDir: string): Promise<boolean> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    if (realpathSync(rows[0]?.data_directory ?? '') !== realpathSync(dataDir)) return false
    // What the dead predecessor was still doing must not go on beside us.
    await client.query(
      "select pg_terminate_backend(pid, 1000) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    )
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

const adopt = (orphan: ProcessId, url: string, port: number): PostgresServer => {
  let stopping: Promise<void> | undefined
  const watch = async () => {
    while (isRunning(orphan)) await delay(500, undefined, { ref: false })
  }
  return { url, pid: orphan.pid, port, exited: watch(), stop: () => (stopping ??= endPostgres(orphan)) }
}

/** Takes the orphan over when it answers with our password and serves our folder; ends it otherwise (null). */
export const takeOver = async (
  orphan: ProcessId,
  dataDir: string,
  password: string,
  log: Logger,
): Promise<PostgresServer | null> => {
  const port = Number(lockLines(dataDir)[3])
  const url = `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`
  if (Number.isInteger(port) && port > 0 && (await isOurs(url, dataDir))) {
    log.info({ pid: orphan.pid }, 'database of an earlier run taken over')
    return adopt(orphan, url, port)
  }
  log.warn({ pid: orphan.pid }, 'ending a database of an earlier run that does not answer')
  await endPostgres(orphan)
  return null
}
