import { mailKind, type MailKind } from '#modules/mails/mail-kind.ts'
import { devicesOf } from '#projections/users/device-queries.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { memberOfUser, workspaceFold } from '#modules/workspaces/workspace.state.ts'
import { prepareMembershipMail, READING } from '#modules/workspaces/workspaces.mail-kinds.ts'
import { deviceReminderMail } from './reminders.mails.ts'

export const reminderMails: readonly MailKind[] = [
  mailKind({
    purpose: 'participant.device-reminded',
    on: 'DeviceReminded',
    isMass: true,
    ...READING,
    recipients: ({ data }) => [data.userId],
    async prepare(fact, userId, services) {
      const { commands, db, now, baseUrl } = services
      const { state } = await commands.load(workspaceFold, workspaceStream(fact.data.workspaceId))
      if (!memberOfUser(state, userId)?.active) return { drop: 'no active participant any more' }
      if ((await devicesOf(db, userId, now)).some(({ state: device }) => device === 'usable'))
        return { drop: 'a device was set up' }
      return prepareMembershipMail(fact, userId, services, (mailed) =>
        deviceReminderMail(mailed, `${baseUrl}/m/device`),
      )
    },
  }),
]
