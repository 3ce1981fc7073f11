import type { Knex } from 'knex'
import { countingNumberOf, type NumberRow } from './shapes.ts'

export { countingNumberOf, type NumberRow }

const COLUMNS = ['number_1', 'number_1_counts_from', 'number_2', 'number_2_counts_from'] as const

/** Returns the numbers that count, by participant id. Ignores dead letters: without a number, nobody is called back. */
export const countingNumbers = async (
  db: Knex,
  participantIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, string>> => {
  const rows: (NumberRow & { readonly id: string })[] = await db('participants')
    .whereIn('id', participantIds)
    .select('id', ...COLUMNS)
  return new Map(
    rows.flatMap((row) => {
      const number = countingNumberOf(row, now)
      return number === null ? [] : [[row.id, number] as const]
    }),
  )
}

/**
 * The query of the numbers of the other side of a request: for the requester the approver's, for the others the requester's. None unless
 * both are active and the reader may ask or decide. Pass its row to `countingNumberOf`. Ignores dead letters: the request was read.
 */
export const otherNumberQuery = (db: Knex, requestId: string, userId: string): Knex.QueryBuilder =>
  db('requests as r')
    .join('participants as me', 'me.workspace_id', 'r.workspace_id')
    .joinRaw(
      `JOIN participants AS other ON other.id = CASE WHEN r.requester_user_id = me.user_id
        THEN coalesce(r.decided_by_id, r.approver_id) ELSE r.requester_id END`,
    )
    .where({ 'r.id': requestId, 'me.user_id': userId, 'me.active': true, 'other.active': true })
    .whereRaw('(me.approver OR me.requester)')
    .select(COLUMNS.map((column) => `other.${column}`))
    .limit(1)
