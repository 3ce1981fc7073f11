import { dueSubscriptionEvents } from '#modules/workspaces/subscription/subscription.decider.ts'
import { expiredChanges } from './changes/change.decider.ts'
import type { WorkspaceEvent } from './workspace.events.ts'
import type { KnownWorkspace, Member } from './workspace.state.ts'

/**
 * Records that dates have passed, for the audit log and for mails. Decisions depend on the dates themselves, not on these
 * events.
 */

export type RecordDeadlines = { readonly type: 'RecordDeadlines'; readonly now: Date }

const MAX_EVENTS = 200

const expired = (workspaceId: string, member: Member, now: Date): WorkspaceEvent[] => {
  if (member.kind === 'joined' || member.revoked || member.expiryRecorded) return []
  const { participantId, invitationId, generation, expiresAt } = member
  if (new Date(expiresAt) > now) return []
  return [
    {
      type: 'InvitationExpired',
      data: { workspaceId, participantId, invitationId, generation, expiresAt },
    },
  ]
}

/** Each event once; at most 200 per append. */
export const recordDeadlines = (
  { now }: RecordDeadlines,
  state: KnownWorkspace,
): readonly WorkspaceEvent[] => {
  const invitations = [...state.members.values()].flatMap((member) => expired(state.id, member, now))
  const changes = expiredChanges(state, now)
  return [...dueSubscriptionEvents(state.id, state, now), ...changes, ...invitations].slice(0, MAX_EVENTS)
}
