import type { Knex } from 'knex'

const overNames = (what: string) =>
  `SELECT bool_and(${what}(hashtext(name))) AS holds FROM unnest(?::text[]) AS names (name)`

type Answer = { readonly rows: readonly [{ readonly holds: boolean | null }] }

/** Whether a process is doing work of `asOnlyOne` under one of these names. */
export const isOneAtIt = async (db: Knex, names: readonly string[]): Promise<boolean> => {
  const { rows } = await db.raw<Answer>(overNames('pg_try_advisory_xact_lock_shared'), [names] as never[])
  return rows[0].holds === false
}

/**
 * Does work that at most one process at a time may do under these names. Returns false if another one is at it. A process that dies
 * leaves the names to others; one whose connection breaks may work on beside another for a while.
 */
export const asOnlyOne = async (
  db: Knex,
  names: readonly string[],
  work: () => Promise<void>,
): Promise<boolean> => {
  const connection: object = await db.client.acquireConnection()
  const onIt = (what: string) => db.raw<Answer>(overNames(what), [names] as never[]).connection(connection)
  try {
    const { rows } = await onIt('pg_try_advisory_lock')
    const isOurs = rows[0].holds === true
    if (isOurs) await work()
    return isOurs
  } finally {
    // Also those of a connection that was lost are free.
    await onIt('pg_advisory_unlock').catch(() => {})
    await db.client.releaseConnection(connection)
  }
}
