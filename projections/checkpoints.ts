import type { Knex } from 'knex'
import type { EventStore, Position } from '#platform/event-store/event-store.ts'
import { misfitOf } from '#platform/event-store/misfit.ts'
import { sha256 } from '#platform/ids.ts'
import type { Statement } from './changes.ts'
import type { Projection } from './projection.ts'

/** The log that a projection was built from is another one now, or shorter: going on would skip facts in silence. */
export class CheckpointMismatch extends Error {}

/** Somebody else moved the checkpoint: a second projector, or a rebuild. */
export class CheckpointMoved extends Error {
  readonly names: readonly string[]
  constructor(names: readonly string[]) {
    super(`the checkpoint of ${names.join(', ')} was moved by another process`)
    this.names = names
  }
}

/** What `require_moved` raises. */
const MOVED = 'VE001'

/** A read model of years may have more rows than other statements have time. */
const EMPTYING_MS = 3_600_000

/**
 * How far a projection is, in which of its builds (each reset begins another), and how often facts that were set
 * aside have been taken up again since.
 */
export type Place = { readonly position: Position | null; readonly build: number; readonly resumed: number }
export type Checkpoint = Place & { readonly name: string }

/**
 * The checkpoint to go on from, made when there is none. A new version of a projection starts from nothing.
 * Throws CheckpointMismatch when the store is another one, or no longer holds what the checkpoint stands on, or a newer
 * version is at work.
 */
export const openCheckpoint = async (
  db: Knex,
  projection: Pick<Projection, 'name' | 'version' | 'tables'>,
  store: Pick<EventStore, 'identity' | 'head' | 'factAt'>,
): Promise<Place> => {
  const { name, version } = projection
  const storeId = await store.identity()
  await db('checkpoints').insert({ name, version, store_id: storeId }).onConflict('name').ignore()
  const row = await db('checkpoints').where({ name }).first()
  const misfit = await misfitOf({ ...store, identity: async () => storeId }, row)
  if (misfit) throw new CheckpointMismatch(`${name} is at ${row.position}, ${misfit}`)
  // Two that each build their own version would empty the tables in turn, for ever.
  if (row.version > version)
    throw new CheckpointMismatch(`${name} was built by a newer program (v${row.version}, not v${version})`)
  const { resumed } = row
  if (row.version === version) return { position: row.position, build: row.build, resumed }
  await resetProjection(db, projection)
  return { position: null, build: row.build + 1, resumed }
}

/** Where every checkpoint is, by name. */
export const placesNow = async (db: Knex): Promise<ReadonlyMap<string, Place>> => {
  const rows: Checkpoint[] = await db('checkpoints').select('name', 'position', 'build', 'resumed')
  return new Map(rows.map((row) => [row.name, row]))
}

/** Empties the tables and sets the checkpoint to the beginning, in one transaction; a running projector notices and builds anew. */
export const resetProjection = (
  db: Knex,
  { name, version, tables }: Pick<Projection, 'name' | 'version' | 'tables'>,
): Promise<void> =>
  db.transaction(async (trx) => {
    await trx('checkpoints')
      .where({ name })
      .update({ position: null, fact: null, version, build: trx.raw('build + 1'), updated_at: trx.fn.now() })
    await trx('parked_facts').where({ projection: name }).delete()
    for (const table of Object.keys(tables)) await trx(table).delete().options({ query_timeout: EMPTYING_MS })
    await trx.raw(`SELECT pg_notify('checkpoint', ?)`, [`${name} `])
  })

type Goal = {
  readonly to: Position
  /** Which fact stands there, as `markOf` says; null leaves what is known of a place that is not left. */
  readonly fact: string | null
  readonly resumes?: boolean
}

/**
 * Writes a batch: its rows, and the checkpoints from where we believe they stand to `to`, in one statement, so all
 * or nothing and in one round trip; and tells who waits. `resumes`: the rows are of facts that had been set aside,
 * so that whoever remembers them there must look again. Throws CheckpointMoved, having written nothing.
 */
export const writeBatch = async (
  db: Knex,
  statements: readonly Statement[],
  from: readonly Checkpoint[],
  { to, fact, resumes = false }: Goal,
): Promise<void> => {
  const names = from.map(({ name }) => name)
  const positions = from.map(({ position }) => position) as string[]
  const builds = from.map(({ build }) => build)
  const resumed = from.map((place) => place.resumed)
  const parts = statements.map(({ sql }, i) => `rows${i} AS (${sql})`)
  const moved = `moved AS (
    UPDATE checkpoints c SET position = ?, fact = coalesce(?, c.fact), resumed = f.resumed + ?::int, updated_at = now()
    FROM unnest(?::text[], ?::text[], ?::int[], ?::int[]) AS f (name, position, build, resumed)
    WHERE c.name = f.name AND c.position IS NOT DISTINCT FROM f.position AND (c.build, c.resumed) = (f.build, f.resumed)
    RETURNING c.name)`
  try {
    const sql = `WITH ${[...parts, moved].join(', ')}
       SELECT require_moved(coalesce(array_agg(name), '{}'), ?::text[]), count(pg_notify('checkpoint', name || ' ' || ?))
       FROM moved`
    const moving = [to, fact, resumes ? 1 : 0, names, positions, builds, resumed]
    const bindings = [...statements.map(({ json }) => json), ...moving, names, to]
    // Few tables make few different statements, which come again and again: planned once, they take half the time.
    const isUsual = statements.length <= 6
    await db.raw(sql, bindings).options(isUsual ? { name: sha256(sql).toString('base64url') } : {})
  } catch (error) {
    if ((error as { code?: string }).code !== MOVED) throw error
    throw new CheckpointMoved(String((error as { detail?: string }).detail).split(' '))
  }
}
