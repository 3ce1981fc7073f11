import type { Knex } from 'knex'
import type { EventStore, Position } from '../event-store/event-store.ts'
import { mismatchOf } from '../event-store/checkpoint-mismatch.ts'

/** The checkpoint does not belong to this event store: another store, or one that was restored from an older backup. */
export class ReactorMismatch extends Error {}

/** Another worker has moved the checkpoint. */
export class ReactorMoved extends Error {}

/**
 * Returns the position of a reactor, and creates its checkpoint if there is none. A new reactor starts with the first event.
 * Throws ReactorMismatch.
 */
export const openReactorCheckpoint = async (
  db: Knex,
  name: string,
  store: Pick<EventStore, 'identity' | 'head' | 'factAt'>,
): Promise<Position | null> => {
  const storeId = await store.identity()
  await db('reactor_checkpoints').insert({ name, store_id: storeId }).onConflict('name').ignore()
  const row = await db('reactor_checkpoints').where({ name }).first()
  const mismatch = await mismatchOf({ ...store, identity: async () => storeId }, row)
  if (mismatch) throw new ReactorMismatch(`the reactor ${name} is at ${row.position}, ${mismatch}`)
  return row.position
}

/** A position, and the `fact` of a checkpoint there. */
export type Place = { readonly position: Position; readonly fact: string | null }

type MoveOf = Place & { readonly name: string; readonly from: Position | null }

/** One INSERT, UPDATE or DELETE with the rows that it returns. */
export type Beside<Row> = {
  readonly sql: string
  readonly bindings: readonly Knex.RawBinding[]
  readonly returns?: Row
}

const MOVE = `UPDATE reactor_checkpoints c
  SET position = m."position", fact = m.fact, updated_at = now(), failing_since = NULL, fault = NULL
  FROM json_to_recordset(?) AS m (name text, "from" text, position text, fact text)
  WHERE c.name = m.name AND c.position IS NOT DISTINCT FROM m."from" RETURNING c.name`

/** The SQLSTATE that `require_moved` raises. */
const NOT_MOVED = 'VE001'

/**
 * Moves a checkpoint in one statement with `beside`, and returns the rows of that. Throws ReactorMoved, and changes nothing, if it is
 * not at `from`.
 */
export const moveReactorCheckpoint = async <Row>(
  db: Knex,
  { name, from, ...to }: MoveOf,
  beside: Beside<Row>,
): Promise<readonly Row[]> => {
  const sql = `WITH moved AS (${MOVE}), beside AS (${beside.sql})
    SELECT require_moved((SELECT coalesce(array_agg(name), '{}') FROM moved), ARRAY[?]::text[]),
      (SELECT coalesce(json_agg(beside), '[]') FROM beside) AS rows`
  const bindings = [JSON.stringify([{ name, from, ...to }]), ...beside.bindings, name]
  try {
    const { rows } = await db.raw<{ rows: { rows: Row[] }[] }>(sql, bindings)
    return rows[0]!.rows
  } catch (error) {
    if ((error as { code?: string }).code !== NOT_MOVED) throw error
    throw new ReactorMoved(`the checkpoint of the reactor ${name} was moved`)
  }
}

/** Moves checkpoints. Returns the names of those that were where the caller believes. */
export const moveReactorCheckpoints = async (
  db: Knex,
  moves: readonly MoveOf[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(MOVE, [JSON.stringify(moves)])
  return new Set(rows.map(({ name }) => name))
}

/**
 * Moves reactors back to a position before the events that are gone. They handle some events again, but the ledger and the
 * streams of their commands ignore what they already hold.
 */
export const takeBackReactors = async (
  db: Knex,
  names: readonly string[],
  to: { readonly position: Position | null; readonly fact: string | null },
): Promise<void> => {
  await db('reactor_checkpoints')
    .whereIn('name', [...names])
    .update({ ...to, updated_at: db.fn.now() })
}

/** The name of a reactor's fault while this program cannot read the next event. */
export const WAITS_FOR_NEWER = 'UnreadableFact'

/**
 * Records since when a reactor fails at `position`, until its checkpoint moves. Does nothing if another worker has moved it.
 * `fault` must not hold personal data.
 */
export const noteReactorFault = async (
  db: Knex,
  { name, position }: { readonly name: string; readonly position: Position | null },
  fault: string,
  now: Date,
): Promise<void> => {
  await db('reactor_checkpoints')
    .where({ name })
    .whereRaw('position IS NOT DISTINCT FROM ?', [position])
    .update({ failing_since: db.raw('coalesce(failing_since, ?)', [now]), fault })
}
