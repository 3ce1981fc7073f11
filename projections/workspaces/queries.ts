import type { Knex } from 'knex'
import { seatsOf, subscriptionOf } from '#contract/workspaces/subscription/subscription.ts'
import type { ParticipantCounts } from '#contract/workspaces/participants.ts'
import type {
  Participant,
  ParticipantRole,
  Workspace,
  WorkspaceMembership,
} from '#contract/workspaces/workspaces.ts'
import type { From } from '../engine/definition/projection.ts'
import { columnsOf } from '../engine/definition/tables.ts'
import { byTime, page, timeKeysetOf, type Page } from '../engine/queries/cursor.ts'
import { lookupIn } from '#platform/postgres/lookups.ts'
import {
  deadLetteredSql,
  deadLetteredColumn,
  refuseDeadLettered,
  refuseDeadLetteredFor,
  refuseDeadLetteredWhere,
  unlessDeadLettered,
  type MaybeDeadLettered,
} from '../engine/runner/dead-letters.ts'
import { workspacesTables } from './tables.ts'
import {
  byAddress,
  datesOf,
  INVITE,
  ABSENCE,
  absenceOf,
  PARTICIPANT,
  PARTICIPANT_COLUMNS,
  PARTICIPANT_COUNT,
  PERIODS,
  WITH_INVITERS,
  toParticipant,
  toWorkspace,
  type ParticipantRow,
  type WorkspaceRow,
} from './shapes.ts'

/** An invitation that can be accepted at this moment. */
export type OpenInvitation = {
  readonly workspaceId: string
  readonly workspaceName: string | null
  readonly participantId: string
  readonly role: ParticipantRole
  /** null once erased */
  readonly email: string | null
  readonly name: string | null
  readonly addressHash: string
}

type MembershipRow = ParticipantRow &
  WorkspaceRow & { readonly participant_id: string; readonly call_back_asked_until: string | null }

/** Of participant `p` of workspace `w`; its parameter is the current time. */
const CALL_BACK_ASKED_UNTIL = `(SELECT max(expires_at) FROM changes WHERE workspace_id = w.id
  AND state = 'pending' AND expires_at > ?
  AND act @> jsonb_build_object('kind', 'call-back', 'participantId', p.id)) AS call_back_asked_until`
type PageOptions = { readonly limit: number; readonly cursor?: string | undefined }

export {
  accountOfParticipant,
  adminsAmong,
  deletedWorkspacesOf,
  membershipsOf,
  peopleAmong,
  sharedWorkspaces,
  workspacesJoinedBy,
} from './member-queries.ts'
export { emailsIn, participantsOf } from './participant-queries.ts'

const workspaceRow = lookupIn({
  asked: { id: 'uuid' },
  columns: `${columnsOf('w', workspacesTables.workspaces)}, ${PERIODS}, ${PARTICIPANT_COUNT}, ${deadLetteredSql('workspaces', 'workspace_id', 'w.id')}`,
  joins: 'JOIN workspaces AS w ON w.id = asked.id',
})

export const workspaceById = async (db: Knex, id: string, now: Date): Promise<Workspace | undefined> => {
  const row = unlessDeadLettered(await workspaceRow<WorkspaceRow & MaybeDeadLettered>(db, { id }))
  return row && toWorkspace(row, now)
}

/** Identifies a participant, invited or joined, by id or by address. */
export type WhichParticipant = { readonly id: string } | { readonly address_hash: string }

export const participantIn = async (
  db: Knex,
  workspaceId: string,
  which: WhichParticipant,
  now: Date,
): Promise<Participant | undefined> => {
  const isDeadLettered = deadLetteredColumn(db, 'workspaces', 'workspace_id', workspaceId)
  const [[column, value]] = Object.entries(which) as [[string, string]]
  const row: ParticipantRow | undefined = unlessDeadLettered(
    await db
      .from(db.raw(WITH_INVITERS))
      .where({ 'p.workspace_id': workspaceId, [`p.${column}`]: value })
      .first(db.raw(`${PARTICIPANT}, ${ABSENCE}`), isDeadLettered),
  )
  return row && toParticipant(row, now)
}

