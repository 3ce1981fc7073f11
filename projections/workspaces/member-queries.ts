import type { Knex } from 'knex'
import type { Membership } from '#contract/access.ts'
import type { DeletedWorkspace } from '#contract/workspaces/history-export.ts'
import { refuseDeadLettered, refuseDeadLetteredFor } from '../engine/runner/dead-letters.ts'
import type { WorkspaceRow } from './shapes.ts'

/**
 * Returns the membership that decides about access; undefined for strangers, invitees, and for everybody once the
 * workspace is closed. With `keptAt` the members of a deleted workspace still have access until its keys are
 * destroyed.
 */
export const membershipOf = async (
  db: Knex,
  workspaceId: string,
  userId: string,
  keptAt?: Date,
): Promise<Membership | undefined> => {
  await refuseDeadLettered(db, 'workspaces', [workspaceId])
  return db('participants as p')
    .join('workspaces as w', 'w.id', 'p.workspace_id')
    .where({ 'p.workspace_id': workspaceId, 'p.user_id': userId })
    .whereRaw('(w.closed_at IS NULL OR w.erases_at > ?)', [keptAt ?? null])
    .first('p.role', 'p.active', 'p.approver', 'p.requester')
}

/**
 * A column that adds the membership in an open workspace to a row that is read anyway; null for none. Both are SQL expressions. Pass
 * the row to `membershipBeside`.
 */
export const membershipColumn = (workspaceId: string, userId: string): string =>
  `(SELECT to_json(m) FROM (
    SELECT p.role, p.active, p.approver, p.requester FROM participants AS p JOIN workspaces AS w ON w.id = p.workspace_id
    WHERE p.workspace_id = ${workspaceId} AND p.user_id = ${userId} AND w.closed_at IS NULL
  ) AS m) AS membership`

/** Throws like `membershipOf`. */
export const membershipBeside = async (
  db: Knex,
  workspaceId: string,
  row: object,
): Promise<Membership | undefined> => {
  await refuseDeadLettered(db, 'workspaces', [workspaceId])
  return (row as { readonly membership: Membership | null }).membership ?? undefined
}

/** Returns a lookup of memberships by workspace and user. Ignores dead letters: live streams ask again every second. */
export const membershipsOf = async (
  db: Knex,
  pairs: readonly { readonly workspaceId: string; readonly userId: string }[],
): Promise<(workspaceId: string, userId: string) => Membership | undefined> => {
  if (pairs.length === 0) return () => undefined
  const { rows } = await db.raw<{ rows: (Membership & { workspace_id: string; user_id: string })[] }>(
    `SELECT p.workspace_id, p.user_id, p.role, p.active, p.approver, p.requester
     FROM unnest(?::uuid[], ?::uuid[]) AS asked (workspace_id, user_id)
     JOIN participants p USING (workspace_id, user_id) JOIN workspaces w ON w.id = p.workspace_id
     WHERE w.closed_at IS NULL`,
    [pairs.map(({ workspaceId }) => workspaceId), pairs.map(({ userId }) => userId)] as never[],
  )
  const known = new Map(rows.map((row) => [`${row.workspace_id} ${row.user_id}`, row]))
  return (workspaceId, userId) => known.get(`${workspaceId} ${userId}`)
}

/**
 * Returns those of the users who are in any of the workspaces, active or not. Ignores dead letters: it only decides
 * whom to notify of a change.
 */
export const peopleAmong = (
  db: Knex,
  workspaceIds: readonly string[],
  userIds: readonly string[],
): Promise<string[]> =>
  db('participants')
    .whereRaw('workspace_id = ANY (?::uuid[]) AND user_id = ANY (?::uuid[])', [
      workspaceIds,
      userIds,
    ] as never[])
    .pluck('user_id')

/**
 * Returns the users who are active admins, with the workspace. Ignores dead letters: it only decides whom to notify of
 * a change.
 */
export const adminsAmong = async (
  db: Knex,
  workspaceIds: readonly string[],
  userIds: readonly string[],
): Promise<readonly { readonly workspaceId: string; readonly userId: string }[]> =>
  db('participants as p')
    .join('workspaces as w', 'w.id', 'p.workspace_id')
    .whereRaw('p.workspace_id = ANY (?::uuid[]) AND p.user_id = ANY (?::uuid[])', [
      workspaceIds,
      userIds,
    ] as never[])
    .where({ 'p.role': 'admin', 'p.active': true, 'w.closed_at': null })
    .select('p.workspace_id as workspaceId', 'p.user_id as userId')

/**
 * Returns a participant's user id; null for an invitee, undefined for an unknown participant. Ignores dead letters: the
 * access check has looked for those of the workspace.
 */
export const accountOfParticipant = async (
  db: Knex,
  workspaceId: string,
  id: string,
): Promise<string | null | undefined> => {
  const row = await db('participants').where({ id, workspace_id: workspaceId }).first('user_id')
  return row?.user_id
}

/**
 * Returns the ids of the open workspaces that both people have joined. Ignores dead letters: the workspaces' streams
 * decide about the memberships.
 */
export const sharedWorkspaces = (db: Knex, userId: string, otherId: string): Promise<string[]> =>
  db('participants as mine')
    .join('participants as theirs', 'theirs.workspace_id', 'mine.workspace_id')
    .join('workspaces as w', 'w.id', 'mine.workspace_id')
    .where({ 'mine.user_id': userId, 'theirs.user_id': otherId, 'w.closed_at': null })
    .orderBy('w.id')
    .pluck('w.id')

/** Returns the ids of the open workspaces that this user had joined by then. Ignores dead letters: the workspaces’ streams decide. */
export const workspacesJoinedBy = (db: Knex, userId: string, at: Date): Promise<string[]> =>
  db('participants as p')
    .join('workspaces as w', 'w.id', 'p.workspace_id')
    .where({ 'p.user_id': userId, 'w.closed_at': null })
    .where('p.joined_at', '<=', at)
    .orderBy('w.id')
    .pluck('w.id')

const MAX_DELETED = 100
type DeletedRow = Pick<WorkspaceRow, 'id' | 'name' | 'timezone'> & {
  readonly closed_at: Date
  readonly erases_at: Date
}

/** Returns the deleted workspaces that are still kept and whose active admin this user was, last deleted first. */
export const deletedWorkspacesOf = async (
  db: Knex,
  userId: string,
  now: Date,
): Promise<DeletedWorkspace[]> => {
  const rows: DeletedRow[] = await db('participants as p')
    .join('workspaces as w', 'w.id', 'p.workspace_id')
    .where({ 'p.user_id': userId, 'p.role': 'admin', 'p.active': true })
    .where('w.erases_at', '>', now)
    .orderBy([{ column: 'w.closed_at', order: 'desc' }, 'w.id'])
    .limit(MAX_DELETED)
    .select('w.id', 'w.name', 'w.timezone', 'w.closed_at', 'w.erases_at')
  await refuseDeadLetteredFor(
    db,
    'workspaces',
    userId,
    rows.map(({ id }) => id),
  )
  return rows.map(({ closed_at: deletedAt, erases_at: keptUntil, ...row }) => ({
    ...row,
    deletedAt: deletedAt.toISOString(),
    keptUntil: keptUntil.toISOString(),
  }))
}
