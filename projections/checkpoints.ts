import type { Knex } from 'knex'
import type { EventStore, Position } from '#platform/event-store/event-store.ts'
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

export type Checkpoint = { readonly name: string; readonly position: Position | null }

/**
 * The checkpoint to go on from, made when there is none. A new version of a projection starts from nothing.
 * Throws CheckpointMismatch when the store is another one, or its head lies before the checkpoint.
 */
export const openCheckpoint = async (
  db: Knex,
  projection: Pick<Projection, 'name' | 'version' | 'tables'>,
  store: Pick<EventStore, 'identity' | 'head'>,
): Promise<Position | null> => {
  const { name, version } = projection
  const storeId = await store.identity()
  await db('checkpoints').insert({ name, version, store_id: storeId }).onConflict('name').ignore()
  const row = await db('checkpoints').where({ name }).first()
  if (row.store_id !== storeId)
    throw new CheckpointMismatch(`${name} was built from another event store (${row.store_id})`)
  const head = await store.head()
  if (row.position !== null && (head === null || row.position > head))
    throw new CheckpointMismatch(`${name} is at ${row.position}, ahead of the event store at ${head}`)
  if (row.version === version) return row.position
  await resetProjection(db, projection)
  return null
}

/** Empties the tables and sets the checkpoint to the beginning, in one transaction; a running projector notices and builds anew. */
export const resetProjection = (
  db: Knex,
  { name, version, tables }: Pick<Projection, 'name' | 'version' | 'tables'>,
): Promise<void> =>
  db.transaction(async (trx) => {
    await trx('checkpoints').where({ name }).update({ position: null, version, updated_at: trx.fn.now() })
    await trx('parked_facts').where({ projection: name }).delete()
    for (const table of Object.keys(tables)) await trx(table).delete()
  })

/**
 * Moves the checkpoints, if they all stand where we believe, and tells who waits. To be the last statement
 * of the transaction that writes the rows. Throws CheckpointMoved, which must roll it back.
 */
export const moveCheckpoints = async (db: Knex, from: readonly Checkpoint[], to: Position): Promise<void> => {
  const { rows } = await db.raw(
    `WITH moved AS (
       UPDATE checkpoints c SET position = ?, updated_at = now()
       FROM unnest(?::text[], ?::text[]) AS f (name, position)
       WHERE c.name = f.name AND c.position IS NOT DISTINCT FROM f.position
       RETURNING c.name)
     SELECT name, pg_notify('checkpoint', name || ' ' || ?) FROM moved`,
    [to, from.map(({ name }) => name), from.map(({ position }) => position) as string[], to],
  )
  if (rows.length === from.length) return
  const moved = new Set(rows.map((row: { name: string }) => row.name))
  throw new CheckpointMoved(from.flatMap(({ name }) => (moved.has(name) ? [] : [name])))
}
