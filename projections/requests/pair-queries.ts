import type { Knex } from 'knex'
import { MAX_LOCKED, type LockedPair } from '#contract/requests/pairs.ts'
import { nameOf } from './name-queries.ts'
import { refuseDeadLettered } from '../engine/runner/dead-letters.ts'

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

/**
 * The pairs of a workspace whose call checks are locked, newest first, as the participants that they are now: without those of
 * somebody who has left. Throws `read-model.parked` or `read-model.behind`.
 */
export const lockedPairsIn = async (db: Knex, workspaceId: string): Promise<LockedPair[]> => {
  await refuseDeadLettered(db, 'requests', [workspaceId])
  const memberOf = (name: string, userId: string) =>
    [
      `request_participants as ${name}`,
      { [`${name}.workspace_id`]: 'l.workspace_id', [`${name}.user_id`]: userId },
    ] as const
  const rows = await db('request_locks as l')
    .join(...memberOf('r', 'l.requester_user_id'))
    .join(...memberOf('a', 'l.approver_user_id'))
    .where({ 'l.workspace_id': workspaceId })
    .orderBy([{ column: 'l.at', order: 'desc' }, 'l.request_id'])
    .limit(MAX_LOCKED)
    .select('l.request_id', 'l.at', 'r.participant_id as requester_id', 'r.email as requester_email')
    .select('a.participant_id as approver_id', 'a.email as approver_email')
    .select(
      db.raw(
        `${nameOf('r.participant_id')} AS requester_name, ${nameOf('a.participant_id')} AS approver_name`,
      ),
    )
  return rows.map((row) => ({
    requester: { participantId: row.requester_id, email: row.requester_email, name: row.requester_name },
    approver: { participantId: row.approver_id, email: row.approver_email, name: row.approver_name },
    requestId: row.request_id,
    at: row.at.toISOString(),
  }))
}

/** Of so many checks one is enough. */
const MOST_CHECKS = 20

/** The newest confirmed call checks between the user and one of the others since then. Ignores dead letters: a check that is missing only has to be made again. */
export const confirmedChecksWith = (
  db: Knex,
  {
    userId,
    others,
    since,
  }: { readonly userId: string; readonly others: readonly string[]; readonly since: Date },
): Promise<string[]> =>
  db('requests')
    .where({ type: 'verification', status: 'approved' })
    .where('decided_at', '>=', since)
    .whereRaw(
      `((requester_user_id = ? AND decided_by_user_id = ANY(?::uuid[]))
        OR (decided_by_user_id = ? AND requester_user_id = ANY(?::uuid[])))`,
      [userId, others, userId, others] as never[],
    )
    .orderBy('decided_at', 'desc')
    .limit(MOST_CHECKS)
    .pluck('id')
