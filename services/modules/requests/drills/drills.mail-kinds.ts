import type { Request } from '#contract/requests/requests.ts'
import { entryOfEvent } from '#projections/audit/queries.ts'
import { ifAvailable } from '#projections/engine/runner/dead-letters.ts'
import { drillFor } from '#projections/requests/drill-queries.ts'
import { isParticipant } from '#projections/requests/queries.ts'
import { userById } from '#projections/users/queries.ts'
import { workspaceById } from '#projections/workspaces/queries.ts'
import { mailKind, type MailKind, type MailServices, type Prepared } from '#modules/mails/mail-kind.ts'
import { requestCreatedMail } from '#modules/requests/notices/requests.mails.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { joined, workspaceFold } from '#modules/workspaces/workspace.state.ts'
import { drillDecider } from './drill.decider.ts'
import { questionOf } from './drill-question.ts'
import { drillEndedMail, drillResultsMail } from './drills.mails.ts'

type Asked = { readonly questionId: string; readonly workspaceId: string }
type Mailed = {
  readonly to: string
  readonly language: 'de' | 'en'
  readonly request: Request
  readonly timezone: string
  readonly url: string
}

/** What a mail to the person whom a drill asks needs. */
const mailedTo = async (
  userId: string,
  { questionId, workspaceId }: Asked,
  { db, now, baseUrl }: MailServices,
): Promise<Mailed | { readonly drop: string }> => {
  const [request, user, workspace] = await Promise.all([
    drillFor(db, questionId, userId, now),
    userById(db, userId),
    workspaceById(db, workspaceId, now),
  ])
  if (!request && !(await isParticipant(db, workspaceId, userId)))
    return { drop: 'the person left the workspace' }
  if (!request || !user || !workspace) throw new Error('the read models have not reached the event')
  if (user.email === null) return { drop: 'the account was erased' }
  const { email: to, language } = user
  const timezone = user.timeZone ?? workspace.timezone
  return { to, language, request, timezone, url: `${baseUrl}/m/requests/${questionId}` }
}

const reading = { readModels: ['requests', 'users', 'workspaces'], mentions: ['audit'] } as const

/** To the person who is asked, as a call check has it; once the drill is over, to each of them that it was one; and to the approvers, about who sees how they answer. */
export const drillMails: readonly MailKind[] = [
  mailKind({
    purpose: 'drill.asked',
    on: 'DrillAsked',
    ...reading,
    recipients: ({ data }) => [data.userId],
    async prepare(fact, userId, services): Promise<Prepared> {
      const mailed = await mailedTo(userId, fact.data, services)
      if ('drop' in mailed) return mailed
      if (mailed.request.status !== 'pending') return { drop: 'the request is no longer pending' }
      const entry = await ifAvailable(entryOfEvent(services.db, fact.id))
      return {
        to: mailed.to,
        mail: requestCreatedMail(mailed.language, { ...mailed, entry, readerId: null, isAdmin: false }),
      }
    },
  }),
  mailKind({
    purpose: 'drill.ended',
    on: 'DrillEnded',
    ...reading,
    async recipients({ stream, revision }, commands) {
      const { latest } = await commands.loadAt(drillDecider, stream, revision)
      return (latest?.questions ?? []).map(({ userId }) => userId)
    },
    async prepare(fact, userId, services): Promise<Prepared> {
      const { drillId, workspaceId } = fact.data
      const questionId = questionOf(drillId, userId)
      const mailed = await mailedTo(userId, { questionId, workspaceId }, services)
      if ('drop' in mailed) return mailed
      return { to: mailed.to, mail: drillEndedMail(mailed) }
    },
  }),
  mailKind({
    purpose: 'workspace.drill-results',
    on: 'DrillResultsChanged',
    readModels: ['workspaces', 'users'],
    async recipients({ data, revision }, commands) {
      const state = await commands.loadAt(workspaceFold, workspaceStream(data.workspaceId), revision)
      return joined(state).flatMap(({ active, approver, userId }) => (active && approver ? userId : []))
    },
    async prepare({ data, metadata }, userId, { db, now, baseUrl }): Promise<Prepared> {
      const [workspace, user, by] = await Promise.all([
        workspaceById(db, data.workspaceId, now),
        userById(db, userId),
        metadata.actor.userId === null ? undefined : userById(db, metadata.actor.userId),
      ])
      if (!workspace || !user) throw new Error('the read models have not reached the event')
      if (user.email === null || workspace.name === null) return { drop: 'address or workspace were erased' }
      const mail = drillResultsMail({
        language: user.language,
        byPerson: data.byPerson,
        workspaceName: workspace.name,
        timezone: user.timeZone ?? workspace.timezone,
        by: by?.email ?? null,
        at: metadata.at,
        url: `${baseUrl}/m/`,
      })
      return { to: user.email, mail }
    },
  }),
]
