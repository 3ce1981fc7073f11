import type { Knex } from 'knex'
import type { EventStore, Position } from '#platform/event-store/event-store.ts'
import { mismatchOf } from '#platform/event-store/checkpoint-mismatch.ts'
import { byProjector, recordStep, type StepBy } from './steps.ts'
import { createIndexes, createTables, LONG_MS, type Tables } from '../definition/tables.ts'

/**
 * Several builds of a read model exist side by side. Each has its own schema and checkpoint, both under its name.
 * Readers use unqualified table names, which are views of the active build.
 */
export type Build = {
  /** e.g. `users_3` */
  readonly name: string
  readonly model: string
  /** The version of the read model's definition. */
  readonly version: number
  /** Numbers the builds of the model. */
  readonly build: number
  readonly state: BuildState
  /** The projector promotes it when it reaches the head. */
  readonly promotes: boolean
  readonly store_id: string
  /** The head of the event store when the build started. */
  readonly begun_at: Position | null
  readonly position: Position | null
  /** The `hashOrId` of the fact at the position. */
  readonly fact: string | null
  /** How often its blocked facts were retried. */
  readonly resumed: number
  readonly created_at: Date
  readonly updated_at: Date
  readonly promoted_at: Date | null
  /** The build that was active before: the target of a rollback. */
  readonly follows: string | null
}

/**
 * building: its tables are being filled. ready: it can be promoted. active: readers use it. previous: it was active
 * and can be again. retiring: it is about to be dropped, and nothing may use it.
 */
export type BuildState = 'building' | 'ready' | 'active' | 'previous' | 'retiring'

export type ReadModel = { readonly name: string; readonly version: number; readonly tables: Tables }

/** Why a step is refused, as API clients get it in `refusal`: the keys never change. */
const REFUSALS = {
  unknown: 'is not a build',
  'is active': 'is active',
  'is not built': 'is not built yet',
  'is behind': 'is behind',
  'has facts set aside': 'has blocked facts',
  'cannot be read by running programs': 'cannot be read by running programs',
  'has no previous build': 'has no previous build',
  'is not the previous build': 'is not the previous build',
  'is not there': 'has no active build',
  'has no build to promote': 'has no build to promote',
  'has nothing to retire': 'has no build to retire',
  'has several builds': 'has several builds',
  'is going already': 'is being retired already',
  'comes too late': 'was overtaken',
  'has nothing set aside': 'has no blocked facts',
} as const
type Refusal = keyof typeof REFUSALS

/** The step would show wrong or incomplete data, or was taken already. Nothing has changed. */
export class BuildRefused extends Error {
  readonly refusal: Refusal
  constructor(name: string, refusal: Refusal, more = '') {
    super(`${name} ${REFUSALS[refusal]}${more && `: ${more}`}`)
    this.refusal = refusal
  }
}

/** The event store is another one, or shorter than the build: continuing would skip facts silently. */
export class CheckpointMismatch extends Error {}

type Store = Pick<EventStore, 'identity' | 'head' | 'factAt'>

/**
 * A promotion gives up waiting for a lock of readers, as later readers queue behind it. All tables of a model
 * together take less than the second after which PostgreSQL resolves a deadlock, which could end a reader.
 */
export const LOCK_MS = 75

/** Notifies listeners that builds changed. */
export const notifyBuilds = (db: Knex, model: string): Promise<unknown> =>
  db.raw(`SELECT pg_notify('builds', ?)`, [model])

/** Notifies listeners of the active build's new position; null: no build is active. */
export const notifyPosition = (db: Knex, model: string, position: Position | null): Promise<unknown> =>
  db.raw(`SELECT pg_notify('checkpoint', ?)`, [`${model} ${position ?? ''}`])

/**
 * Runs a transaction that survives a crash of the database. A projector's connection commits asynchronously: its
 * rows can be rebuilt, but not the builds themselves.
 */
export const durably = <T>(db: Knex, work: (trx: Knex) => Promise<T>): Promise<T> =>
  db.transaction(async (trx) => {
    await trx.raw('SET LOCAL synchronous_commit = on')
    return work(trx)
  })

