import { bySystem } from '#platform/commands/execute-command.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { joined, type WorkspaceState } from '../workspaces/workspace.state.ts'
import { requestDecider } from './request.decider.ts'
import { requestStream } from './request.events.ts'

/** Whether whoever asked could still ask: with nobody who stands behind a request there is nothing to approve. */
export const requesterIsThere = (
  workspace: WorkspaceState,
  { requesterId }: { readonly requesterId: string },
): boolean =>
  joined(workspace).some(
    ({ participantId, active, requester }) => participantId === requesterId && active && requester,
  )

/** Whether whom it is addressed to may decide; one to anybody waits for whoever may later. */
export const approverIsThere = (
  workspace: WorkspaceState,
  { approverId }: { readonly approverId: string | null },
): boolean =>
  approverId === null ||
  joined(workspace).some(
    ({ participantId, active, approver }) => participantId === approverId && active && approver,
  )

/** Makes it a fact that the requester is gone, if the request is still open: whoever notices it before the reactor. */
export const closeWithoutRequester = async (
  { commands }: Pick<Platform, 'commands'>,
  asked: { readonly requestId: string; readonly workspaceId: string; readonly requesterId: string },
  at: Date,
): Promise<void> => {
  const { requestId, workspaceId, requesterId: participantId } = asked
  await commands.execute({
    decider: requestDecider,
    stream: requestStream(requestId),
    workspaceId,
    // The same for whoever notices first: a request closes once.
    context: bySystem(derivedId('requester-unavailable', requestId), at),
    command: { type: 'CloseAsUnavailable', participantId, as: ['requester'] },
  })
}
