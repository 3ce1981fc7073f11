import { broughtTo } from '#modules/workspaces/subscription/subscription.decider.ts'
import type { WorkspaceEvent } from './workspace.events.ts'
import type { KnownWorkspace, Member } from './workspace.state.ts'

/**
 * What time brings to a workspace: rules of `workspace.decider.ts`. Each thing is told once, for the log and for mails;
 * what is open, or paid for, is judged by the dates themselves and rests on none of it.
 */

/** Tells what has come, as much as fits into one append. */
export type PassTime = { readonly type: 'PassTime'; readonly now: Date }

const AT_ONCE = 200

const expired = (workspaceId: string, member: Member, now: Date): WorkspaceEvent[] => {
  if (member.kind === 'joined' || member.revoked || member.toldExpired) return []
  const { participantId, invitationId, generation, expiresAt } = member
  if (new Date(expiresAt) > now) return []
  return [
    {
      type: 'InvitationExpired',
      data: { workspaceId, participantId, invitationId, generation, expiresAt },
    },
  ]
}

export const recordDeadlines = ({ now }: PassTime, state: KnownWorkspace): readonly WorkspaceEvent[] => {
  const invitations = [...state.members.values()].flatMap((member) => expired(state.id, member, now))
  return [...broughtTo(state.id, state, now), ...invitations].slice(0, AT_ONCE)
}
