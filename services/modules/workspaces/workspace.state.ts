import { Map as PersistentMap } from 'immutable'
import type { Membership } from '#contract/access.ts'
import { subscriptionOf } from '#contract/subscription.ts'
import { unreachable } from '#platform/commands/decider.ts'
import type { WorkspaceEvent } from './workspace.events.ts'

/** What a workspace's facts add up to: whatever decisions here and in other modules rest on. No personal field is in it. */

export type Joined = Membership & {
  readonly kind: 'joined'
  readonly participantId: string
  readonly userId: string
  readonly addressHash: string
  /** null for the creator */
  readonly invitationId: string | null
}
export type Invited = {
  readonly kind: 'invited'
  readonly participantId: string
  readonly invitationId: string
  readonly addressHash: string
  /** user id */
  readonly invitedBy: string
  readonly role: Membership['role']
  readonly approver: boolean
  readonly requester: boolean
  readonly generation: number
  readonly expiresAt: string
}
export type Member = Joined | Invited

export type WorkspaceState =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'open' | 'closed' | 'erased'
      readonly id: string
      readonly timezone: string
      readonly trialEndsOn: string
      readonly needsOnboarding: boolean
      /** By participant id. Persistent, so that a fact costs the same however many there are. */
      readonly members: PersistentMap<string, Member>
      /** Participant ids of those who joined, by user id. */
      readonly byUser: PersistentMap<string, string>
    }

export const initialState: WorkspaceState = { kind: 'none' }

export const evolve = (state: WorkspaceState, event: WorkspaceEvent): WorkspaceState => {
  if (event.type === 'WorkspaceCreated') {
    const { workspaceId, timezone, trialEndsOn } = event.data
    const nobody = { members: PersistentMap<string, Member>(), byUser: PersistentMap<string, string>() }
    return { kind: 'open', id: workspaceId, timezone, trialEndsOn, needsOnboarding: true, ...nobody }
  }
  if (state.kind === 'none') return state
  const withMember = (member: Member): WorkspaceState => {
    const { participantId } = member
    const members = state.members.set(participantId, member)
    if (member.kind === 'invited') return { ...state, members }
    return { ...state, members, byUser: state.byUser.set(member.userId, participantId) }
  }
  switch (event.type) {
    case 'WorkspaceSettingsChanged':
      return { ...state, timezone: event.data.timezone ?? state.timezone }
    case 'OnboardingCompleted':
      return { ...state, needsOnboarding: false }
    case 'ParticipantInvited': {
      const { participantId, invitationId, addressHash, invitedBy } = event.data
      const { role, approver, requester, generation, expiresAt } = event.data
      return withMember({
        kind: 'invited',
        participantId,
        invitationId,
        addressHash,
        invitedBy,
        role,
        approver,
        requester,
        generation,
        expiresAt,
      })
    }
    case 'ParticipantJoined': {
      const { participantId, userId, addressHash, invitationId, role, approver, requester } = event.data
      return withMember({
        kind: 'joined',
        participantId,
        userId,
        addressHash,
        invitationId,
        role,
        approver,
        requester,
        active: true,
      })
    }
    case 'ParticipantLeft': {
      const { participantId, userId } = event.data
      return { ...state, members: state.members.delete(participantId), byUser: state.byUser.delete(userId) }
    }
    case 'WorkspaceClosed':
      return { ...state, kind: 'closed' }
    case 'WorkspaceErased':
      return { ...state, kind: 'erased' }
    default:
      return unreachable(event)
  }
}

/** How to fold a workspace's stream; other modules read it with `commands.load(workspaceFold, stream)`. */
export const workspaceFold = { initialState, evolve }

/** Everybody who has joined; nobody in a closed workspace, whose doors are shut for all. */
export const joined = (state: WorkspaceState): readonly Joined[] =>
  state.kind === 'open' ? [...state.members.values()].filter((member) => member.kind === 'joined') : []

/** Undefined for strangers, invitees and those who left. */
export const memberOfUser = (state: WorkspaceState, userId: string): Joined | undefined => {
  if (state.kind !== 'open') return undefined
  const member = state.members.get(state.byUser.get(userId) ?? '')
  return member?.kind === 'joined' ? member : undefined
}

/** Whether the subscription covers today. */
export const isActive = (state: WorkspaceState, now: Date): boolean =>
  state.kind === 'open' && subscriptionOf(state, now) !== 'inactive'

/** Whether this user may invite, and what they have offered is good. */
export const mayInvite = (state: WorkspaceState, userId: string, now: Date): boolean => {
  const member = memberOfUser(state, userId)
  return isActive(state, now) && member?.active === true && member.role === 'admin'
}
