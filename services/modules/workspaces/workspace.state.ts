import type { Membership } from '#contract/access.ts'
import { subscriptionOf } from '#contract/subscription.ts'
import { unreachable } from '#platform/decider.ts'
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
      readonly kind: 'open' | 'closed'
      readonly id: string
      readonly timezone: string
      readonly trialEndsOn: string
      readonly needsOnboarding: boolean
      readonly members: ReadonlyMap<string, Member>
    }

export const initialState: WorkspaceState = { kind: 'none' }

export const evolve = (state: WorkspaceState, event: WorkspaceEvent): WorkspaceState => {
  if (event.type === 'WorkspaceCreated') {
    const { workspaceId, timezone, trialEndsOn } = event.data
    return { kind: 'open', id: workspaceId, timezone, trialEndsOn, needsOnboarding: true, members: new Map() }
  }
  if (state.kind === 'none') return state
  const withMember = (member: Member): WorkspaceState => ({
    ...state,
    members: new Map(state.members).set(member.participantId, member),
  })
  switch (event.type) {
    case 'WorkspaceSettingsChanged':
      return { ...state, timezone: event.data.timezone ?? state.timezone }
    case 'OnboardingCompleted':
      return { ...state, needsOnboarding: false }
    case 'ParticipantInvited': {
      const { participantId, invitationId, addressHash, role, approver, requester, generation, expiresAt } =
        event.data
      return withMember({
        kind: 'invited',
        participantId,
        invitationId,
        addressHash,
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
      const members = new Map(state.members)
      members.delete(event.data.participantId)
      return { ...state, members }
    }
    case 'WorkspaceClosed':
      return { ...state, kind: 'closed' }
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
export const memberOfUser = (state: WorkspaceState, userId: string): Joined | undefined =>
  joined(state).find((member) => member.userId === userId)

/** Whether the subscription covers today. */
export const isActive = (state: WorkspaceState, now: Date): boolean =>
  state.kind === 'open' && subscriptionOf(state, now) !== 'inactive'
