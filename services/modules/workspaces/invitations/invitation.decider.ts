import { Rejected } from '#contract/errors.ts'
import { seatsOf } from '#contract/workspaces/subscription.ts'
import type { NotInvited } from '#contract/workspaces/invitations.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import {
  isOpenInvitation,
  type Account,
  type Grant,
  type Invited,
  type KnownWorkspace,
  type Member,
} from '#modules/workspaces/workspace.state.ts'

/** Invitations of a workspace: rules of `workspace.decider.ts`, on whose stream they stand. */

type Sender = {
  /** user id */
  readonly invitedBy: string
  readonly language: 'de' | 'en'
  readonly now: Date
}
type Sent = Sender & { readonly email: string }
/** Of the workspace, and of the address. */
export type RateOfInvitations = Extract<NotInvited, 'rate.exceeded' | 'invitation.too-often'>
/** The ids are for a new invitation; one that is not open any more keeps its own. */
type Invitee = Grant & {
  readonly email: string
  readonly participantId: string
  readonly invitationId: string
  readonly addressHash: string
}
export type InviteParticipant = Sender & Invitee & { readonly type: 'InviteParticipant' }
/** Those of many who can be. */
export type InviteParticipants = Sender & {
  readonly type: 'InviteParticipants'
  /** `addressHash`: null where `email` is no address */
  readonly rows: readonly (Omit<Invitee, 'addressHash'> & { readonly addressHash: string | null })[]
  /** By which rate this address can not be sent another invitation now; null: it can. */
  readonly refusedBy: (addressHash: string) => RateOfInvitations | null
}
/** Anew, whatever became of it, as long as they have not joined. */
export type ResendInvitation = Sent & { readonly type: 'ResendInvitation'; readonly participantId: string }
export type RevokeInvitation = { readonly type: 'RevokeInvitation'; readonly participantId: string }
export type AcceptInvitation = Account & {
  readonly type: 'AcceptInvitation'
  readonly invitationId: string
  readonly now: Date
}
export type InvitationCommand =
  InviteParticipant | InviteParticipants | ResendInvitation | RevokeInvitation | AcceptInvitation

const INVITATION_DAYS = 7
const OPEN_INVITATIONS = 100

const lacksFlag = ({ role, approver, requester }: Grant): boolean =>
  role === 'regular user' && !approver && !requester

/** Throws `participant.no-role` for a regular user who could neither ask nor approve. */
export const requireFlag = (given: Grant): void => {
  if (lacksFlag(given)) throw new Rejected('participant.no-role')
}

type Offer = Grant & Pick<Invited, 'participantId' | 'invitationId' | 'addressHash' | 'generation'>

const invitation = (
  { id }: KnownWorkspace,
  offer: Offer,
  { email, invitedBy, language, now }: Sent,
): WorkspaceEvent => {
  const { participantId, invitationId, addressHash, role, approver, requester } = offer
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
      generation: offer.generation + 1,
      expiresAt: expiresAt.toISOString(),
      language,
    },
  }
}

/** How many can be accepted, besides that of `but`. */
const openInvitations = (state: KnownWorkspace, now: Date, but?: string): number =>
  state.members.count((member) => member.participantId !== but && isOpenInvitation(member, state, now))

/**
 * Why nobody more is invited when so many invitations are open; null: somebody can be. Those who have joined have a seat
 * each, deactivated or not; whoever is in or invited keeps it, however few there are.
 */
const whyFull = (state: KnownWorkspace, open: number, now: Date) => {
  if (open >= OPEN_INVITATIONS) return 'invitation.limit'
  return state.byUser.size + open >= (seatsOf(state, now) ?? Infinity) ? 'workspace.full' : null
}

const send = (state: KnownWorkspace, offer: Offer, sent: Sent): WorkspaceEvent[] => {
  const full = whyFull(state, openInvitations(state, sent.now, offer.participantId), sent.now)
  if (full) throw new Rejected(full)
  return [invitation(state, offer, sent)]
}

const isThere = (known: Member | undefined, state: KnownWorkspace, now: Date): boolean =>
  known?.kind === 'joined' || isOpenInvitation(known, state, now)

/** To somebody who is not there: anew, where they were invited before. */
const offerTo = (invitee: Invitee, known: Member | undefined): Offer => {
  if (known?.kind !== 'invited') return { ...invitee, generation: 0 }
  const { participantId, invitationId, generation } = known
  return { ...invitee, participantId, invitationId, generation }
}

const invite = (command: InviteParticipant, state: KnownWorkspace): WorkspaceEvent[] => {
  requireFlag(command)
  const known = state.members.find((member) => member.addressHash === command.addressHash)
  if (isThere(known, state, command.now)) throw new Rejected('participant.exists')
  return send(state, offerTo(command, known), command)
}

/** What comes of each row, as if they were invited one after the other: its fact, or why there is none. */
export const judgeRows = (
  { rows, refusedBy, ...sender }: InviteParticipants,
  state: KnownWorkspace,
): readonly (WorkspaceEvent | NotInvited)[] => {
  const { now } = sender
  const known = new Map(state.members.valueSeq().map((member) => [member.addressHash, member]))
  const invited = new Set<string>()
  const open = openInvitations(state, now)
  return rows.map(({ addressHash, ...row }) => {
    if (addressHash === null) return 'input.invalid'
    if (lacksFlag(row)) return 'participant.no-role'
    const before = known.get(addressHash)
    if (invited.has(addressHash) || isThere(before, state, now)) return 'participant.exists'
    const full = whyFull(state, open + invited.size, now)
    if (full) return full
    const exceeded = refusedBy(addressHash)
    if (exceeded) return exceeded
    invited.add(addressHash)
    return invitation(state, offerTo({ ...row, addressHash }, before), { ...sender, email: row.email })
  })
}

const inviteMany = (command: InviteParticipants, state: KnownWorkspace): WorkspaceEvent[] =>
  judgeRows(command, state).filter((outcome) => typeof outcome !== 'string')

/** Throws `participant.not-found`, and `invitation.accepted` for whoever has joined. */
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
  const { invitationId, userId, email, addressHash, now } = command
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
  ]
}

export const invitationRules = {
  InviteParticipant: invite,
  InviteParticipants: inviteMany,
  ResendInvitation: resend,
  RevokeInvitation: revoke,
  AcceptInvitation: accept,
} as const
