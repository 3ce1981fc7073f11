import type { Membership } from '#contract/access.ts'
import { Rejected } from '#contract/errors.ts'
import { unreachable, type Decider } from '#platform/commands/decider.ts'
import type { WorkspaceEvent } from './workspace.events.ts'
import {
  evolve,
  initialState,
  joined,
  mayInvite,
  memberOfUser,
  type Invited,
  type Member,
  type WorkspaceState,
} from './workspace.state.ts'

/** What a participant is given; never changed by joining. */
export type Grant = Pick<Membership, 'role' | 'approver' | 'requester'>
type Account = { readonly userId: string; readonly email: string; readonly addressHash: string }

export type CreateWorkspace = {
  readonly type: 'CreateWorkspace'
  readonly workspaceId: string
  readonly participantId: string
  readonly name: string
  readonly description?: string
  readonly timezone: string
  readonly trialStartsOn: string
  readonly trialEndsOn: string
  readonly creator: Account
}
export type ChangeSettings = {
  readonly type: 'ChangeSettings'
  readonly name?: string
  readonly description?: string
  readonly billing?: { readonly email: string; readonly addressHash: string }
  readonly timezone?: string
}
export type InviteParticipant = Grant & {
  readonly type: 'InviteParticipant'
  /** For a new invitation; one that is not open any more keeps its own. */
  readonly participantId: string
  readonly invitationId: string
  readonly email: string
  readonly addressHash: string
  /** user id */
  readonly invitedBy: string
  readonly language: 'de' | 'en'
  readonly now: Date
}
export type AcceptInvitation = Account & {
  readonly type: 'AcceptInvitation'
  readonly invitationId: string
  readonly now: Date
}
export type LeaveWorkspace = { readonly type: 'LeaveWorkspace'; readonly userId: string }

/** Its keys are destroyed. */
export type EraseWorkspace = { readonly type: 'EraseWorkspace' }

export type WorkspaceCommand =
  EraseWorkspace | CreateWorkspace | ChangeSettings | InviteParticipant | AcceptInvitation | LeaveWorkspace

const INVITATION_DAYS = 7
const OPEN_INVITATIONS = 100

type Known = Exclude<WorkspaceState, { kind: 'none' }>

/** In time, and whoever invited may still do so. */
const isOpen = (member: Member, state: Known, now: Date): member is Invited =>
  member.kind === 'invited' && new Date(member.expiresAt) > now && mayInvite(state, member.invitedBy, now)

/** Throws `participant.no-role` for a regular user who could neither ask nor approve. */
export const requireFlag = ({ role, approver, requester }: Grant): void => {
  if (role === 'regular user' && !approver && !requester) throw new Rejected('participant.no-role')
}

const create = (command: CreateWorkspace): WorkspaceEvent[] => {
  const { workspaceId, participantId, name, description, timezone, trialStartsOn, trialEndsOn } = command
  return [
    {
      type: 'WorkspaceCreated',
      data: {
        workspaceId,
        name,
        ...(description !== undefined && { description }),
        timezone,
        trialStartsOn,
        trialEndsOn,
      },
    },
    {
      type: 'ParticipantJoined',
      data: {
        workspaceId,
        participantId,
        ...command.creator,
        role: 'admin',
        approver: true,
        requester: true,
        invitationId: null,
      },
    },
  ]
}

/** Whether a personal field changes cannot be known here, so what is given is a change. */
const changeSettings = (command: ChangeSettings, state: Known): WorkspaceEvent[] => {
  const { name, description, billing } = command
  const timezone = command.timezone === state.timezone ? undefined : command.timezone
  const changed = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(billing !== undefined && { billingUser: billing.email, billingAddressHash: billing.addressHash }),
    ...(timezone !== undefined && { timezone }),
  }
  if (Object.keys(changed).length === 0) return []
  return [{ type: 'WorkspaceSettingsChanged', data: { workspaceId: state.id, ...changed } }]
}

const invite = (command: InviteParticipant, state: Known): WorkspaceEvent[] => {
  const { role, approver, requester, email, addressHash, invitedBy, language, now } = command
  requireFlag(command)
  const members = [...state.members.values()]
  const known = members.find((member) => member.addressHash === addressHash)
  if (known && (known.kind === 'joined' || isOpen(known, state, now)))
    throw new Rejected('participant.exists')
  if (members.filter((member) => isOpen(member, state, now)).length >= OPEN_INVITATIONS)
    throw new Rejected('invitation.limit')
  const { participantId, invitationId, generation } = known ?? { ...command, generation: 0 }
  const expiresAt = new Date(now)
  expiresAt.setUTCDate(expiresAt.getUTCDate() + INVITATION_DAYS)
  return [
    {
      type: 'ParticipantInvited',
      data: {
        workspaceId: state.id,
        participantId,
        invitationId,
        addressHash,
        email,
        invitedBy,
        role,
        approver,
        requester,
        generation: generation + 1,
        expiresAt: expiresAt.toISOString(),
        language,
      },
    },
  ]
}

const accept = (command: AcceptInvitation, state: Known): WorkspaceEvent[] => {
  const { invitationId, userId, email, addressHash, now } = command
  const member = [...state.members.values()].find((one) => one.invitationId === invitationId)
  if (member?.kind === 'joined' && member.userId === userId) return []
  if (!member || !isOpen(member, state, now) || member.addressHash !== addressHash)
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

const isActiveAdmin = ({ role, active }: Membership): boolean => active && role === 'admin'

/** Whoever is alone may go and takes the workspace with them; among others an active admin must remain. */
const leave = ({ userId }: LeaveWorkspace, state: Known): WorkspaceEvent[] => {
  const leaving = memberOfUser(state, userId)
  if (!leaving) return []
  const workspaceId = state.id
  const left: WorkspaceEvent = {
    type: 'ParticipantLeft',
    data: { workspaceId, participantId: leaving.participantId, userId },
  }
  const others = joined(state).filter((member) => member !== leaving)
  if (others.length === 0)
    return [left, { type: 'WorkspaceClosed', data: { workspaceId, reason: 'last participant left' } }]
  if (isActiveAdmin(leaving) && !others.some(isActiveAdmin)) throw new Rejected('participant.last-admin')
  return [left]
}

const erase = (state: WorkspaceState): WorkspaceEvent[] =>
  state.kind === 'none' || state.kind === 'erased'
    ? []
    : [{ type: 'WorkspaceErased', data: { workspaceId: state.id } }]

const decide = (command: WorkspaceCommand, state: WorkspaceState): readonly WorkspaceEvent[] => {
  if (command.type === 'CreateWorkspace') return state.kind === 'none' ? create(command) : []
  if (command.type === 'EraseWorkspace') return erase(state)
  if (state.kind !== 'open')
    throw new Rejected(command.type === 'AcceptInvitation' ? 'invitation.not-found' : 'workspace.not-found')
  switch (command.type) {
    case 'ChangeSettings':
      return changeSettings(command, state)
    case 'InviteParticipant':
      return invite(command, state)
    case 'AcceptInvitation':
      return accept(command, state)
    case 'LeaveWorkspace':
      return leave(command, state)
    default:
      return unreachable(command)
  }
}

export const workspaceDecider: Decider<WorkspaceState, WorkspaceCommand, WorkspaceEvent> = {
  initialState,
  evolve,
  decide,
}
