import { mailKind, type MailKind } from '#modules/mails/mail-kind.ts'
import { adminsIn } from '#modules/requests/notices/alerts.ts'
import { NOT_PENDING, prepare, reading } from '#modules/requests/prepare-mail.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { workspaceFold } from '#modules/workspaces/workspace.state.ts'
import { requestParkedMail } from './parked-requests.mails.ts'

/** To the admins, once each time that a request begins to wait for enough people. */
export const parkedMails: readonly MailKind[] = [
  mailKind({
    purpose: 'request.parked',
    on: 'RequestParked',
    ...reading,
    async recipients({ data: { workspaceId, workspaceRevision } }, commands) {
      return adminsIn(await commands.loadAt(workspaceFold, workspaceStream(workspaceId), workspaceRevision))
    },
    prepare: (fact, userId, services) =>
      prepare(fact, userId, services, {
        letterOf: requestParkedMail,
        dropReason: ({ status, parked: waits }) => {
          if (status !== 'pending') return NOT_PENDING
          return waits ? null : 'enough people can decide the request by now'
        },
      }),
  }),
]
