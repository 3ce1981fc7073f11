import type { Knex } from 'knex'
import type { EventStore, Position } from '../event-store/event-store.ts'
import { mismatchOf } from '../event-store/checkpoint-mismatch.ts'

/** The checkpoint does not belong to this event store: another store, or one that was restored from an older backup. */
export class ReactorMismatch extends Error {}

/** Another worker has moved the checkpoint, so the work of this transaction is done already. */
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

/** Moves the checkpoint. Throws ReactorMoved, which must roll back the transaction, if it is not at `from`. */
export const moveReactorCheckpoint = async (
  db: Knex,
  name: string,
  from: Position | null,
  to: { readonly position: Position; readonly fact: string | null },
): Promise<void> => {
  const moved = await db('reactor_checkpoints')
    .where({ name })
    .whereRaw('position IS NOT DISTINCT FROM ?', [from])
    .update({ ...to, updated_at: db.fn.now(), failing_since: null, fault: null })
  if (moved === 0) throw new ReactorMoved(`the checkpoint of the reactor ${name} was moved`)
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
