import { userById } from '#projections/users/queries.ts'
import { workspaceById } from '#projections/workspaces/queries.ts'
import { mailKind, type FactOf, type MailKind, type MailServices } from '../mails/mail-kind.ts'
import { invitationTokens } from './invitation-token.store.ts'
import { workspaceStream } from './workspace.events.ts'
import { mayInvite, workspaceFold } from './workspace.state.ts'
import { invitationMail } from './workspaces.mails.ts'

type Invited = FactOf<'ParticipantInvited'>['data']

/** Why nobody needs this invitation's mail any more; undefined while somebody does. */
const overtaken = async (
  { workspaceId, participantId, invitationId, generation, expiresAt }: Invited,
  services: MailServices,
): Promise<string | undefined> => {
  const { commands, now } = services
  const { state } = await commands.load(workspaceFold, workspaceStream(workspaceId))
  if (state.kind !== 'open') return 'the workspace is closed'
  const member = state.members.get(participantId)
  if (member?.kind !== 'invited') return 'the invitation is not open any more'
  if (!mayInvite(state, member.invitedBy, now)) return 'whoever invited may no longer invite'
  const token = await invitationTokens(services).current(invitationId)
  if (member.generation !== generation || token?.generation !== generation)
    return 'a newer link replaced this one'
  return new Date(expiresAt) <= now ? 'the invitation has expired' : undefined
}

/** The mails of workspaces. */
export const workspaceMails: readonly MailKind[] = [
  mailKind({
    purpose: 'workspace.invitation',
    on: 'ParticipantInvited',
    readModels: ['workspaces', 'users'],
    recipients: ({ data }) => [data.participantId],
    async prepare({ data, metadata: { actor } }, _recipient, services) {
      const { baseUrl, db, now } = services
      const drop = await overtaken(data, services)
      if (drop !== undefined) return { drop }
      const { workspaceId, invitationId, generation, email, expiresAt } = data
      const workspace = await workspaceById(db, workspaceId, now)
      if (!workspace) throw new Error('the workspace is not in the read model yet')
      if (email === null || workspace.name === null) return { drop: 'address or workspace were erased' }
      const inviter = actor.userId === null ? undefined : await userById(db, actor.userId)
      const secret = invitationTokens(services).token(invitationId, generation)
      const mail = invitationMail({
        ...data,
        workspaceName: workspace.name,
        timezone: workspace.timezone,
        inviter: inviter?.email ?? null,
        expiresAt: new Date(expiresAt),
        url: `${baseUrl}/users/invite/${secret}?invitationUuid=${invitationId}`,
      })
      return { to: email, mail }
    },
  }),
]
