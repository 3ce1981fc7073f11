import { Rejected } from '#contract/errors.ts'
import { requireFlag } from '#modules/workspaces/invitations/invitation.decider.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import {
  isLastAdmin,
  isNeededAdmin,
  joined,
  memberOfUser,
  type Account,
  type Joined,
  type KnownWorkspace,
} from '#modules/workspaces/workspace.state.ts'

/** Rules about joined participants; part of `workspace.decider.ts`. */

type ById = { readonly participantId: string }
/** Toggles without a `value`. */
export type ChangeActivity = ById & { readonly type: 'ChangeActivity'; readonly value?: boolean }
/** Toggles without a `value`. */
export type ChangeRight = ById & {
  readonly type: 'ChangeRight'
  readonly right: 'approver' | 'requester'
  readonly value?: boolean
}
export type PromoteParticipant = ById & { readonly type: 'PromoteParticipant' }
/** Removes a participant or an invitation. */
export type RemoveParticipant = ById & { readonly type: 'RemoveParticipant' }
export type LeaveWorkspace = { readonly type: 'LeaveWorkspace'; readonly userId: string }
/** Announces that the account will be deleted, and removes an invitation to it. */
export type PrepareToLeave = Pick<Account, 'userId' | 'addressHash'> & {
  readonly type: 'PrepareToLeave'
  readonly deletionId: string
}
/** Reverts `PrepareToLeave` of the same deletion. */
export type Stay = { readonly type: 'Stay'; readonly userId: string; readonly deletionId: string }
export type ParticipantCommand =
  | ChangeActivity
  | ChangeRight
  | PromoteParticipant
  | RemoveParticipant
  | LeaveWorkspace
  | PrepareToLeave
  | Stay

/** Throws `participant.not-found`, and `participant.pending` for an invitation. */
export const requireJoined = (state: KnownWorkspace, participantId: string): Joined => {
  const member = state.members.get(participantId)
  if (!member) throw new Rejected('participant.not-found')
  if (member.kind === 'invited') throw new Rejected('participant.pending')
  return member
}

/** Throws `participant.last-admin` if this member is the only active admin. */
const requireAnotherAdmin = (state: KnownWorkspace, leaving: Joined): void => {
  if (isLastAdmin(state, leaving)) throw new Rejected('participant.last-admin')
}

/** The same for somebody who leaves. Also throws `participant.needed-admin` for one of the last two while people are protected. */
const requireNotNeeded = (state: KnownWorkspace, leaving: Joined): void => {
  requireAnotherAdmin(state, leaving)
  if (isNeededAdmin(state, leaving)) throw new Rejected('participant.needed-admin')
}

const changeActivity = (
  { participantId, value }: ChangeActivity,
  state: KnownWorkspace,
): WorkspaceEvent[] => {
  const member = requireJoined(state, participantId)
  const active = value ?? !member.active
  if (active === member.active) return []
  if (!active) requireAnotherAdmin(state, member)
  const { userId } = member
  return [
    { type: 'ParticipantActivityChanged', data: { workspaceId: state.id, participantId, userId, active } },
  ]
}

const changeRight = (
  { participantId, right, value }: ChangeRight,
  state: KnownWorkspace,
): WorkspaceEvent[] => {
  const member = requireJoined(state, participantId)
  const changed = { ...member, [right]: value ?? !member[right] }
  if (changed[right] === member[right]) return []
  requireFlag(changed)
  const { userId, approver, requester } = changed
  return [
    {
      type: 'ParticipantRightsChanged',
      data: { workspaceId: state.id, participantId, userId, approver, requester },
    },
  ]
}

const promote = ({ participantId }: PromoteParticipant, state: KnownWorkspace): WorkspaceEvent[] => {
  const { role, userId } = requireJoined(state, participantId)
  if (role === 'admin') return []
  return [
    { type: 'ParticipantPromoted', data: { workspaceId: state.id, participantId, userId, role: 'admin' } },
  ]
}

const removed = (state: KnownWorkspace, participantId: string, userId: string | null): WorkspaceEvent[] => [
  { type: 'ParticipantRemoved', data: { workspaceId: state.id, participantId, userId } },
]

const remove = ({ participantId }: ById, state: KnownWorkspace): WorkspaceEvent[] => {
  const member = state.members.get(participantId)
  if (!member) throw new Rejected('participant.not-found')
  if (member.kind === 'invited') return removed(state, participantId, null)
  requireAnotherAdmin(state, member)
  return removed(state, participantId, member.userId)
}

const isAlone = (state: KnownWorkspace): boolean => joined(state).length === 1

/** The last participant closes the workspace by leaving. Otherwise an active admin must remain. */
const leave = ({ userId }: LeaveWorkspace, state: KnownWorkspace): WorkspaceEvent[] => {
  const leaving = memberOfUser(state, userId)
  if (!leaving) return []
  const workspaceId = state.id
  const { participantId } = leaving
  const left: WorkspaceEvent = { type: 'ParticipantLeft', data: { workspaceId, participantId, userId } }
  if (isAlone(state))
    return [left, { type: 'WorkspaceClosed', data: { workspaceId, reason: 'last participant left' } }]
  requireNotNeeded(state, leaving)
  return [left]
}

const prepareToLeave = (
  { userId, addressHash, deletionId }: PrepareToLeave,
  state: KnownWorkspace,
): WorkspaceEvent[] => {
  const member = memberOfUser(state, userId)
  if (!member) {
    const invited = [...state.members.values()].find((one) => one.addressHash === addressHash)
    return invited?.kind === 'invited' ? removed(state, invited.participantId, null) : []
  }
  if (member.leaving === deletionId) return []
  if (!isAlone(state)) requireNotNeeded(state, member)
  const { participantId } = member
  return [{ type: 'DepartureAnnounced', data: { workspaceId: state.id, participantId, userId, deletionId } }]
}

const stay = ({ userId, deletionId }: Stay, state: KnownWorkspace): WorkspaceEvent[] => {
  const member = memberOfUser(state, userId)
  if (!member || member.leaving !== deletionId) return []
  const { participantId } = member
  return [{ type: 'DepartureCancelled', data: { workspaceId: state.id, participantId, userId } }]
}

export const participantRules = {
  ChangeActivity: changeActivity,
  ChangeRight: changeRight,
  PromoteParticipant: promote,
  RemoveParticipant: remove,
  LeaveWorkspace: leave,
  PrepareToLeave: prepareToLeave,
  Stay: stay,
} as const
