import { setTimeout as pause } from 'node:timers/promises'
import { databaseVersion, namesOf, refuseNewer } from '../postgres/database-version.ts'
import { isTransient, type Knex } from '../postgres/database.ts'
import { AccessRefused, Unavailable, type EventStore, type Position } from '../event-store/event-store.ts'
import { mismatchOf, type Checkpoint } from '../event-store/checkpoint-mismatch.ts'
import type { Config } from '../config/config.ts'
import { NotTakenOver } from './taken-over.ts'
import type { Logger } from '../watch/logger.ts'
import { requireSecrets } from '../secrets/secret-marks.ts'

/** The database lacks migrations. */
export class NotMigrated extends Error {}

/** The read models were built from another event store. */
export class StoreExchanged extends Error {}

/** The event store lacks events that a read model or reactor has already handled: it was restored from an older backup. */
export class StoreSetBack extends Error {}

/** Whether the stores do not belong together. Waiting does not help. */
export const isMisplaced = (error: unknown): boolean =>
  error instanceof StoreExchanged || error instanceof StoreSetBack

/** Whether PostgreSQL, EventStoreDB, Redis or the mail server rejects our credentials. */
export const isRefused = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return (
    error instanceof AccessRefused ||
    code === '28000' ||
    code === '28P01' ||
    // A 4xx of a mail server is temporary.
    (code === 'EAUTH' && !(Number(responseCode) < 500)) ||
    // A missing password, or one that cannot be right.
    /^(WRONGPASS|NOAUTH|NOPERM|SASL)\b/.test(error.message)
  )
}

/** Names the unavailable store if waiting may help. Undefined for any other error. */
const awayIn = (error: unknown): string | undefined => {
  if (isRefused(error)) return undefined
  if (error instanceof NotMigrated) return 'the database to be migrated'
  if (error instanceof NotTakenOver) return 'an operator: npm run ops -- take-over'
  if (error instanceof Unavailable) return 'the event store'
  return isTransient(error) ? 'the database' : undefined
}

export const isAway = (error: unknown): boolean => awayIn(error) !== undefined

const retryAfterMs = { first: 200, longest: 5_000 }

/**
 * Repeats and logs `step` while a store is unavailable. Throws errors that waiting cannot solve, such as a wrong password, and an
 * AbortError when `signal` aborts.
 */
export const whenStoresAreThere = async <T>(
  step: () => Promise<T>,
  { log, signal }: { readonly log: Logger; readonly signal: AbortSignal },
): Promise<T> => {
  let logged: string | undefined
  for (let retryMs = retryAfterMs.first; ; retryMs = Math.min(retryMs * 2, retryAfterMs.longest)) {
    signal.throwIfAborted()
    try {
      return await step()
    } catch (error) {
      const away = awayIn(error)
      if (away === undefined) throw error
      if (away !== logged) log.warn({ err: error }, `waiting for ${away}`)
      logged = away
    }
    await pause(retryMs, undefined, { signal })
  }
}

const asDatabaseError = (error: unknown): unknown =>
  isRefused(error)
    ? new Error('DATABASE_URL: the database refuses these credentials', { cause: error })
    : error

/**
 * Checks that database and event store are available, accept our credentials, are migrated, and belong together and to our
 * secrets. Throws the error of an unavailable store, NotMigrated, DatabaseIsNewer, SecretChanged or StoreExchanged.
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
    throw asDatabaseError(error)
  })
  refuseNewer(version)
  if (version.missing.length > 0) throw new NotMigrated(`the database lacks ${namesOf(version.missing)}`)
  await requireSecrets({ db, config })
  const storeId = await eventStore.identity()
  const other = (await storedCheckpoints(db)).find(({ store_id }) => store_id !== storeId)
  if (other)
    throw new StoreExchanged(
      `The event store is another one (${storeId}) than ${other.name} was built from (${other.store_id}).`,
    )
}

export type StoredCheckpoint = Checkpoint & { readonly name: string; readonly kind: 'read model' | 'reactor' }

const storedCheckpoints = async (db: Knex): Promise<readonly StoredCheckpoint[]> => {
  const { rows } = await db.raw<{ rows: StoredCheckpoint[] }>(
    `SELECT name, 'read model' AS kind, store_id, position, fact FROM checkpoints WHERE state <> 'retiring'
     UNION ALL SELECT name, 'reactor', store_id, position, fact FROM reactor_checkpoints`,
  )
  return rows
}

type Store = Pick<EventStore, 'identity' | 'head' | 'factAt'>

/** Returns the store with its answers cached. */
export const remembering = (store: Store): Store => {
  const [identity, head] = [store.identity(), store.head()]
  // The callers of `identity` and `head` handle errors.
  for (const answer of [identity, head]) answer.catch(() => {})
  const facts = new Map<Position, ReturnType<Store['factAt']>>()
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

/** Returns the checkpoints that do not fit the event store, each with the reason. Throws Unavailable. */
export const misplacedCheckpoints = async (
  db: Knex,
  eventStore: Store,
): Promise<readonly (StoredCheckpoint & { readonly why: string })[]> => {
  // Read before the store is asked, because checkpoints may be moving.
  const checkpoints = await storedCheckpoints(db)
  const store = remembering(eventStore)
  const found = []
  for (const checkpoint of checkpoints) {
    const why = await mismatchOf(store, checkpoint)
    if (why) found.push({ ...checkpoint, why })
  }
  return found
}

/** Checks that every checkpoint fits the event store. Throws StoreExchanged, StoreSetBack or Unavailable. */
export const requireCheckpoints = async ({
  db,
  eventStore,
}: {
  readonly db: Knex
  readonly eventStore: Store
}): Promise<void> => {
  const [first] = await misplacedCheckpoints(db, eventStore)
  if (!first) return
  const { name, position, why, store_id } = first
  if (why === 'of another event store')
    throw new StoreExchanged(`The event store is another one than ${name} was built from (${store_id}).`)
  throw new StoreSetBack(`${name} is at ${position}, ${why}. After a restore, run: npm run ops -- restored`)
}