/** Returns the workspace's participants with these addresses, by the hash of the address. */
export const participantsByAddress = async (
  db: Knex,
  workspaceId: string,
  hashes: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Participant>> => {
  await refuseDeadLettered(db, 'workspaces', [workspaceId])
  const rows: ParticipantRow[] = await db
    .from(db.raw(WITH_INVITERS))
    .where({ 'p.workspace_id': workspaceId })
    .whereIn('p.address_hash', hashes)
    .select(db.raw(PARTICIPANT))
  return byAddress(rows, now)
}

/** Returns the workspace of a participant or invitee; undefined when unknown or removed. */
export const workspaceOfParticipant = async (db: Knex, id: string): Promise<string | undefined> => {
  const row = await db('participants').where({ id }).first('workspace_id')
  if (!row) await refuseBlockedInvitations(db)
  return row?.workspace_id
}

/** Counts the participants by kind. Ignores dead letters: the access check has looked for those of the workspace. */
export const countsOf = async (db: Knex, workspaceId: string, now: Date): Promise<ParticipantCounts> => {
  const kinds: Readonly<Record<Exclude<keyof ParticipantCounts, 'seats'>, string>> = {
    total: 'true',
    active: 'active',
    inactive: 'NOT active',
    approver: 'approver',
    requester: 'requester',
    admin: `role = 'admin'`,
    regularUser: `role = 'regular user'`,
    accepted: `shown = 'accepted'`,
    pending: `shown = 'pending'`,
    expired: `shown = 'expired'`,
    revoked: `shown = 'revoked'`,
  }
  const rows = db.from(db.raw(WITH_INVITERS)).where({ 'p.workspace_id': workspaceId })
  const counting = db
    .from(rows.select(db.raw(`${PARTICIPANT_COLUMNS}, ${INVITE} AS shown`, [now])).as('p'))
    .first(
      ...Object.entries(kinds).map(([kind, is]) =>
        db.raw(`count(*) FILTER (WHERE ${is})::int AS ??`, [kind]),
      ),
      db.raw(`(count(*) FILTER (WHERE shown IN ('accepted', 'pending')))::int AS taken`),
      db.raw(
        `(SELECT to_json(place) FROM (SELECT w.timezone, w.trial_starts_on, w.trial_ends_on, ${PERIODS} FROM workspaces AS w
          WHERE w.id = ?) AS place) AS place`,
        [workspaceId],
      ),
    )
  const { taken, place, ...counts } = await counting
  const total = place ? seatsOf(datesOf(place), now) : null
  return { ...counts, seats: total === null ? null : { total, taken, isNearlyFull: taken >= 0.9 * total } }
}

/**
 * Returns the open workspaces in which the user is an active participant, oldest first. Throws `input.invalid` for
 * a bad cursor.
 */
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
    .select(
      // The workspace's columns come last: both have a name.
      db.raw(
        `${PARTICIPANT_COLUMNS}, ${columnsOf('w', workspacesTables.workspaces)}, p.id AS participant_id,
        ${PERIODS}, ${PARTICIPANT_COUNT}, ${CALL_BACK_ASKED_UNTIL}, ${ABSENCE}`,
        [now],
      ),
    )
  await refuseDeadLetteredFor(
    db,
    'workspaces',
    userId,
    rows.map(({ id }) => id),
  )
  return page(rows, limit, {
    keyset: byTime,
    shape(row) {
      const participant = toParticipant(row, now)
      const { role, active, approver, requester, invite, callBackNumber, callBackWaiting } = participant
      const { participant_id: participantId, call_back_asked_until: askedUntil } = row
      const workspace = toWorkspace(row, now)
      const { protectionLift } = workspace
      const mayStopLift = role === 'admin' || approver
      return {
        ...workspace,
        protectionLift: protectionLift && { ...protectionLift, ...(!mayStopLift && { reason: null }) },
        participantId,
        role,
        active,
        approver,
        requester,
        invite,
        callBackNumber,
        callBackWaiting,
        ...absenceOf(row, now),
        callBackAskedUntil: askedUntil && new Date(askedUntil).toISOString(),
      }
    },
  })
}

/**
 * Returns the ids of the user's open workspaces, active or not, followed by those with an invitation to the
 * address, expired or not. Throws `read-model.parked` or `read-model.behind` when facts about them are blocked.
 */
export const placesOf = async (
  db: Knex,
  { userId, addressHash }: { readonly userId: string; readonly addressHash: string },
): Promise<string[]> => {
  const rows: { workspace_id: string }[] = await db('participants as p')
    .join('workspaces as w', 'w.id', 'p.workspace_id')
    .whereNull('w.closed_at')
    .where((any) => void any.where({ user_id: userId }).orWhere({ address_hash: addressHash, user_id: null }))
    .orderByRaw('p.user_id IS NULL, w.created_at, w.id')
    .select('p.workspace_id')
  const ids = rows.map((row) => row.workspace_id)
  await refuseDeadLetteredFor(db, 'workspaces', userId, ids)
  return ids
}

/** Throws when a `ParticipantInvited` is blocked, as it may be the wanted invitation. */
const refuseBlockedInvitations = (db: Knex): Promise<void> =>
  refuseDeadLetteredWhere(db, 'workspaces', (facts) => void facts.where({ type: 'ParticipantInvited' }))

/** Returns the workspace and role of an invitation in any state; undefined when there is none. */
export const invitedTo = async (
  db: Knex,
  invitationId: string,
): Promise<{ readonly workspaceId: string; readonly role: ParticipantRole } | undefined> => {
  const row = await db('invitations').where({ id: invitationId }).first('workspace_id', 'role')
  if (!row) await refuseBlockedInvitations(db)
  return row && { workspaceId: row.workspace_id, role: row.role }
}

/**
 * Returns an invitation that can be accepted: pending, not expired, in an active workspace, and the inviter is
 * still an admin.
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
    .select(db.raw(`w.name AS workspace_name, w.timezone, w.trial_starts_on, w.trial_ends_on, ${PERIODS}`))
    .first(db.raw(PARTICIPANT_COLUMNS))
  if (!row) {
    await refuseBlockedInvitations(db)
    return undefined
  }
  await refuseDeadLettered(db, 'workspaces', [row.workspace_id])
  if (subscriptionOf(datesOf(row), now) === 'inactive') return undefined
  return {
    workspaceId: row.workspace_id,
    workspaceName: row.workspace_name,
    participantId: row.id,
    role: row.role,
    email: row.email,
    name: row.name,
    addressHash: row.address_hash,
  }
}

/** Reads the rows that replies about a workspace continue. Ignores dead letters: `afterCommand` looks for them. */
export const rowsOfWorkspace = (id: string) => async (from: From) => ({
  workspaces: await from('workspaces').where({ id }),
  periods: await from('periods').where({ workspace_id: id }).orderBy(['created_at', 'id']),
  participants: await from('participants').where({ workspace_id: id }).orderBy(['created_at', 'id']),
  changes: await from('changes').where({ workspace_id: id }).orderBy(['created_at', 'id']),
  groups: await from('groups').where({ workspace_id: id }).orderBy('id'),
})
