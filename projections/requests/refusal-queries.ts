import type { Knex } from 'knex'
import { refuseDeadLettered } from '../engine/runner/dead-letters.ts'

/** What runs out does so at its end, whenever that becomes a fact. */
const REFUSED_AT = `CASE
  WHEN status = 'pending' OR closed_reason = 'expired' THEN expires_at
  WHEN status = 'declined' AND (closed_reason IS NULL OR closed_reason = 'reported') THEN decided_at END`

/**
 * When, after `since` and not after `until`, others declined, reported or let run out what this person asked in this workspace.
 * Throws `read-model.parked` or `read-model.behind`.
 */
export const refusalsOf = async (
  db: Knex,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
  since: Date,
  until: Date,
): Promise<Date[]> => {
  await refuseDeadLettered(db, 'requests', [workspaceId])
  const rows = await db('requests')
    .where({ workspace_id: workspaceId, requester_user_id: userId })
    .whereIn('status', ['pending', 'declined'])
    .whereRaw(`(${REFUSED_AT}) > ? AND (${REFUSED_AT}) <= ?`, [since, until])
    .select(db.raw(`${REFUSED_AT} AS at`))
  return rows.map(({ at }: { at: Date }) => at)
}
