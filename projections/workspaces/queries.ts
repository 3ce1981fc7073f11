import type { Knex } from 'knex'
import type { Membership } from '#contract/access.ts'
import { subscriptionOf } from '#contract/subscription.ts'
import type { Participant, ParticipantRole, Workspace, WorkspaceMembership } from '#contract/workspaces.ts'
import { containing } from '../engine/queries/containing.ts'
import { columnsOf } from '../engine/definition/tables.ts'
import { byTime, page, timeKeysetOf, type Page } from '../engine/queries/cursor.ts'
import { lookupIn } from '#platform/postgres/lookups.ts'
import {
  parkedBeside,
  parkedColumn,
  refuseParked,
  refuseParkedFor,
  refuseParkedWhere,
  unlessParked,
  type MaybeParked,
} from '../engine/runner/parked.ts'
import { workspacesTables } from './tables.ts'
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

const workspaceRow = lookupIn({
  asked: { id: 'uuid' },
  columns: `${columnsOf('w', workspacesTables.workspaces)}, ${parkedBeside('workspaces', 'workspace_id', 'w.id')}`,
  joins: 'JOIN workspaces AS w ON w.id = asked.id',
})

export const workspaceById = async (db: Knex, id: string, now: Date): Promise<Workspace | undefined> => {
  const row = unlessParked(await workspaceRow<WorkspaceRow & MaybeParked>(db, { id }))
  return row && toWorkspace(row, now)
}

/** An address stands for at most one participant of a workspace, invited or joined. */
export const participantByAddress = async (
  db: Knex,
  { workspaceId, addressHash }: { readonly workspaceId: string; readonly addressHash: string },
  now: Date,
): Promise<Participant | undefined> => {
  const aside = parkedColumn(db, 'workspaces', 'workspace_id', workspaceId)
  const row: ParticipantRow | undefined = unlessParked(
    await db('participants')
      .where({ workspace_id: workspaceId, address_hash: addressHash })
      .first('*', aside),
  )
  return row && toParticipant(row, now)
}

/**
 * Everybody in the workspace, invited or joined, in the order in which they came, or those whose address contains `q`;
 * `total` counts them on all pages. Throws `input.invalid` for a bad cursor.
 */
export const participantsOf = async (
  db: Knex,
  workspaceId: string,
  { limit, cursor, q }: PageOptions & { readonly q?: string | undefined },
  now: Date,
): Promise<Page<Participant> & { readonly total: number }> => {
  const matching = () => {
    const found = db('participants').where({ workspace_id: workspaceId })
    return q ? found.whereILike('email', containing(q)) : found
  }
  const shown = matching()
    .orderBy(['created_at', 'id'])
    .limit(limit + 1)
  if (cursor !== undefined) {
    const { createdAt, id } = timeKeysetOf(cursor)
    shown.whereRaw('(created_at, id) > (?, ?::uuid)', [createdAt, id])
  }
  const [rows, counted] = await Promise.all([
    shown as Promise<ParticipantRow[]>,
    matching().count({ count: '*' }).first(),
  ])
  const items = page(rows, limit, { keyset: byTime, shape: (row) => toParticipant(row, now) })
  return { ...items, total: Number(counted?.count) }
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
      const { createdAt, id } = timeKeysetOf(cursor)
      query.whereRaw('(w.created_at, w.id) > (?, ?::uuid)', [createdAt, id])
    })
    .orderBy(['w.created_at', 'w.id'])
    .limit(limit + 1)
    .select('p.*', 'w.*', 'p.id as participant_id')
  await refuseParkedFor(
    db,
    'workspaces',
    userId,
    rows.map(({ id }) => id),
  )
  return page(rows, limit, {
    keyset: byTime,
    shape(row) {
      const { role, active, approver, requester, invite } = toParticipant(row, now)
      const { participant_id: participantId } = row
      return { ...toWorkspace(row, now), participantId, role, active, approver, requester, invite }
    },
  })
}

/** Nobody can say that there is no such invitation while one may be among the facts set aside. */
const refuseUnknown = (db: Knex): Promise<void> =>
  refuseParkedWhere(db, 'workspaces', (facts) => void facts.where({ type: 'ParticipantInvited' }))

/** What an invitation is to, whatever became of it; undefined for those that never were. */
export const invitedTo = async (
  db: Knex,
  invitationId: string,
): Promise<{ readonly workspaceId: string; readonly role: ParticipantRole } | undefined> => {
  const row = await db('invitations').where({ id: invitationId }).first('workspace_id', 'role')
  if (!row) await refuseUnknown(db)
  return row && { workspaceId: row.workspace_id, role: row.role }
}

/**
 * Undefined when unknown, accepted, expired or revoked, when the workspace is closed or inactive, and when whoever
 * invited may no longer invite.
 */
export const invitationById = async (
  db: Knex,
  invitationId: string,
  now: Date,
): Promise<OpenInvitation | undefined> => {
  const row = await db('participants as p')
    .join('workspaces as w', 'w.id', 'p.workspace_id')
    .join('participants as inviter', (on) =>
      on.on('inviter.workspace_id', 'p.workspace_id').andOn('inviter.user_id', 'p.invited_by'),
    )
    .where({ 'p.invitation_id': invitationId, 'p.invite': 'pending' })
    .where({ 'inviter.active': true, 'inviter.role': 'admin' })
    .where('p.invitation_expires_at', '>', now)
    .whereNull('w.closed_at')
    .first('p.*', 'w.name as workspace_name', 'w.timezone', 'w.trial_ends_on')
  if (!row) {
    await refuseUnknown(db)
    return undefined
  }
  await refuseParked(db, 'workspaces', [row.workspace_id])
  const subscription = { timezone: row.timezone, trialEndsOn: row.trial_ends_on }
  if (subscriptionOf(subscription, now) === 'inactive') return undefined
  return {
    workspaceId: row.workspace_id,
    workspaceName: row.workspace_name,
    participantId: row.id,
    role: row.role,
    email: row.email,
    addressHash: row.address_hash,
  }
}
