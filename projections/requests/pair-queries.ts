import type { Knex } from 'knex'

/**
 * Whether a call check between these two people was confirmed before, no matter who asked. Ignores dead letters: a check that is
 * missing only makes the next one look like a first contact.
 */
export const haveConfirmedBefore = async (
  db: Knex,
  [one, other]: readonly [string, string],
): Promise<boolean> =>
  (await db('requests')
    .where({ type: 'verification', status: 'approved' })
    .whereRaw('(requester_user_id, decided_by_user_id) IN ((?::uuid, ?::uuid), (?::uuid, ?::uuid))', [
      one,
      other,
      other,
      one,
    ])
    .first('id')) !== undefined
