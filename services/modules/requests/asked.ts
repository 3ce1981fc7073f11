import type { Commands } from '#platform/commands/execute-command.ts'
import { workspaceStream } from '../workspaces/workspace.events.ts'
import { joined, workspaceFold, type Joined, type WorkspaceState } from '../workspaces/workspace.state.ts'
import { requestDecider } from './request.decider.ts'
import { requestStream } from './request.events.ts'

/** Whom a question goes to: the addressed approver, or everybody who may decide it as the workspace stands. */
export const askedIn = (
  workspace: WorkspaceState,
  question: { readonly requesterUserId: string; readonly approverId: string | null },
): readonly Joined[] =>
  joined(workspace).filter(
    ({ active, approver, userId, participantId }) =>
      active &&
      approver &&
      userId !== question.requesterUserId &&
      (question.approverId === null || question.approverId === participantId),
  )

/** Who asked, and who was asked then: user ids. No fact lists them, so that its size does not grow with the workspace. */
export const concernedBy = async (
  commands: Pick<Commands, 'load' | 'loadAt'>,
  requestId: string,
): Promise<{ readonly requester: string; readonly asked: readonly string[] }> => {
  const { state } = await commands.load(requestDecider, requestStream(requestId))
  if (state.kind === 'none') throw new Error('a request has no facts')
  const { requesterUserId: requester, approverUserId, workspaceId, workspaceRevision } = state
  if (approverUserId !== null) return { requester, asked: [approverUserId] }
  const workspace = await commands.loadAt(workspaceFold, workspaceStream(workspaceId), workspaceRevision)
  return { requester, asked: askedIn(workspace, state).map(({ userId }) => userId) }
}
