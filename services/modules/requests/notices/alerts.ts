import type { FactOf, Streams } from '#modules/mails/mail-kind.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { joined, workspaceFold, type WorkspaceState } from '#modules/workspaces/workspace.state.ts'
import { alertsAdmins } from '#modules/requests/request.state.ts'
import type { Alert } from '#contract/requests/alerts.ts'

/** Events that alert all admins of a workspace by mail, by push and on their screens. */

export type AlertFact = FactOf<
  | 'RequestReported'
  | 'NumberRefused'
  | 'BothWereCalled'
  | 'ClaimDenied'
  | 'PairLocked'
  | 'RequesterMuted'
  | 'ManySidesAsked'
>

export const ALERTS = {
  RequestReported: 'reported',
  NumberRefused: 'code-mismatch',
  BothWereCalled: 'both-called',
  ClaimDenied: 'claim-denied',
  PairLocked: 'pair-locked',
  RequesterMuted: 'muted',
  ManySidesAsked: 'many-sides',
} as const satisfies Record<AlertFact['type'], Alert>

export const adminsIn = (workspace: WorkspaceState): readonly string[] =>
  joined(workspace)
    .filter(({ role, active }) => role === 'admin' && active)
    .map(({ userId }) => userId)

/** User id of the person whose act caused the alert, or whom many ask. */
export const causeOf = ({ data }: AlertFact): string => ('userId' in data ? data.userId : data.approverUserId)

/** User ids of the admins at that revision. Empty if the event is no alert. */
export const adminsToAlert = async (
  { type, data }: AlertFact,
  commands: Streams,
): Promise<readonly string[]> => {
  if (type === 'NumberRefused' && !alertsAdmins(data)) return []
  const { workspaceRevision, workspaceId } = data
  return adminsIn(await commands.loadAt(workspaceFold, workspaceStream(workspaceId), workspaceRevision))
}
