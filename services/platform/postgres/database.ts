import knex, { type Knex } from 'knex'
import pg from 'pg'
import { databaseVersion, migrationsFolder, refuseNewer } from './database-version.ts'
import { isSilence } from './postgres-errors.ts'
import { sha256 } from '../primitives/ids.ts'
import type { Logger } from '../watch/logger.ts'
import { clientOf, type ReadModelTables } from './read-tables.ts'

export type { Knex }

/** Any constant that nothing else in the database locks. */
const migrationLock = 817_204_611

const passingStates = /^(08|25006|40|53|55|57)/
const brokenConnection =
  /connection (terminated|error|timeout)|timeout e(xceeded|xpired)|read timeout|not queryable/i

/** True when the same statement may succeed later: the database is away, starting, full, or met a conflict. */
export const isTransient = (error: unknown): boolean => {
  if (error instanceof pg.DatabaseError) return passingStates.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return (
    error.name === 'KnexTimeoutError' ||
    /^(E[A-Z]+|EAI_AGAIN)$/.test(code ?? '') ||
    brokenConnection.test(error.message)
  )
}

// It would write to the console; what matters reaches the caller as an error.
const silent = { debug() {}, warn() {}, error() {}, deprecate() {} }

/**
 * For `options` of a statement that comes again and again: each connection plans it once. Its columns are written out, so
 * that it outlives a table which gets another one.
 */
export const planned = (sql: string): { readonly name: string } => ({
  name: sha256(sql).toString('base64url'),
})

export type DatabaseOptions = {
  /** A statement that takes longer is given up; absent: it may take for ever. */
  readonly answerMs?: number
  /** Those that queries read; where one of them is not there, they throw `read-model.building`. */
  readonly readModels?: readonly ReadModelTables[]
}

/**
 * Query builder over a pool of at most 10 connections, opened on demand. End it with `destroy()`. Where a
 * statement was given up nobody believes the connections of that time any more: behind a network that drops
 * everything they look alive.
 */
export const openDatabase = (url: string, { answerMs, readModels }: DatabaseOptions = {}): Knex => {
  const bornAt = new WeakMap<object, number>()
  let silentAt = -Infinity
  const db = knex({
    client: readModels ? (clientOf(readModels) as unknown as typeof knex.Client) : 'pg',
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
        bornAt.set(connection, performance.now())
        done()
      },
      validate: (connection: object) => (bornAt.get(connection) ?? 0) > silentAt,
    },
    acquireConnectionTimeout: 5_000,
    log: silent,
  })
  db.on('query-error', (error: Error) => {
    if (isSilence(error)) silentAt = performance.now()
  })
  return db
}

/** What the database takes for the time. */
export const databaseTime = async (db: Knex): Promise<Date> => {
  const { rows } = await db.raw<{ rows: { now: Date }[] }>('SELECT now() AS now')
  return rows[0]!.now
}

/**
 * Brings the database to the newest migration; safe to call from several processes at once. The query builder's
 * own lock outlives a killed process, so a session lock of the database stands in front of it.
 * Throws DatabaseIsNewer when the database is newer than this program.
 */
export const migrate = async (url: string, log?: Logger): Promise<void> => {
  const guard = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  guard.on('error', (error) => log?.warn({ err: error }, 'migration lock connection lost'))
  await guard.connect()
  const database = openDatabase(url)
  try {
    await guard.query('select pg_advisory_lock($1)', [migrationLock])
    refuseNewer(await databaseVersion(database))
    const options = { directory: migrationsFolder, loadExtensions: ['.ts'] }
    await database.migrate.forceFreeMigrationsLock(options)
    const [, applied] = (await database.migrate.latest(options)) as [number, string[]]
    if (applied.length > 0) log?.info({ applied }, 'database migrated')
  } finally {
    await database.destroy()
    await guard.end()
  }
}
