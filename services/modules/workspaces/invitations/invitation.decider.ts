import { Rejected } from '#contract/errors.ts'
import { seatsOf } from '#contract/workspaces/subscription/subscription.ts'
import type { NotInvited } from '#contract/workspaces/invitations.ts'
import {
  createJudge,
  isEvent,
  type GivenBy,
  type Judged,
} from '#modules/workspaces/protection/second-admin.decider.ts'
import { takenOver, type AccountName } from '#modules/workspaces/name.decider.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import {
  isCustomer,
  isOpenInvitation,
  type Account,
  type Grant,
  type Invited,
  type KnownWorkspace,
  type Member,
} from '#modules/workspaces/workspace.state.ts'

/** Rules about invitations; part of `workspace.decider.ts`. */

export type Sender = {
  /** User id. */
  readonly invitedBy: string
  readonly language: 'de' | 'en'
  readonly now: Date
}
type Sent = Sender & { readonly email: string }
/** The rate of the workspace, or of the address. */
export type InvitationRate = Extract<NotInvited, 'rate.exceeded' | 'invitation.too-often'>
/** The ids apply to a new invitation. An earlier one of the same address keeps its ids. */
type Invitee = Grant & {
  readonly email: string
  /** Proposed; null or absent: none. */
  readonly name?: string | null
  readonly participantId: string
  readonly invitationId: string
  readonly addressHash: string
}
export type InviteParticipant = Sender & Invitee & { readonly type: 'InviteParticipant' }
/** Invites every row that can be invited. */
export type InviteParticipants = Sender & {
  readonly type: 'InviteParticipants'
  /** `addressHash` is null if `email` is not an address. */
  readonly rows: readonly (Omit<Invitee, 'addressHash'> & { readonly addressHash: string | null })[]
  /** Who asks for the rows that need a second admin. */
  readonly by?: GivenBy
  /** The rate that refuses an invitation to this address now; null: none. */
  readonly refusedBy: (addressHash: string) => InvitationRate | null
}
/** Also sends an expired or revoked invitation again. */
export type ResendInvitation = Sent & { readonly type: 'ResendInvitation'; readonly participantId: string }
export type RevokeInvitation = { readonly type: 'RevokeInvitation'; readonly participantId: string }
export type AcceptInvitation = Account & {
  readonly type: 'AcceptInvitation'
  /** What the account says about its name; absent if it was never named. */
  readonly named?: AccountName
  readonly invitationId: string
  readonly now: Date
}
export type InvitationCommand =
  | InviteParticipant
  | InviteParticipants
  | ResendInvitation
  | RevokeInvitation
  | AcceptInvitation

export const INVITATION_DAYS = 7
/** Open invitations at a time. */
const MAX_OPEN = { customer: 10_000, other: 100 }

const lacksFlag = ({ role, approver, requester }: Grant): boolean =>
  role === 'regular user' && !approver && !requester

/** Throws `participant.no-role` for a regular user without a right. */
export const requireFlag = (grant: Grant): void => {
  if (lacksFlag(grant)) throw new Rejected('participant.no-role')
}

type Target = Grant & Pick<Invited, 'participantId' | 'invitationId' | 'addressHash' | 'generation'>

export const invitationSent = (
  { id }: KnownWorkspace,
  target: Target,
  { email, invitedBy, language, now, name }: Sent & Pick<Invitee, 'name'>,
): WorkspaceEvent => {
  const { participantId, invitationId, addressHash, role, approver, requester } = target
  const expiresAt = new Date(now)
  expiresAt.setUTCDate(expiresAt.getUTCDate() + INVITATION_DAYS)
  return {
    type: 'ParticipantInvited',
    data: {
      workspaceId: id,
      participantId,
      invitationId,
      addressHash,
      email,
      invitedBy,
      role,
      approver,
      requester,
      generation: target.generation + 1,
      expiresAt: expiresAt.toISOString(),
      language,
      ...(name && { name }),
    },
  }
}

/** Number of open invitations, except the one of participant `except`. */
export const openInvitations = (state: KnownWorkspace, now: Date, except?: string): number =>
  state.members.count((member) => member.participantId !== except && isOpenInvitation(member, state, now))

/**
 * The error for another invitation when `open` are open; null: there is room. Every joined participant takes a seat, even if
 * deactivated. Nobody loses a seat when their number shrinks.
 */
export const fullBecause = (state: KnownWorkspace, open: number, now: Date) => {
  if (open >= MAX_OPEN[isCustomer(state, now) ? 'customer' : 'other']) return 'invitation.limit'
  return state.byUser.size + open >= (seatsOf(state, now) ?? Infinity) ? 'workspace.full' : null
}

