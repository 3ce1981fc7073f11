import { setTimeout as pause } from 'node:timers/promises'
import { databaseVersion, refuseNewer } from '../postgres/database-version.ts'
import { isTransient, type Knex } from '../postgres/database.ts'
import { AccessRefused, Unavailable, type EventStore, type Position } from '../event-store/event-store.ts'
import { mismatchOf, type Checkpoint } from '../event-store/checkpoint-mismatch.ts'
import type { Config } from '../config/config.ts'
import type { Logger } from '../watch/logger.ts'
import { requireSecrets } from '../secrets/secret-marks.ts'

/** The database is there, and has not got every migration yet. */
export class NotMigrated extends Error {}

/** The read models were built from other facts than those of this event store. */
export class StoreExchanged extends Error {}

/** The event store lacks facts that somebody has followed already: it was restored from an older backup. */
export class StoreSetBack extends Error {}

/** What no waiting changes: the stores that were found do not belong together. */
export const isMisplaced = (error: unknown): boolean =>
  error instanceof StoreExchanged || error instanceof StoreSetBack

/** A server that is there and does not take our credentials: PostgreSQL, EventStoreDB, Redis, the mail server. */
export const isRefused = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return (
    error instanceof AccessRefused ||
    code === '28000' ||
    code === '28P01' ||
    // A mail server's 4xx is about this moment, not about our password.
    (code === 'EAUTH' && !(Number(responseCode) < 500)) ||
    // No password was given where one is asked for, or one that cannot be right.
    /^(WRONGPASS|NOAUTH|NOPERM|SASL)\b/.test(error.message)
  )
}

/** What is away, in words, when waiting may help; undefined for any other error. */
const awayIn = (error: unknown): string | undefined => {
  if (isRefused(error)) return undefined
  if (error instanceof NotMigrated) return 'the database to be migrated'
  if (error instanceof Unavailable) return 'the event store'
  return isTransient(error) ? 'the database' : undefined
}

export const isAway = (error: unknown): boolean => awayIn(error) !== undefined

const retryAfterMs = { first: 200, longest: 5_000 }

/**
 * Repeats `step` for as long as a store is away, and says so. Throws what waiting does not help against, such
 * as a wrong password, and an AbortError when `signal` aborts.
 */
export const whenStoresAreThere = async <T>(
  step: () => Promise<T>,
  { log, signal }: { readonly log: Logger; readonly signal: AbortSignal },
): Promise<T> => {
  let toldOf: string | undefined
  for (let retryMs = retryAfterMs.first; ; retryMs = Math.min(retryMs * 2, retryAfterMs.longest)) {
    signal.throwIfAborted()
    try {
      return await step()
    } catch (error) {
      const away = awayIn(error)
      if (away === undefined) throw error
      if (away !== toldOf) log.warn({ err: error }, `waiting for ${away}`)
      toldOf = away
    }
    await pause(retryMs, undefined, { signal })
  }
}

const ofDatabase = (error: unknown): unknown =>
  isRefused(error)
    ? new Error('DATABASE_URL: the database refuses these credentials', { cause: error })
    : error

/**
 * Database and event store are there, take our credentials, are migrated, and belong together and to our
 * secrets. Throws what is away, NotMigrated, DatabaseIsNewer, SecretChanged, StoreExchanged.
 */
export const requireStores = async ({
  config,
  db,
  eventStore,
}: {
  readonly config: Config
  readonly db: Knex
  readonly eventStore: EventStore
}): Promise<void> => {
  const version = await databaseVersion(db).catch((error: unknown) => {
    throw ofDatabase(error)
  })
  refuseNewer(version)
  if (version.missing.length > 0) throw new NotMigrated(`the database lacks ${version.missing.join(', ')}`)
  await requireSecrets({ db, config })
  const storeId = await eventStore.identity()
  const other = (await storedCheckpoints(db)).find(({ store_id }) => store_id !== storeId)
  if (other)
    throw new StoreExchanged(
      `The event store is another one (${storeId}) than ${other.name} was built from (${other.store_id}).`,
    )
}

export type StoredCheckpoint = Checkpoint & { readonly name: string; readonly kind: 'read model' | 'reactor' }

/** Everybody who follows the facts, read models and reactors, and how far they are. */
const storedCheckpoints = async (db: Knex): Promise<readonly StoredCheckpoint[]> => {
  const { rows } = await db.raw<{ rows: StoredCheckpoint[] }>(
    `SELECT name, 'read model' AS kind, store_id, position, fact FROM checkpoints WHERE state <> 'retiring'
     UNION ALL SELECT name, 'reactor', store_id, position, fact FROM reactor_checkpoints`,
  )
  return rows
}

type Asked = Pick<EventStore, 'identity' | 'head' | 'factAt'>

/** The same store, which answers what it has answered once. */
export const remembering = (store: Asked): Asked => {
  const [identity, head] = [store.identity(), store.head()]
  // Whoever asks hears of it.
  for (const answer of [identity, head]) answer.catch(() => {})
  const facts = new Map<Position, ReturnType<Asked['factAt']>>()
  return {
    identity: () => identity,
    head: () => head,
    factAt(position) {
      const known = facts.get(position) ?? store.factAt(position)
      facts.set(position, known)
      return known
    },
  }
}

/** Those who follow another store than this one, or facts that it does not hold, each with why. Throws Unavailable. */
export const misplacedCheckpoints = async (
  db: Knex,
  eventStore: Asked,
): Promise<readonly (StoredCheckpoint & { readonly why: string })[]> => {
  // Read first: they may be moving along right now.
  const followers = await storedCheckpoints(db)
  const store = remembering(eventStore)
  const found = []
  for (const follower of followers) {
    const why = await mismatchOf(store, follower)
    if (why) found.push({ ...follower, why })
  }
  return found
}

/** Nobody is further than the event store, nor on facts that are gone. Throws StoreExchanged, StoreSetBack, Unavailable. */
export const requireCheckpoints = async ({
  db,
  eventStore,
}: {
  readonly db: Knex
  readonly eventStore: Asked
}): Promise<void> => {
  const [first] = await misplacedCheckpoints(db, eventStore)
  if (!first) return
  const { name, position, why, store_id } = first
  if (why === 'of another event store')
    throw new StoreExchanged(`The event store is another one than ${name} was built from (${store_id}).`)
  throw new StoreSetBack(`${name} is at ${position}, ${why}. After a restore: npm run ops -- restored`)
}
