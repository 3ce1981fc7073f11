import type { Knex } from 'knex'
import { refuseDeadLettered } from '../engine/runner/dead-letters.ts'

/** An overdue request expires at its deadline, whenever the event follows. */
const REFUSED_AT = `CASE
  WHEN status = 'pending' OR closed_reason = 'expired' THEN expires_at
  WHEN status = 'declined' AND (closed_reason IS NULL OR closed_reason = 'reported') THEN decided_at END`

/**
 * Returns the times after `since` and until `until` at which others declined or reported the user's call checks in
 * this workspace, or let them expire. Throws `read-model.parked` or `read-model.behind`.
 */
export const refusalsOf = async (
  db: Knex,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
  since: Date,
  until: Date,
): Promise<Date[]> => {
  await refuseDeadLettered(db, 'requests', [workspaceId])
  const rows = await db('requests')
    .where({ workspace_id: workspaceId, requester_user_id: userId, type: 'verification' })
    .whereIn('status', ['pending', 'declined'])
    .whereRaw(`(${REFUSED_AT}) > ? AND (${REFUSED_AT}) <= ?`, [since, until])
    .select(db.raw(`${REFUSED_AT} AS at`))
  return rows.map(({ at }: { at: Date }) => at)
}
