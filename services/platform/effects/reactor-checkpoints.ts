import type { Knex } from 'knex'
import type { EventStore, Position } from '../event-store/event-store.ts'

/** The facts that a reactor has seen are of another store, or its store is shorter now: it must not go on in silence. */
export class ReactorMismatch extends Error {}

/** Another worker moved the checkpoint first: what was about to be committed is done already. */
export class ReactorMoved extends Error {}

/**
 * How far a reactor is, made when there is none: a reactor begins with the first fact.
 * Throws ReactorMismatch when the store is another one, or its head lies before the checkpoint.
 */
export const openReactorCheckpoint = async (
  db: Knex,
  name: string,
  store: Pick<EventStore, 'identity' | 'head'>,
): Promise<Position | null> => {
  const storeId = await store.identity()
  await db('reactor_checkpoints').insert({ name, store_id: storeId }).onConflict('name').ignore()
  const row = await db('reactor_checkpoints').where({ name }).first()
  if (row.store_id !== storeId)
    throw new ReactorMismatch(`the reactor ${name} followed another event store (${row.store_id})`)
  // Asked last: another worker may be moving the checkpoint along right now.
  const head = await store.head()
  if (row.position !== null && (head === null || row.position > head))
    throw new ReactorMismatch(
      `the reactor ${name} is at ${row.position}, ahead of the event store at ${head}`,
    )
  return row.position
}

/** Throws ReactorMoved when it does not stand at `from`, which must roll back what is committed with it. */
export const moveReactorCheckpoint = async (
  db: Knex,
  name: string,
  from: Position | null,
  to: Position,
): Promise<void> => {
  const moved = await db('reactor_checkpoints')
    .where({ name })
    .whereRaw('position IS NOT DISTINCT FROM ?', [from])
    .update({ position: to, updated_at: db.fn.now(), failing_since: null, fault: null })
  if (moved === 0) throw new ReactorMoved(`the checkpoint of the reactor ${name} was moved`)
}

/** Takes reactors that are ahead of `head` back to it, after a restore; answers their names. */
export const takeBackReactors = async (db: Knex, head: Position | null): Promise<readonly string[]> => {
  const rows: { name: string }[] = await db('reactor_checkpoints')
    .whereRaw(`position COLLATE "C" > ?`, [head ?? ''])
    .update({ position: head, updated_at: db.fn.now() })
    .returning('name')
  return rows.map(({ name }) => name)
}

/** Remembers since when a reactor cannot go on, until its checkpoint moves; `fault` holds nothing personal. */
export const noteReactorFault = async (db: Knex, name: string, fault: string, now: Date): Promise<void> => {
  await db('reactor_checkpoints')
    .where({ name })
    .update({ failing_since: db.raw('coalesce(failing_since, ?)', [now]), fault })
}
