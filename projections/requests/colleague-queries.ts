import type { Knex } from 'knex'
import { REQUEST_STATUSES } from '#contract/requests/requests.ts'
import { HAS_DEVICE } from './approver-queries.ts'
import { branches, newestOf } from './list-branches.ts'
import { alikeOf, nameOf } from './name-queries.ts'
import { refuseDeadLetteredOf } from './queries.ts'

/** Of the user's newest call checks, so that the work does not grow with their number. */
const LOOKED_AT = 50

export type ColleagueRow = {
  readonly participantId: string
  readonly userId: string
  readonly email: string | null
  readonly name: string | null
  readonly alike: boolean | null
  readonly workspaceId: string
  readonly workspaceName: string | null
  readonly checkedAt: Date
  readonly hasDevice: boolean
  readonly locked: boolean
}

/** Whether a lock holds for the participants `me` and `p`. */
const LOCKED = `EXISTS (SELECT FROM request_locks AS l WHERE l.workspace_id = p.workspace_id
  AND (l.requester_user_id, l.approver_user_id) IN ((me.user_id, p.user_id), (p.user_id, me.user_id)))`

/**
 * Returns the last `most` colleagues of the user's call checks, of either direction, whom the user may ask again: newest first, one
 * row for each of the two's workspaces. Throws like `inboxOf`.
 */
export const colleaguesOf = async (
  db: Knex,
  userId: string,
  most: number,
  now: Date,
): Promise<ColleagueRow[]> => {
  await refuseDeadLetteredOf(db, userId)
  const newest = newestOf(db, {
    whose: {
      sql: `p.user_id = ? AND p.active AND p.requester
        AND EXISTS (SELECT FROM request_workspaces w WHERE w.id = p.workspace_id AND w.is_open)`,
      bindings: [userId],
    },
    branches: [branches.own, branches.named, branches.decided],
    statuses: REQUEST_STATUSES,
    type: 'verification',
    conditions: [],
    after: null,
    limit: LOOKED_AT,
  })
  return db
    .from(newest)
    .join('requests as r', 'r.id', 'found.id')
    .join('request_workspaces as w', 'w.id', 'r.workspace_id')
    .join('request_participants as me', {
      'me.workspace_id': 'r.workspace_id',
      'me.user_id': db.raw('?', [userId]),
    })
    .joinRaw(
      `JOIN request_participants AS p ON p.workspace_id = r.workspace_id AND p.active AND p.approver
        AND p.user_id = CASE WHEN r.requester_user_id = me.user_id
          THEN coalesce(r.decided_by_user_id, r.approver_user_id) ELSE r.requester_user_id END`,
    )
    .whereRaw('p.user_id <> me.user_id')
    .groupBy('p.participant_id', 'p.workspace_id', 'p.user_id', 'p.email', 'w.name', 'me.user_id')
    .orderByRaw('max(r.created_at) DESC, p.participant_id')
    .limit(most)
    .select('p.participant_id as participantId', 'p.user_id as userId', 'p.email')
    .select(db.raw(`${nameOf('p.participant_id')} AS name, ${alikeOf('p.participant_id')} AS alike`))
    .select('p.workspace_id as workspaceId', 'w.name as workspaceName')
    .select(db.raw('max(r.created_at) AS "checkedAt"'))
    .select(db.raw(`${HAS_DEVICE} AS "hasDevice"`, [now]), db.raw(`${LOCKED} AS locked`))
}

/**
 * The open call check that the user asked of this approver by name, if there is one. Ignores dead letters: it only says where the
 * obstacle is.
 */
export const openCheckWith = async (
  db: Knex,
  { userId, approverId }: { readonly userId: string; readonly approverId: string },
  now: Date,
): Promise<string | null> =>
  (
    await db('requests')
      .where({ requester_user_id: userId, approver_id: approverId, type: 'verification', status: 'pending' })
      .where('expires_at', '>', now)
      .first('id')
  )?.id ?? null
