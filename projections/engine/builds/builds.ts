import type { Knex } from 'knex'
import type { EventStore, Position } from '#platform/event-store/event-store.ts'
import { mismatchOf } from '#platform/event-store/checkpoint-mismatch.ts'
import { itself, noteStep, type By } from './steps.ts'
import { createIndexes, createTables, LONG_MS, type Tables } from '../definition/tables.ts'

/**
 * Builds of read models stand beside each other: each has its tables in a schema of its own and a checkpoint of its own,
 * both under its name. Readers use the names of the tables alone, which are views of the active build.
 */
export type Build = {
  /** e.g. `users_3` */
  readonly name: string
  readonly model: string
  /** Of the read model's definition. */
  readonly version: number
  /** Counts the builds of the model. */
  readonly build: number
  readonly state: BuildState
  /** Becomes active by itself when it stands at the head. */
  readonly promotes: boolean
  readonly store_id: string
  /** The head of the event store when it was begun. */
  readonly begun_at: Position | null
  readonly position: Position | null
  /** Which fact stands at the position, as `hashOrId` says. */
  readonly fact: string | null
  /** How often facts that were set aside have been taken up again. */
  readonly resumed: number
  readonly created_at: Date
  readonly updated_at: Date
  readonly promoted_at: Date | null
  /** The build that was read before this one was: where a rollback leads. */
  readonly follows: string | null
}

/**
 * building: its tables are being filled. ready: could be promoted. active: is read. previous: was active, and can be again.
 * retiring: is about to be gone, and nobody's any more.
 */
export type BuildState = 'building' | 'ready' | 'active' | 'previous' | 'retiring'

export type ReadModel = { readonly name: string; readonly version: number; readonly tables: Tables }

type Refusal =
  | 'unknown'
  | 'is active'
  | 'is not active'
  | 'is not built'
  | 'is behind'
  | 'has facts set aside'
  | 'cannot be read by running programs'
  | 'has no previous build'
  | 'is not there'
  | 'has no build to promote'
  | 'has nothing to retire'
  | 'has several builds'
  | 'is going already'
  | 'comes too late'
  | 'has nothing set aside'

/** A step that would show somebody less or other than the truth, or that has been taken already. Nothing has changed. */
export class BuildRefused extends Error {
  readonly refusal: Refusal
  constructor(name: string, refusal: Refusal, more = '') {
    super(`${name} ${refusal === 'unknown' ? 'is no build' : refusal}${more && `: ${more}`}`)
    this.refusal = refusal
  }
}

/** The log that a build was made from is another one now, or shorter: going on would skip facts in silence. */
export class CheckpointMismatch extends Error {}

type Store = Pick<EventStore, 'identity' | 'head' | 'factAt'>

/**
 * Whoever waits for a lock of readers gives up, rather than keep those behind it waiting: over all tables of a model in less
 * than the second after which PostgreSQL ends one of those who wait for each other, which could be a reader.
 */
export const LOCK_MS = 120

/** Tells who looks at builds that there is something to see. */
export const tell = (db: Knex, model: string): Promise<unknown> =>
  db.raw(`SELECT pg_notify('builds', ?)`, [model])

/** Tells who waits for positions of the model where it is read from now on; null: nowhere. */
export const tellPlace = (db: Knex, model: string, position: Position | null): Promise<unknown> =>
  db.raw(`SELECT pg_notify('checkpoint', ?)`, [`${model} ${position ?? ''}`])

/**
 * A transaction that outlives a crash of the database, whatever its connection says: a projector's rows may be lost, and are
 * made again, but not what they are rows of.
 */
export const lasting = <T>(db: Knex, work: (trx: Knex) => Promise<T>): Promise<T> =>
  db.transaction(async (trx) => {
    await trx.raw('SET LOCAL synchronous_commit = on')
    return work(trx)
  })

/** Every build, oldest first; of one model where it is named. */
export const buildsOf = (db: Knex, model?: string): Promise<Build[]> =>
  db('checkpoints')
    .modify((rows) => void (model !== undefined && rows.where({ model })))
    .orderBy(['model', 'build'])

export const buildNamed = async (db: Knex, name: string): Promise<Build> => {
  const build: Build | undefined = await db('checkpoints').where({ name }).first()
  if (!build) throw new BuildRefused(name, 'unknown')
  return build
}

/** The build that is read. */
export const activeBuild = (db: Knex, model: string): Promise<Build | undefined> =>
  db('checkpoints').where({ model, state: 'active' }).first()

/**
 * Begins another build of the model, empty; a projector that has its writer fills it. One that `promotes` is active as
 * soon as it stands at the head.
 */
export const startBuild = (
  db: Knex,
  { name: model, version, tables }: ReadModel,
  store: Pick<EventStore, 'identity' | 'head'>,
  { promotes, by = itself }: { readonly promotes: boolean; readonly by?: By },
): Promise<Build> =>
  lasting(db, async (trx) => {
    // Two who begin at once get numbers of their own.
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
    await noteStep(trx, by, { type: 'ReadModelBuildStarted', data: { model, version, build } })
    await tell(trx, model)
    return row
  })

/** Throws CheckpointMismatch when the store is another one, or no longer holds what the build stands on. */
export const requireFitting = async (store: Store, build: Build): Promise<void> => {
  const mismatch = await mismatchOf(store, build)
  if (mismatch) throw new CheckpointMismatch(`${build.name} is at ${build.position}, ${mismatch}`)
}

/**
 * The builds of this version, to be kept up; the first one is begun where there is none. Throws CheckpointMismatch.
 */
export const openBuilds = async (db: Knex, model: ReadModel, store: Store): Promise<Build[]> => {
  const { name, version } = model
  const known = (await buildsOf(db, name)).filter(({ state }) => state !== 'retiring')
  for (const build of known) await requireFitting(store, build)
  const ours = known.filter((build) => build.version === version)
  if (ours.length > 0) return ours
  // An older program leaves alone what a newer one has made of the model.
  if (known.some((build) => build.version > version)) return []
  return [await startBuild(db, model, store, { promotes: true })]
}

/** Ends the first filling of a build, whose tables have no index yet but their keys. */
export const finishBuild = (db: Knex, name: string, { name: model, tables }: ReadModel): Promise<void> =>
  lasting(db, async (trx) => {
    // Two who filled it together would make the same index at once.
    await trx
      .raw('SELECT pg_advisory_xact_lock(hashtext(?))', [`indexes ${name}`])
      .options({ query_timeout: LONG_MS })
    // A fifth to two fifths less time than with the 64 MB of a server as it comes.
    await trx.raw(`SET LOCAL maintenance_work_mem = '256MB'`)
    await createIndexes(trx, name, tables)
    await trx('checkpoints').where({ name, state: 'building' }).update({ state: 'ready' })
    await tell(trx, model)
  })

/** The rows of the model's builds, so that nobody moves one of them or changes its state meanwhile. */
export const locked = (trx: Knex, model: string): Promise<Build[]> =>
  trx('checkpoints').where({ model }).orderBy('name').forUpdate()