/** Returns every build, or those of one model, oldest first. */
export const buildsOf = (db: Knex, model?: string): Promise<Build[]> =>
  db('checkpoints')
    .modify((rows) => void (model !== undefined && rows.where({ model })))
    .orderBy(['model', 'build'])

export const buildNamed = async (db: Knex, name: string): Promise<Build> => {
  const build: Build | undefined = await db('checkpoints').where({ name }).first()
  if (!build) throw new BuildRefused(name, 'unknown')
  return build
}

export const activeBuild = (db: Knex, model: string): Promise<Build | undefined> =>
  db('checkpoints').where({ model, state: 'active' }).first()

/**
 * Starts an empty build, which a projector of its version fills. With `promotes` it becomes active as soon as it
 * reaches the head.
 */
export const startBuild = (
  db: Knex,
  { name: model, version, tables }: ReadModel,
  store: Pick<EventStore, 'identity' | 'head'>,
  { promotes, by = byProjector }: { readonly promotes: boolean; readonly by?: StepBy },
): Promise<Build> =>
  durably(db, async (trx) => {
    // Two concurrent starts get different numbers.
    await trx.raw('SELECT pg_advisory_xact_lock(hashtext(?))', [`build ${model}`])
    const last = await trx('checkpoints').where({ model }).max('build as build').first()
    const build = Number(last?.build ?? 0) + 1
    const name = `${model}_${build}`
    const [row] = (await trx('checkpoints')
      .insert({
        name,
        model,
        version,
        build,
        state: 'building',
        promotes,
        store_id: await store.identity(),
        begun_at: await store.head(),
      })
      .returning('*')) as [Build]
    await createTables(trx, name, tables)
    await recordStep(trx, by, { type: 'ReadModelBuildStarted', data: { model, version, build } })
    await notifyBuilds(trx, model)
    return row
  })

/** Throws CheckpointMismatch when the build does not belong to this event store. */
export const requireFitting = async (store: Store, build: Build): Promise<void> => {
  const mismatch = await mismatchOf(store, build)
  if (mismatch) throw new CheckpointMismatch(`${build.name} is at ${build.position}, ${mismatch}`)
}

/** Returns the builds of this version, and starts the first one if there is none. Throws CheckpointMismatch. */
export const openBuilds = async (db: Knex, model: ReadModel, store: Store): Promise<Build[]> => {
  const { name, version } = model
  const known = (await buildsOf(db, name)).filter(({ state }) => state !== 'retiring')
  for (const build of known) await requireFitting(store, build)
  const ours = known.filter((build) => build.version === version)
  if (ours.length > 0) return ours
  // An older program does not start a build beside a newer version.
  if (known.some((build) => build.version > version)) return []
  return [await startBuild(db, model, store, { promotes: true })]
}

/** Makes the indexes of a filled build, and marks it ready. `isBusy`: others need the processor now. */
export const finishBuild = (
  db: Knex,
  { name, projection: { name: model, tables } }: { readonly name: string; readonly projection: ReadModel },
  isBusy = false,
): Promise<void> =>
  durably(db, async (trx) => {
    // Two processes that fill the same build would make the same index at once.
    await trx
      .raw('SELECT pg_advisory_xact_lock(hashtext(?))', [`indexes ${name}`])
      .options({ query_timeout: LONG_MS })
    // Takes 20 to 40 % less time than with the default of 64 MB.
    await trx.raw(`SET LOCAL maintenance_work_mem = '256MB'`)
    // Otherwise an index takes two more cores.
    if (isBusy) await trx.raw('SET LOCAL max_parallel_maintenance_workers = 0')
    await createIndexes(trx, name, tables)
    await trx('checkpoints').where({ name, state: 'building' }).update({ state: 'ready' })
    await notifyBuilds(trx, model)
  })

/** Locks and returns the model's builds, so that no other process moves or changes them. */
export const lockBuilds = (trx: Knex, model: string): Promise<Build[]> =>
  trx('checkpoints').where({ model }).orderBy('name').forUpdate()
