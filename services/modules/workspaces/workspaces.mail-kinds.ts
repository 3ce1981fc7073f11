import { userById } from '#projections/users/queries.ts'
import { workspaceById } from '#projections/workspaces/queries.ts'
import { mailKind, type MailKind } from '../mails/mail-kind.ts'
import { workspaceStream } from './workspace.events.ts'
import { workspaceFold } from './workspace.state.ts'
import { invitationMail } from './workspaces.mails.ts'

/** The mails of workspaces. */
export const workspaceMails: readonly MailKind[] = [
  mailKind({
    purpose: 'workspace.invitation',
    on: 'ParticipantInvited',
    recipients: ({ data }) => [data.participantId],
    async prepare({ data, metadata }, participantId, { baseUrl, commands, db, mailTokens, now }) {
      const { workspaceId, invitationId, generation, language, role, approver, requester, email } = data
      const { state } = await commands.load(workspaceFold, workspaceStream(workspaceId))
      if (state.kind !== 'open') return { drop: 'the workspace is closed' }
      const member = state.members.get(participantId)
      if (member?.kind !== 'invited') return { drop: 'the invitation is not open any more' }
      const token = await mailTokens.current('invitation', invitationId)
      if (member.generation !== generation || token?.generation !== generation)
        return { drop: 'a newer link replaced this one' }
      const expiresAt = new Date(data.expiresAt)
      if (expiresAt <= now) return { drop: 'the invitation has expired' }
      if (email === null) return { drop: 'the address was erased' }
      const workspace = await workspaceById(db, workspaceId, now)
      if (!workspace) throw new Error('the workspace is not in the read model yet')
      const { name: workspaceName, timezone } = workspace
      if (workspaceName === null) return { drop: 'the workspace was erased' }
      const inviter = metadata.actor.userId && (await userById(db, metadata.actor.userId))
      const secret = mailTokens.token('invitation', invitationId, generation)
      return {
        to: email,
        mail: invitationMail({
          language,
          workspaceName,
          timezone,
          inviter: (inviter && inviter.email) || null,
          role,
          approver,
          requester,
          expiresAt,
          url: `${baseUrl}/users/invite/${secret}?invitationUuid=${invitationId}`,
        }),
      }
    },
  }),
]
