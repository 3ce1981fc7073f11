import type { Knex } from 'knex'
import type { Membership } from '#contract/access.ts'
import type { Participant, ParticipantRole, Workspace, WorkspaceMembership } from '#contract/workspaces.ts'
import { cursorOf, placeOf } from '../cursor.ts'
import { refuseParked } from '../parked.ts'
import { toParticipant, toWorkspace, type ParticipantRow, type WorkspaceRow } from './shapes.ts'

/** An invitation that can be accepted at this moment. */
export type OpenInvitation = {
  readonly workspaceId: string
  readonly workspaceName: string | null
  readonly participantId: string
  readonly role: ParticipantRole
  /** null once erased */
  readonly email: string | null
  readonly addressHash: string
}

export type Page<T> = { readonly items: T[]; readonly nextCursor: string | null }
type MembershipRow = ParticipantRow & WorkspaceRow & { readonly participant_id: string }
type PageOptions = { readonly limit: number; readonly cursor?: string | undefined }

/** What access is judged by; undefined for strangers, invitees, and everybody once the workspace is closed. */
export const membershipOf = async (
  db: Knex,
  workspaceId: string,
  userId: string,
): Promise<Membership | undefined> => {
  await refuseParked(db, 'workspaces', [workspaceId])
  return db('participants as p')
    .join('workspaces as w', 'w.id', 'p.workspace_id')
    .where({ 'p.workspace_id': workspaceId, 'p.user_id': userId })
    .whereNull('w.closed_at')
    .first('p.role', 'p.active', 'p.approver', 'p.requester')
}

export const workspaceById = async (db: Knex, id: string, now: Date): Promise<Workspace | undefined> => {
  const row = await db<WorkspaceRow>('workspaces').where({ id }).first()
  return row && toWorkspace(row, now)
}

/** An address stands for at most one participant of a workspace, invited or joined. */
export const participantByAddress = async (
  db: Knex,
  { workspaceId, addressHash }: { readonly workspaceId: string; readonly addressHash: string },
  now: Date,
): Promise<Participant | undefined> => {
  const row = await db<ParticipantRow>('participants')
    .where({ workspace_id: workspaceId, address_hash: addressHash })
    .first()
  return row && toParticipant(row, now)
}

/** Everybody in the workspace, invited or joined, in the order in which they came. Throws `input.invalid` for a bad cursor. */
export const participantsOf = async (
  db: Knex,
  workspaceId: string,
  { limit, cursor }: PageOptions,
  now: Date,
): Promise<Page<Participant>> => {
  const rows: ParticipantRow[] = await db('participants')
    .where({ workspace_id: workspaceId })
    .modify((query) => {
      if (cursor === undefined) return
      const { createdAt, id } = placeOf(cursor)
      query.whereRaw('(created_at, id) > (?, ?::uuid)', [createdAt, id])
    })
    .orderBy(['created_at', 'id'])
    .limit(limit + 1)
  return page(rows, limit, (row) => toParticipant(row, now))
}

/** The open workspaces in which the user is an active participant, oldest first. Throws `input.invalid` for a bad cursor. */
export const workspacesOfUser = async (
  db: Knex,
  userId: string,
  { limit, cursor }: PageOptions,
  now: Date,
): Promise<Page<WorkspaceMembership>> => {
  const rows: MembershipRow[] = await db('workspaces as w')
    .join('participants as p', 'p.workspace_id', 'w.id')
    .where({ 'p.user_id': userId, 'p.active': true })
    .whereNull('w.closed_at')
    .modify((query) => {
      if (cursor === undefined) return
      const { createdAt, id } = placeOf(cursor)
      query.whereRaw('(w.created_at, w.id) > (?, ?::uuid)', [createdAt, id])
    })
    .orderBy(['w.created_at', 'w.id'])
    .limit(limit + 1)
    .select('p.*', 'w.*', 'p.id as participant_id')
  await refuseParked(
    db,
    'workspaces',
    rows.map(({ id }) => id),
  )
  return page(rows, limit, (row) => {
    const { role, active, approver, requester, invite } = toParticipant(row, now)
    const { participant_id: participantId } = row
    return { ...toWorkspace(row, now), participantId, role, active, approver, requester, invite }
  })
}

/** What an invitation is to, whatever became of it; undefined for those that never were. */
export const invitedTo = async (
  db: Knex,
  invitationId: string,
): Promise<{ readonly workspaceId: string; readonly role: ParticipantRole } | undefined> => {
  const row = await db('invitations').where({ id: invitationId }).first('workspace_id', 'role')
  return row && { workspaceId: row.workspace_id, role: row.role }
}

/** Undefined when unknown, accepted, expired or revoked, or when the workspace is closed. */
export const invitationById = async (
  db: Knex,
  invitationId: string,
  now: Date,
): Promise<OpenInvitation | undefined> => {
  const row = await db('participants as p')
    .join('workspaces as w', 'w.id', 'p.workspace_id')
    .where({ 'p.invitation_id': invitationId, 'p.invite': 'pending' })
    .where('p.invitation_expires_at', '>', now)
    .whereNull('w.closed_at')
    .first('p.*', 'w.name as workspace_name')
  if (!row) return undefined
  await refuseParked(db, 'workspaces', [row.workspace_id])
  return {
    workspaceId: row.workspace_id,
    workspaceName: row.workspace_name,
    participantId: row.id,
    role: row.role,
    email: row.email,
    addressHash: row.address_hash,
  }
}

/** One row more than `limit` was read, to know whether more follow. */
const page = <R extends { readonly created_at: Date | string; readonly id: string }, T>(
  rows: readonly R[],
  limit: number,
  shape: (row: R) => T,
): Page<T> => {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(shape),
    nextCursor:
      rows.length > limit && last ? cursorOf({ createdAt: new Date(last.created_at), id: last.id }) : null,
  }
}
