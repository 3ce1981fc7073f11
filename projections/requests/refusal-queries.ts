import type { Knex } from 'knex'
import { CLOSED_REASONS, type ClosedReason } from '#contract/requests/requests.ts'
import { refuseDeadLettered } from '../engine/runner/dead-letters.ts'

/** Whether a check that was closed so counts towards the mute of its requester. Wrong numbers and relayed calls have alerts of their own. */
const IS_REFUSAL: Readonly<Record<ClosedReason, boolean>> = {
  expired: true,
  withdrawn: false,
  reported: true,
  'code-mismatch': false,
  'both-called': false,
  'claim-denied': true,
  'approver-unavailable': false,
  'requester-unavailable': false,
}
export const REFUSAL_REASONS: readonly ClosedReason[] = CLOSED_REASONS.filter((reason) => IS_REFUSAL[reason])
const REASONS = `closed_reason IN (${REFUSAL_REASONS.map((reason) => `'${reason}'`).join(', ')})`
/** An overdue request expires at its deadline, whenever the event follows. */
const REFUSED_AT = `CASE
  WHEN status = 'pending' OR closed_reason = 'expired' THEN expires_at
  WHEN status = 'declined' AND (closed_reason IS NULL OR ${REASONS}) THEN decided_at END`

/**
 * Returns the times after `since` and until `until` at which others declined, denied or reported the user's call checks in
 * these workspaces, or let them expire; by workspace. Throws `read-model.parked` or `read-model.behind`.
 */
export const refusalsOf = async (
  db: Knex,
  { workspaceIds, userId }: { readonly workspaceIds: readonly string[]; readonly userId: string },
  since: Date,
  until: Date,
): Promise<ReadonlyMap<string, readonly Date[]>> => {
  await refuseDeadLettered(db, 'requests', [...workspaceIds])
  const rows: { readonly workspaceId: string; readonly at: Date }[] = await db('requests')
    .whereIn('workspace_id', [...workspaceIds])
    .where({ requester_user_id: userId, type: 'verification' })
    .whereIn('status', ['pending', 'declined'])
    .whereRaw(`(${REFUSED_AT}) > ? AND (${REFUSED_AT}) <= ?`, [since, until])
    .select('workspace_id as workspaceId', db.raw(`${REFUSED_AT} AS at`))
  const timesIn = (id: string) => rows.filter(({ workspaceId }) => workspaceId === id).map(({ at }) => at)
  return new Map(workspaceIds.map((id) => [id, timesIn(id)]))
}
