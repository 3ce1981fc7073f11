import { Rejected } from '#contract/errors.ts'
import { requireJoined } from '#modules/workspaces/participants/participant.decider.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import { memberOfUser, type KnownWorkspace } from '#modules/workspaces/workspace.state.ts'
import { approvalsMutedUntil, MUTE_MS } from '#modules/workspaces/participants/approval-mute.state.ts'

/** Rules about approvals that an approver does not take for a day; part of `workspace.decider.ts`. */

export type MuteApprovals = {
  readonly type: 'MuteApprovals'
  /** Whose approvals. */
  readonly participantId: string
  /** The approver. */
  readonly userId: string
  readonly muted: boolean
  readonly now: Date
}

/** A mute ends by itself, and does not grow by pressing again. */
const muteApprovals = (
  { participantId: requesterId, userId, muted, now }: MuteApprovals,
  state: KnownWorkspace,
): readonly WorkspaceEvent[] => {
  requireJoined(state, requesterId)
  const by = memberOfUser(state, userId)
  if (!by || by.participantId === requesterId) throw new Rejected('access.denied')
  if ((approvalsMutedUntil(by.mutes, requesterId, now) !== null) === muted) return []
  const ids = { workspaceId: state.id, participantId: by.participantId, userId, requesterId }
  if (!muted) return [{ type: 'ApprovalsUnmuted', data: ids }]
  const until = new Date(now.getTime() + MUTE_MS).toISOString()
  return [{ type: 'ApprovalsMuted', data: { ...ids, until } }]
}

export const muteRules = { MuteApprovals: muteApprovals } as const
