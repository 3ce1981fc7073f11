import type { Request } from '#contract/requests/requests.ts'
import { mailKind, type FactOf, type MailKind, type Streams } from '#modules/mails/mail-kind.ts'
import { adminsIn } from '#modules/requests/notices/alerts.ts'
import { prepare, reading } from '#modules/requests/prepare-mail.ts'
import { eligibleApprovers, partiesOf } from '#modules/requests/participants.ts'
import { requestDecider } from '#modules/requests/request.decider.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { workspaceFold } from '#modules/workspaces/workspace.state.ts'
import { glassBrokenMail, glassConfirmedMail } from './glass.mails.ts'

/** All admins, who asked, and everybody who was passed over: those who could decide when it was asked, and those who could now. */
const concerned = async (
  { data, stream, revision }: FactOf<'GlassBroken' | 'GlassConfirmed'>,
  commands: Streams,
): Promise<readonly string[]> => {
  const { requestId, workspaceId, workspaceRevision } = data
  const [{ requester, approvers }, workspace, request] = await Promise.all([
    partiesOf(commands, requestId),
    commands.loadAt(workspaceFold, workspaceStream(workspaceId), workspaceRevision),
    commands.loadAt(requestDecider, stream, revision),
  ])
  const now = request.kind === 'none' ? [] : eligibleApprovers(workspace, request)
  return [...new Set([...adminsIn(workspace), requester, ...approvers, ...now.map(({ userId }) => userId)])]
}

const isBroken = ({ brokenGlass }: Request) => Boolean(brokenGlass)
const isConfirmed = ({ brokenGlass }: Request) => Boolean(brokenGlass?.confirmedAt)

/** Emergency approvals. Never in a digest: they are about security. */
export const glassMails: readonly MailKind[] = [
  mailKind({
    purpose: 'request.glass-broken',
    on: 'GlassBroken',
    ...reading,
    recipients: concerned,
    prepare: (fact, userId, services) =>
      prepare(fact, userId, services, { letterOf: glassBrokenMail, isReached: isBroken }),
  }),
  mailKind({
    purpose: 'request.glass-confirmed',
    on: 'GlassConfirmed',
    ...reading,
    recipients: concerned,
    prepare: (fact, userId, services) =>
      prepare(fact, userId, services, { letterOf: glassConfirmedMail, isReached: isConfirmed }),
  }),
]