const send = (
  state: KnownWorkspace,
  target: Target,
  sent: Sent & Pick<Invitee, 'name'>,
): WorkspaceEvent[] => {
  const full = fullBecause(state, openInvitations(state, sent.now, target.participantId), sent.now)
  if (full) throw new Rejected(full)
  return [invitationSent(state, target, sent)]
}

const isParticipantOrInvited = (known: Member | undefined, state: KnownWorkspace, now: Date): boolean =>
  known?.kind === 'joined' || isOpenInvitation(known, state, now)

/** Reuses the ids of an earlier invitation to the same address. */
const targetOf = (invitee: Invitee, known: Member | undefined): Target => {
  if (known?.kind !== 'invited') return { ...invitee, generation: 0 }
  const { participantId, invitationId, generation } = known
  return { ...invitee, participantId, invitationId, generation }
}

const invite = (command: InviteParticipant, state: KnownWorkspace): WorkspaceEvent[] => {
  requireFlag(command)
  const known = state.members.find((member) => member.addressHash === command.addressHash)
  if (isParticipantOrInvited(known, state, command.now)) throw new Rejected('participant.exists')
  return send(state, targetOf(command, known), command)
}

/**
 * The event of each row, the change that it waits for, or the reason why it is not invited. Rows count as if they were invited one
 * by one.
 */
export const judgeRows = (
  { rows, refusedBy, by, ...sender }: InviteParticipants,
  state: KnownWorkspace,
): readonly (Judged | NotInvited)[] => {
  const { now } = sender
  const known = new Map(state.members.valueSeq().map((member) => [member.addressHash, member]))
  const invited = new Set<string>()
  const open = openInvitations(state, now)
  const judgeNext = typeof by === 'object' ? createJudge(state, by) : (event: WorkspaceEvent) => event
  return rows.map(({ addressHash, ...row }) => {
    if (addressHash === null) return 'input.invalid'
    if (lacksFlag(row)) return 'participant.no-role'
    const earlier = known.get(addressHash)
    if (invited.has(addressHash) || isParticipantOrInvited(earlier, state, now)) return 'participant.exists'
    const full = fullBecause(state, open + invited.size, now)
    if (full) return full
    const rate = refusedBy(addressHash)
    if (rate) return rate
    const target = targetOf({ ...row, addressHash }, earlier)
    const judged = judgeNext(
      invitationSent(state, target, { ...sender, email: row.email, name: row.name ?? null }),
    )
    if (typeof judged !== 'string') invited.add(addressHash)
    return judged
  })
}

const inviteMany = (command: InviteParticipants, state: KnownWorkspace): WorkspaceEvent[] =>
  judgeRows(command, state).filter((outcome) => typeof outcome !== 'string' && isEvent(outcome))

/** Throws `participant.not-found`, and `invitation.accepted` for a joined participant. */
const invitationOf = (state: KnownWorkspace, participantId: string): Invited => {
  const member = state.members.get(participantId)
  if (!member) throw new Rejected('participant.not-found')
  if (member.kind === 'joined') throw new Rejected('invitation.accepted')
  return member
}

const resend = (command: ResendInvitation, state: KnownWorkspace): WorkspaceEvent[] =>
  send(state, invitationOf(state, command.participantId), command)

const revoke = ({ participantId }: RevokeInvitation, state: KnownWorkspace): WorkspaceEvent[] => {
  const { revoked, invitationId } = invitationOf(state, participantId)
  if (revoked) return []
  return [{ type: 'InvitationRevoked', data: { workspaceId: state.id, participantId, invitationId } }]
}

const accept = (command: AcceptInvitation, state: KnownWorkspace): WorkspaceEvent[] => {
  const { invitationId, userId, email, addressHash, named, now } = command
  const member = state.members.find((one) => one.invitationId === invitationId)
  if (member?.kind === 'joined' && member.userId === userId) return []
  if (!isOpenInvitation(member, state, now) || member.addressHash !== addressHash)
    throw new Rejected('invitation.not-found')
  const { participantId, role, approver, requester } = member
  return [
    {
      type: 'ParticipantJoined',
      data: {
        workspaceId: state.id,
        participantId,
        userId,
        addressHash,
        email,
        role,
        approver,
        requester,
        invitationId,
      },
    },
    ...(named ? [takenOver({ workspaceId: state.id, participantId, userId }, named)] : []),
  ]
}

export const invitationRules = {
  InviteParticipant: invite,
  InviteParticipants: inviteMany,
  ResendInvitation: resend,
  RevokeInvitation: revoke,
  AcceptInvitation: accept,
} as const
