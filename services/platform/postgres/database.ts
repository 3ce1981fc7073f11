import knex, { type Knex } from 'knex'
import pg from 'pg'
import { databaseVersion, migrationsFolder, refuseNewer } from './database-version.ts'
import { isSilence } from './postgres-errors.ts'
import type { Logger } from '../watch/logger.ts'
import { clientOf, hasOutdatedPlan, type ReadModelTables } from './read-tables.ts'
import { grantRuntimeRole } from './runtime-role.ts'

export type { Knex }

/** An arbitrary advisory lock key. */
const migrationLock = 817_204_611

const passingStates = /^(08|25006|40|53|55|57)/
const brokenConnection =
  /connection (terminated|error|timeout)|timeout e(xceeded|xpired)|read timeout|not queryable/i

/** Whether the same statement may succeed later: the database is unavailable, starting or full, or there was a conflict. */
export const isTransient = (error: unknown): boolean => {
  if (error instanceof pg.DatabaseError) return passingStates.test(error.code ?? '') || hasOutdatedPlan(error)
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return (
    error.name === 'KnexTimeoutError' ||
    /^(E[A-Z]+|EAI_AGAIN)$/.test(code ?? '') ||
    brokenConnection.test(error.message)
  )
}

// Knex would log to the console. Errors reach the caller.
const silent = { debug() {}, warn() {}, error() {}, deprecate() {} }

/**
 * A column: the commit of a statement that has it does not wait for the disk. A crash of the database server may lose what such a
 * statement of the last second wrote, unless a later commit there has waited. Only for rows whose loss harms nobody: decision 173.
 */
export const UNSYNCED = `set_config('synchronous_commit', 'off', true) AS unsynced`

export type DatabaseOptions = {
  /** The timeout of a statement; none by default. */
  readonly answerMs?: number
  /** Queries on a missing table of these read models throw `read-model.building`. */
  readonly readModels?: readonly ReadModelTables[]
}

/**
 * Opens a query builder over a pool of at most 10 connections, opened on demand. End it with `destroy()`. After a statement timed
 * out, all connections of that time are replaced, because a network that drops packets makes dead ones look alive.
 */
export const openDatabase = (url: string, { answerMs, readModels }: DatabaseOptions = {}): Knex => {
  const openedAt = new WeakMap<object, number>()
  let timedOutAt = -Infinity
  const db = knex({
    client: clientOf(readModels ?? []) as unknown as typeof knex.Client,
    connection: {
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      ...(answerMs !== undefined && { query_timeout: answerMs }),
    },
    pool: {
      min: 0,
      max: 10,
      acquireTimeoutMillis: 5_000,
      idleTimeoutMillis: 30_000,
      afterCreate(connection: object, done: () => void) {
        openedAt.set(connection, performance.now())
        done()
      },
      validate: (connection: object) => (openedAt.get(connection) ?? 0) > timedOutAt,
    },
    acquireConnectionTimeout: 5_000,
    log: silent,
  })
  db.on('query-error', (error: Error) => {
    if (isSilence(error)) timedOutAt = performance.now()
  })
  return db
}

/** The owner looks up names in no schema that the role of the processes may have made. */
const withTrustedPath = (given: string): string => {
  const url = new URL(given)
  url.searchParams.set('options', '-c search_path=public,pg_temp')
  return url.href
}

/** Returns the time of the database clock. */
export const databaseTime = async (db: Knex): Promise<Date> => {
  const { rows } = await db.raw<{ rows: { now: Date }[] }>('SELECT now() AS now')
  return rows[0]!.now
}

/**
 * Migrates the database to the newest version, and gives the role of `runtimeUrl` its rights there. Safe to call from several processes
 * at once: it holds an advisory lock, because knex's own lock survives a killed process. Throws DatabaseIsNewer.
 */
export const migrate = async (given: string, log?: Logger, runtimeUrl?: string): Promise<void> => {
  const url = withTrustedPath(given)
  const guard = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  guard.on('error', (error) => log?.warn({ err: error }, 'migration lock connection lost'))
  const database = openDatabase(url)
  try {
    await guard.connect()
    await guard.query('select pg_advisory_lock($1)', [migrationLock])
    refuseNewer(await databaseVersion(database))
    const options = { directory: migrationsFolder, loadExtensions: ['.ts'] }
    await database.migrate.forceFreeMigrationsLock(options)
    const [, applied] = (await database.migrate.latest(options)) as [number, string[]]
    if (applied.length > 0) log?.info({ applied }, 'database migrated')
    if (runtimeUrl !== undefined) await grantRuntimeRole(guard, runtimeUrl)
  } finally {
    await database.destroy()
    // Also after a failed login: without a password the client stops in the middle of it, and the server waits for the rest.
    await guard.end()
  }
}
