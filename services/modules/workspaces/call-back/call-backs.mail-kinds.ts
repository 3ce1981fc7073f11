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
import { isActiveAdmin, joined, workspaceFold } from '#modules/workspaces/workspace.state.ts'
import { callBackMail } from './call-backs.mails.ts'

type Changed = FactOf<'CallBackNumberChanged' | 'CallBackNumberRemoved'>

/** The owner and all admins at that revision, also who changed it: the session may be another’s. */
const ownerAndAdmins = async (
  { data: { workspaceId, userId }, revision }: Changed,
  commands: Streams,
): Promise<readonly string[]> => {
  const workspace = await commands.loadAt(workspaceFold, workspaceStream(workspaceId), revision)
  return joined(workspace).flatMap((member) =>
    member.userId === userId || isActiveAdmin(member) ? member.userId : [],
  )
}

const numberIn = (fact: Changed) =>
  fact.type === 'CallBackNumberChanged'
    ? { number: fact.data.number, countsFrom: new Date(fact.data.countsFrom) }
    : null

const prepare = async (
  fact: Changed,
  readerId: string,
  { db, now, baseUrl }: MailServices,
): Promise<Prepared> => {
  const { workspaceId, userId } = fact.data
  const { actor, at } = fact.metadata
  const [workspace, reader, owner, by] = await Promise.all([
    workspaceById(db, workspaceId, now),
    userById(db, readerId),
    namedIn(db, workspaceId, userId),
    saidIn(db, workspaceId, actor.userId),
  ])
  if (!workspace || !reader) throw new Error('the read models have not reached the event')
  const [to, name, set] = [reader.email, workspace.name, numberIn(fact)]
  if (to === null || owner.email === null || name === null || set?.number === null)
    return { drop: 'address, number or workspace were erased' }
  const isOwner = readerId === userId
  const mail = callBackMail({
    language: reader.language,
    workspaceName: name,
    timezone: reader.timeZone ?? workspace.timezone,
    at: new Date(at),
    by,
    owner,
    isOwner,
    set: set && { ...set, number: set.number },
    url: isOwner ? `${baseUrl}/m/call-back` : `${baseUrl}/workspace/${workspaceId}`,
  })
  return { to, mail }
}

const told = (purpose: string, on: Changed['type']): MailKind =>
  mailKind({
    purpose,
    on,
    readModels: ['workspaces', 'users'],
    recipients: (fact, commands) => ownerAndAdmins(fact as Changed, commands),
    prepare: (fact, readerId, services) => prepare(fact as Changed, readerId, services),
  })

export const callBackMails: readonly MailKind[] = [
  told('participant.call-back-changed', 'CallBackNumberChanged'),
  told('participant.call-back-removed', 'CallBackNumberRemoved'),
]
