import type { Knex } from 'knex'
import type { EventStore, Position } from '../event-store/event-store.ts'
import { mismatchOf } from '../event-store/checkpoint-mismatch.ts'

/** The facts that a reactor has seen are of another store, or its store is shorter now: it must not go on in silence. */
export class ReactorMismatch extends Error {}

/** Another worker moved the checkpoint first: what was about to be committed is done already. */
export class ReactorMoved extends Error {}

/**
 * How far a reactor is, made when there is none: a reactor begins with the first fact.
 * Throws ReactorMismatch when the store is another one, or no longer holds what the checkpoint stands on.
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

/** Throws ReactorMoved when it does not stand at `from`, which must roll back what is committed with it. */
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
 * Takes reactors that follow facts which are gone back to a place before them. Told again from there, a fact has no
 * effect that the ledger, or the stream that a command went to, knows already.
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

/** What a reactor's fault is called while the next fact is one that this program cannot read (`UnreadableFact`). */
export const WAITS_FOR_NEWER = 'UnreadableFact'

/**
 * Remembers since when a reactor cannot go on from `position`, until its checkpoint moves; not when another worker
 * has moved it already. `fault` holds nothing personal.
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
