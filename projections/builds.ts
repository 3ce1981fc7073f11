import type { Knex } from 'knex'
import type { EventStore, Position } from '#platform/event-store/event-store.ts'
import { misfitOf } from '#platform/event-store/misfit.ts'
import { createIndexes, createTables, inSchema, LONG_MS, type Tables } from './tables.ts'

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
  /** Which fact stands at the position, as `markOf` says. */
  readonly fact: string | null
  /** How often facts that were set aside have been taken up again. */
  readonly resumed: number
  readonly created_at: Date
  readonly updated_at: Date
  readonly promoted_at: Date | null
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

/** Whoever waits for a lock of readers gives up, rather than keep those behind it waiting. */
export const LOCK_MS = 1_000

/** Tells who looks at builds that there is something to see. */
const tell = (db: Knex, model: string): Promise<unknown> => db.raw(`SELECT pg_notify('builds', ?)`, [model])

/** Tells who waits for positions of the model where it is read from now on; null: nowhere. */
const tellPlace = (db: Knex, model: string, position: Position | null): Promise<unknown> =>
  db.raw(`SELECT pg_notify('checkpoint', ?)`, [`${model} ${position ?? ''}`])

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
  { promotes }: { readonly promotes: boolean },
): Promise<Build> =>
  db.transaction(async (trx) => {
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
    await tell(trx, model)
    return row
  })

/** Throws CheckpointMismatch when the store is another one, or no longer holds what the build stands on. */
export const requireFitting = async (store: Store, build: Build): Promise<void> => {
  const misfit = await misfitOf(store, build)
  if (misfit) throw new CheckpointMismatch(`${build.name} is at ${build.position}, ${misfit}`)
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
export const finishBuild = async (
  db: Knex,
  name: string,
  { name: model, tables }: ReadModel,
): Promise<void> => {
  await createIndexes(db, name, tables)
  await db('checkpoints').where({ name, state: 'building' }).update({ state: 'ready' })
  await tell(db, model)
}

type Columns = { readonly [column: string]: string }

/** Columns with their types, in their order. */
export const columnsOf = async (trx: Knex, schema: string, table: string): Promise<Columns> => {
  const { rows } = await trx.raw<{ rows: { name: string; type: string }[] }>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = to_regclass(?) AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [inSchema(schema, table)],
  )
  return Object.fromEntries(rows.map(({ name, type }) => [name, type]))
}

/** Points the stable name of a table at that of a build. Its columns only grow, so that who reads by it always can. */
export const show = async (trx: Knex, schema: string, table: string): Promise<void> => {
  const shown = await columnsOf(trx, 'public', table)
  const columns = await columnsOf(trx, schema, table)
  const missing = Object.keys(shown).filter((column) => columns[column] !== shown[column])
  if (missing.length > 0)
    throw new BuildRefused(
      schema,
      'cannot be read by running programs',
      `${table} lacks ${missing.join(', ')}`,
    )
  const list = [...new Set([...Object.keys(shown), ...Object.keys(columns)])].map((column) => `"${column}"`)
  await trx.raw(
    `CREATE OR REPLACE VIEW "${table}" AS SELECT ${list.join(', ')} FROM ${inSchema(schema, table)}`,
  )
}

/** The same for all tables of a build. */
const point = async (trx: Knex, { name: schema }: Build, before: Build | undefined): Promise<void> => {
  const tablesOf = (of: string): Promise<string[]> =>
    trx('pg_tables').where({ schemaname: of }).orderBy('tablename').pluck('tablename')
  const tables = await tablesOf(schema)
  const lost = before && (await tablesOf(before.name)).filter((table) => !tables.includes(table))
  if (lost?.length)
    throw new BuildRefused(schema, 'cannot be read by running programs', `no ${lost.join(', ')}`)
  for (const table of tables) await show(trx, schema, table)
}

const isBehind = (build: { position: Position | null }, goal: Position | null): boolean =>
  (build.position ?? '') < (goal ?? '')

/** Facts that stand aside in `build`, and would not in `before`. */
const asideBeyond = async (trx: Knex, build: Build, before: Build | undefined): Promise<number> => {
  const row = await trx('parked_facts')
    .where({ build: build.name })
    .whereNotIn(
      'position',
      trx('parked_facts')
        .where({ build: before?.name ?? '' })
        .select('position'),
    )
    .count({ count: '*' })
    .first()
  return Number(row?.count)
}

