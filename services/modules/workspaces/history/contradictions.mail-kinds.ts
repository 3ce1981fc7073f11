import { userById } from '#projections/users/queries.ts'
import { workspaceById } from '#projections/workspaces/queries.ts'
import { mailKind, type MailKind } from '#modules/mails/mail-kind.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { isActiveAdmin, joined, workspaceFold } from '#modules/workspaces/workspace.state.ts'
import { contradictionMail } from './contradictions.mails.ts'

export const contradictionMails: readonly MailKind[] = [
  mailKind({
    purpose: 'workspace.history-contradicted',
    on: 'HistoryContradicted',
    readModels: ['workspaces', 'users'],
    /** All admins at that revision. */
    async recipients({ data, revision }, commands) {
      const workspace = await commands.loadAt(workspaceFold, workspaceStream(data.workspaceId), revision)
      return joined(workspace).flatMap((member) => (isActiveAdmin(member) ? member.userId : []))
    },
    async prepare({ data, metadata }, adminId, { db, now, baseUrl }) {
      const { workspaceId, witness } = data
      const [workspace, admin] = await Promise.all([
        workspaceById(db, workspaceId, now),
        userById(db, adminId),
      ])
      if (!workspace || !admin) throw new Error('the read models have not reached the event')
      if (admin.email === null || workspace.name === null || witness === null)
        return { drop: 'address or workspace were erased' }
      const mail = contradictionMail({
        language: admin.language,
        workspaceName: workspace.name,
        witness,
        at: new Date(metadata.at),
        timezone: admin.timeZone ?? workspace.timezone,
        url: `${baseUrl}/workspace/${workspaceId}?tab=audit`,
      })
      return { to: admin.email, mail }
    },
  }),
]
