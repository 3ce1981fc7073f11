import { userById } from '#projections/users/queries.ts'
import { workspaceById } from '#projections/workspaces/queries.ts'
import {
  mailKind,
  type FactOf,
  type MailKind,
  type MailServices,
  type Prepared,
  type Streams,
} from '#modules/mails/mail-kind.ts'
import { namedIn, saidIn } from '#modules/workspaces/named-people.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { workspaceFold, type Joined } from '#modules/workspaces/workspace.state.ts'
import { absenceMail } from './absences.mails.ts'

type Told = FactOf<'AbsenceSet' | 'AbsenceEnded'>

/** User ids of the deputies that the fact names, or whose task it ends. */
const deputiesIn = async ({ data, revision }: Told, commands: Streams): Promise<readonly string[]> => {
  const workspace = await commands.loadAt(workspaceFold, workspaceStream(data.workspaceId), revision - 1)
  if ('from' in data) return [data.deputyUserId, data.secondUserId].filter((one) => one !== undefined)
  if (workspace.kind === 'none') return []
  const member = (id: string): Joined[] => {
    const found = workspace.members.get(id)
    return found?.kind === 'joined' ? [found] : []
  }
  const ids = member(data.participantId).flatMap(({ absence }) => absence?.deputies ?? [])
  return ids.flatMap(member).map(({ userId }) => userId)
}

const prepare = async (
  fact: Told,
  readerId: string,
  { db, now, baseUrl, commands }: MailServices,
): Promise<Prepared> => {
  const { workspaceId, userId } = fact.data
  const deputies = await deputiesIn(fact, commands)
  const [workspace, reader, absent, by, ...named] = await Promise.all([
    workspaceById(db, workspaceId, now),
    userById(db, readerId),
    namedIn(db, workspaceId, userId),
    saidIn(db, workspaceId, fact.metadata.actor.userId),
    ...deputies.map((id) => namedIn(db, workspaceId, id)),
  ])
  if (!workspace || !reader) throw new Error('the read models have not reached the event')
  if (reader.email === null || absent.email === null || workspace.name === null)
    return { drop: 'address or workspace were erased' }
  const isOwn = readerId === userId
  const mail = absenceMail({
    language: reader.language,
    workspaceName: workspace.name,
    timezone: reader.timeZone ?? workspace.timezone,
    by,
    absent,
    isOwn,
    set:
      'from' in fact.data
        ? { from: new Date(fact.data.from), until: new Date(fact.data.until), deputies: named }
        : null,
    url: isOwn ? `${baseUrl}/m/absence` : `${baseUrl}/m/`,
  })
  return { to: reader.email, mail }
}

/** To who is away, also if they did it themselves: the session may be another’s. And to the deputies. */
const told = (purpose: string, on: Told['type']): MailKind =>
  mailKind({
    purpose,
    on,
    readModels: ['workspaces', 'users'],
    recipients: async (fact, commands) => [
      ...new Set([fact.data.userId, ...(await deputiesIn(fact as Told, commands))]),
    ],
    prepare: (fact, readerId, services) => prepare(fact as Told, readerId, services),
  })

export const absenceMails: readonly MailKind[] = [
  told('participant.absence-set', 'AbsenceSet'),
  told('participant.absence-ended', 'AbsenceEnded'),
]