/** The rows of the model's builds, so that nobody moves one of them or changes its state meanwhile. */
export const locked = (trx: Knex, model: string): Promise<Build[]> =>
  trx('checkpoints').where({ model }).orderBy('name').forUpdate()

/**
 * Lets a build be read instead of the active one, which stays as `previous`: in one transaction, and only where no read
 * would see less than before. `head`: how far it has to be at least. Throws BuildRefused, and what `isTransient` says
 * when readers did not let go in time.
 */
export const promote = (db: Knex, name: string, head: Position | null): Promise<Build> =>
  db.transaction(async (trx) => {
    await trx.raw(`SET LOCAL lock_timeout = ${LOCK_MS}`)
    const { model } = await buildNamed(trx, name)
    const builds = await locked(trx, model)
    const build = builds.find((one) => one.name === name)
    if (!build || build.state === 'retiring') throw new BuildRefused(name, 'unknown')
    if (build.state === 'active') throw new BuildRefused(name, 'is active')
    if (build.state === 'building') throw new BuildRefused(name, 'is not built')
    const before = builds.find(({ state }) => state === 'active')
    const goal =
      [head, before?.position ?? null].toSorted((a, b) => ((a ?? '') < (b ?? '') ? -1 : 1))[1] ?? null
    if (isBehind(build, goal))
      throw new BuildRefused(name, 'is behind', `at ${build.position ?? 'the beginning'}, not ${goal}`)
    const aside = await asideBeyond(trx, build, before)
    if (before && aside > 0)
      throw new BuildRefused(name, 'has facts set aside', `${aside} more than ${before.name}`)
    await point(trx, build, before)
    if (before) await trx('checkpoints').where({ name: before.name }).update({ state: 'previous' })
    const [promoted] = (await trx('checkpoints')
      .where({ name })
      .update({ state: 'active', promotes: false, promoted_at: trx.fn.now() })
      .returning('*')) as [Build]
    await tell(trx, model)
    await tellPlace(trx, model, build.position)
    return promoted
  })

/** The build that was active before. Throws BuildRefused when there is none. */
export const previousBuild = async (db: Knex, model: string): Promise<Build> => {
  const previous: Build | undefined = await db('checkpoints')
    .where({ model, state: 'previous' })
    .orderBy('promoted_at', 'desc')
    .first()
  if (!previous) throw new BuildRefused(model, 'has no previous build')
  return previous
}

/** Drops the tables of a build that is nobody's any more; also one that a crash left half gone. */
const drop = (db: Knex, { name, model }: Build): Promise<void> =>
  db.transaction(async (trx) => {
    await trx.raw(`SET LOCAL lock_timeout = ${LOCK_MS}`)
    await trx('checkpoints').where({ name }).delete()
    await trx.raw('DROP SCHEMA IF EXISTS ?? CASCADE', [name]).options({ query_timeout: LONG_MS })
    await tell(trx, model)
  })

/** Drops a build and its tables. Its writers let go first. Throws BuildRefused when it is read. */
export const retire = async (db: Knex, name: string): Promise<void> => {
  const build = await db.transaction(async (trx) => {
    const { model } = await buildNamed(trx, name)
    const found = (await locked(trx, model)).find((one) => one.name === name)
    if (!found) throw new BuildRefused(name, 'unknown')
    if (found.state === 'active') throw new BuildRefused(name, 'is active')
    await trx('checkpoints').where({ name }).update({ state: 'retiring' })
    return found
  })
  await drop(db, build)
}

/** Ends what a crash left of `retire`. */
export const sweepRetired = async (db: Knex): Promise<void> => {
  for (const build of await buildsOf(db)) if (build.state === 'retiring') await drop(db, build)
}

/**
 * Takes away a build, also an active one, whose facts the event store does not hold: until the next one is promoted its
 * model is not there. For stores that were restored, while no process runs.
 */
export const discard = async (db: Knex, name: string): Promise<void> => {
  const build = await buildNamed(db, name)
  await db('checkpoints').where({ name }).update({ state: 'retiring' })
  await drop(db, build)
  if (build.state === 'active') await tellPlace(db, build.model, null)
}
