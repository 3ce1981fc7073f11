import { mailKind, type FactOf, type MailKind, type Streams } from '#modules/mails/mail-kind.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { workspaceFold } from '#modules/workspaces/workspace.state.ts'
import { prepareMembershipMail, READING } from '#modules/workspaces/workspaces.mail-kinds.ts'
import { rightsMail, type RightsMail } from './rights.mails.ts'

const RIGHTS = ['approver', 'requester'] as const

/** What the event gave and took. */
const changed = async (
  { data, revision }: FactOf<'ParticipantRightsChanged'>,
  commands: Streams,
): Promise<Pick<RightsMail, 'gained' | 'lost'>> => {
  const before = await commands.loadAt(workspaceFold, workspaceStream(data.workspaceId), revision - 1)
  const member = before.kind === 'none' ? undefined : before.members.get(data.participantId)
  if (member?.kind !== 'joined') return { gained: [], lost: [] }
  return {
    gained: RIGHTS.filter((right) => data[right] && !member[right]),
    lost: RIGHTS.filter((right) => !data[right] && member[right]),
  }
}

/** To the person themselves, no matter who did it. */
export const rightsMails: readonly MailKind[] = [
  mailKind({
    purpose: 'participant.rights-told',
    on: 'ParticipantRightsChanged',
    ...READING,
    async recipients(fact, commands) {
      const { gained, lost } = await changed(fact, commands)
      return gained.length + lost.length > 0 ? [fact.data.userId] : []
    },
    async prepare(fact, userId, services) {
      const rights = await changed(fact, services.commands)
      const url = `${services.baseUrl}/m/`
      return prepareMembershipMail(fact, userId, services, (mailed) =>
        rightsMail({ ...mailed, ...rights, url }),
      )
    },
  }),
  mailKind({
    purpose: 'participant.promotion-told',
    on: 'ParticipantPromoted',
    ...READING,
    recipients: ({ data }) => [data.userId],
    prepare(fact, userId, services) {
      const url = `${services.baseUrl}/workspace/${fact.data.workspaceId}`
      return prepareMembershipMail(fact, userId, services, (mailed) =>
        rightsMail({ ...mailed, gained: ['admin'], lost: [], url }),
      )
    },
  }),
]
