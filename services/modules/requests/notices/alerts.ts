import type { FactOf, Streams } from '#modules/mails/mail-kind.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { joined, workspaceFold, type WorkspaceState } from '#modules/workspaces/workspace.state.ts'
import type { Alert } from '#contract/requests/alerts.ts'

/** What all admins of a workspace are told of at once, by mail, by push and on their screens. */

type AlertFact = FactOf<'RequestReported' | 'NumberRefused' | 'RequesterMuted'>

export const ALERTS = {
  RequestReported: 'reported',
  NumberRefused: 'code-mismatch',
  RequesterMuted: 'muted',
} as const satisfies Record<AlertFact['type'], Alert>

export const adminsIn = (workspace: WorkspaceState): readonly string[] =>
  joined(workspace)
    .filter(({ role, active }) => role === 'admin' && active)
    .map(({ userId }) => userId)

/** User ids of the admins there were then; nobody where the fact is no alert. */
export const adminsToAlert = async (
  { type, data }: AlertFact,
  commands: Streams,
): Promise<readonly string[]> => {
  if (type === 'NumberRefused' && data.triesLeft > 0) return []
  const { workspaceRevision: then, workspaceId } = data
  return adminsIn(await commands.loadAt(workspaceFold, workspaceStream(workspaceId), then))
}
