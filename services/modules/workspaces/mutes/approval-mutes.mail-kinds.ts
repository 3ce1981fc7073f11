import { mailKind, type MailKind } from '#modules/mails/mail-kind.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { workspaceFold } from '#modules/workspaces/workspace.state.ts'
import { prepareMembershipMail, READING } from '#modules/workspaces/workspaces.mail-kinds.ts'
import { mutedMail } from './approval-mutes.mails.ts'

/** To the requester. Taking them again needs no mail: the form shows it. */
export const approvalMuteMails: readonly MailKind[] = [
  mailKind({
    purpose: 'participant.approvals-muted',
    on: 'ApprovalsMuted',
    ...READING,
    async recipients({ data: { workspaceId, requesterId }, revision }, commands) {
      const workspace = await commands.loadAt(workspaceFold, workspaceStream(workspaceId), revision)
      const requester = workspace.kind === 'none' ? undefined : workspace.members.get(requesterId)
      return requester?.kind === 'joined' ? [requester.userId] : []
    },
    prepare: (fact, userId, services) =>
      prepareMembershipMail(fact, userId, services, (mailed) =>
        mutedMail({ ...mailed, until: new Date(fact.data.until), url: `${services.baseUrl}/m/` }),
      ),
  }),
]
