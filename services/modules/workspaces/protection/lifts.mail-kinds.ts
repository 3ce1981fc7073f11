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
import { saidIn } from '#modules/workspaces/named-people.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import {
  isActiveAdmin,
  joined,
  memberOfUser,
  workspaceFold,
  type WorkspaceState,
} from '#modules/workspaces/workspace.state.ts'
import { operatorOf } from '#modules/workspaces/workspaces.mails.ts'
import { mayDecide } from './lift.decider.ts'
import { liftMail, type LiftStep } from './lifts.mails.ts'

type Told = FactOf<
  'ProtectionLiftStarted' | 'ProtectionLiftStopped' | 'ProtectionLiftWithdrawn' | 'ProtectionLifted'
>

/** Everybody who may decide at that revision, except who acts. */
export const deciders = async (
  { data, revision, metadata: { actor } }: Told,
  commands: Streams,
): Promise<readonly string[]> => {
  const workspace = await commands.loadAt(workspaceFold, workspaceStream(data.workspaceId), revision)
  return joined(workspace).flatMap((member) =>
    mayDecide(member) && member.userId !== actor.userId ? member.userId : [],
  )
}

const isWaiting = (state: WorkspaceState, liftId: string): boolean =>
  state.kind === 'open' && state.lift?.liftId === liftId

/** Only admins have the page of the workspace. The inbox of the phone shows the others the same notice. */
const linkOf = (state: WorkspaceState, readerId: string, workspaceId: string): string => {
  const member = memberOfUser(state, readerId)
  return member && isActiveAdmin(member) ? `/workspace/${workspaceId}` : '/m/'
}

const stepIn = (data: Told['data']) => ({
  endsAt: 'endsAt' in data ? new Date(data.endsAt) : null,
  reason: ('reason' in data && data.reason) || null,
})

const prepare = async (
  { data, metadata: { actor, at } }: Told,
  { step, readerId }: { readonly step: LiftStep; readonly readerId: string },
  { db, now, baseUrl, commands }: MailServices,
): Promise<Prepared> => {
  const { workspaceId, liftId } = data
  const [workspace, reader, by, { state }] = await Promise.all([
    workspaceById(db, workspaceId, now),
    userById(db, readerId),
    saidIn(db, workspaceId, actor.userId),
    commands.load(workspaceFold, workspaceStream(workspaceId)),
  ])
  if (!workspace || !reader) throw new Error('the read models have not reached the event')
  if (reader.email === null || workspace.name === null) return { drop: 'address or workspace were erased' }
  if (step === 'started' && !isWaiting(state, liftId)) return { drop: 'it does not wait any more' }
  const { language, email: to } = reader
  const mail = liftMail({
    language,
    step,
    workspaceName: workspace.name,
    timezone: reader.timeZone ?? workspace.timezone,
    by: actor.role === 'super admin' ? operatorOf(language) : by,
    at: new Date(at),
    ...stepIn(data),
    url: `${baseUrl}${linkOf(state, readerId, workspaceId)}`,
  })
  return { to, mail }
}

const told = (step: LiftStep, on: Told['type']): MailKind =>
  mailKind({
    purpose: `workspace.lift-${step}`,
    on,
    readModels: ['workspaces', 'users'],
    recipients: (fact, commands) => deciders(fact as Told, commands),
    prepare: (fact, readerId, services) => prepare(fact as Told, { step, readerId }, services),
  })

export const liftMails: readonly MailKind[] = [
  told('started', 'ProtectionLiftStarted'),
  told('stopped', 'ProtectionLiftStopped'),
  told('withdrawn', 'ProtectionLiftWithdrawn'),
  told('lifted', 'ProtectionLifted'),
]
