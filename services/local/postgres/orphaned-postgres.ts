import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { commandLine, findProcess, isRunning, type ProcessId } from './process-id.ts'
import { UserFacingError } from '../user-facing-error.ts'
import type { PostgresServer } from './postgres-server.ts'
import type { Logger } from '#platform/watch/logger.ts'

const lockFile = (dataDir: string) => join(dataDir, 'postmaster.pid')

/** The lines of PostgreSQL's lock file: pid, folder, start, port …; empty when it does not exist. */
const lockLines = (dataDir: string): string[] => {
  try {
    return readFileSync(lockFile(dataDir), 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/**
 * Finds the PostgreSQL of a killed predecessor: the recorded process, or the one in PostgreSQL's own lock file if
 * it was really started on this folder.
 */
export const findOrphan = (dataDir: string, recorded: ProcessId | null): ProcessId | null => {
  if (recorded && isRunning(recorded)) return recorded
  const pid = Number(lockLines(dataDir)[0])
  if (!Number.isInteger(pid) || pid <= 0) return null
  const named = findProcess(pid)
  return named && commandLine(pid).includes(dataDir) ? named : null
}

/**
 * PostgreSQL refuses to start while any process has the pid in its lock file, even an unrelated one. It treats the
 * pid of its own parent as stale, and still checks the shared memory, which deleting the file would skip. Call it
 * only when `findOrphan` returned null.
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

/** Stops a PostgreSQL that is not our child: a fast shutdown, then an immediate one (it recovers), then SIGKILL. */
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
          `The database of an earlier run (process ${server.pid}) belongs to another account. Stop it there.`,
        )
      if (code !== 'ESRCH') throw error
    }
    if (await goneWithin(server, ms)) return
  }
  throw new UserFacingError(`The database of an earlier run (process ${server.pid}) cannot be stopped.`)
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
    // Statements of the dead predecessor must not go on beside us.
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

/** Takes over the orphan if it accepts our password and serves our folder; otherwise stops it and returns null. */
export const takeOver = async (
  orphan: ProcessId,
  dataDir: string,
  password: string,
  log: Logger,
): Promise<PostgresServer | null> => {
  const port = Number(lockLines(dataDir)[3])
  const url = `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`
  if (Number.isInteger(port) && port > 0 && (await isOurs(url, dataDir))) {
    log.info({ pid: orphan.pid }, 'took over the database of an earlier run')
    return adopt(orphan, url, port)
  }
  log.warn({ pid: orphan.pid }, 'stopping the database of an earlier run, which does not answer')
  await endPostgres(orphan)
  return null
}
