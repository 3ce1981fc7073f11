import { userById } from '#projections/users/queries.ts'
import { twoPeople } from '#projections/workspaces/namesake-queries.ts'
import { workspaceById } from '#projections/workspaces/queries.ts'
import { mailKind, type MailKind } from '#modules/mails/mail-kind.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { isActiveAdmin, joined, workspaceFold } from '#modules/workspaces/workspace.state.ts'
import { namesakeMail } from './namesakes.mails.ts'

export const namesakeMails: readonly MailKind[] = [
  mailKind({
    purpose: 'participant.name-alike',
    on: 'NamesakeNoticed',
    readModels: ['workspaces', 'users'],
    /** All admins at that revision, also one who has the name. */
    async recipients({ data, revision }, commands) {
      const workspace = await commands.loadAt(workspaceFold, workspaceStream(data.workspaceId), revision)
      return joined(workspace).flatMap((member) => (isActiveAdmin(member) ? member.userId : []))
    },
    async prepare({ data }, adminId, { db, now, baseUrl, commands }) {
      const { workspaceId, participantId, otherId } = data
      const { state } = await commands.load(workspaceFold, workspaceStream(workspaceId))
      if (state.kind !== 'open') return { drop: 'the workspace is closed' }
      if (!state.members.has(participantId) || !state.members.has(otherId))
        return { drop: 'one of the two has left' }
      const [workspace, admin, two] = await Promise.all([
        workspaceById(db, workspaceId, now),
        userById(db, adminId),
        twoPeople(db, participantId, otherId),
      ])
      if (!workspace || !admin || !two) throw new Error('the read models have not reached the event')
      if (admin.email === null || workspace.name === null) return { drop: 'address or workspace were erased' }
      if (!two.isAlike) return { drop: 'the names do not look alike any more' }
      const mail = namesakeMail({
        language: admin.language,
        workspaceName: workspace.name,
        ...two,
        url: `${baseUrl}/workspace/${workspaceId}`,
      })
      return { to: admin.email, mail }
    },
  }),
]
