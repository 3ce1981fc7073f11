import type { Change } from '#contract/workspaces/change.ts'
import { changeIn } from '#projections/workspaces/change-queries.ts'
import { addressOfHash, userById } from '#projections/users/queries.ts'
import { participantIn, workspaceById } from '#projections/workspaces/queries.ts'
import {
  mailKind,
  type FactOf,
  type Prepared,
  type MailKind,
  type MailServices,
  type Streams,
} from '#modules/mails/mail-kind.ts'
import { doerIn, namedIn } from '#modules/workspaces/named-people.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import {
  isActiveAdmin,
  joined,
  memberOfUser,
  workspaceFold,
  type Joined,
  type KnownWorkspace,
  type WorkspaceState,
} from '#modules/workspaces/workspace.state.ts'
import { changeMail, deedMail, type ChangeMail, type Deed } from './changes.mails.ts'

type Placed = { readonly data: { readonly workspaceId: string }; readonly revision: number }

const at = ({ data }: Placed, revision: number, commands: Streams): Promise<WorkspaceState> =>
  commands.loadAt(workspaceFold, workspaceStream(data.workspaceId), revision)

/** The active admins at that revision, except these people. */
const adminsExcept = (state: WorkspaceState, ...people: readonly (string | null)[]): readonly string[] =>
  joined(state)
    .filter((member) => isActiveAdmin(member) && !people.includes(member.userId))
    .map(({ userId }) => userId)

const reading = { readModels: ['workspaces', 'users'] } as const

type Reader = Omit<Parameters<typeof deedMail>[0], 'deed' | 'url'> & { readonly to: string }

/** The reader, the workspace and the actor of a mail; a reason to drop it once one is erased. */
const readerOf = async (
  { data, metadata: { actor, at: when } }: FactOf<'ChangeAsked' | 'ChangeExpired' | 'ParticipantRemoved'>,
  userId: string,
  { db, now }: Pick<MailServices, 'db' | 'now'>,
): Promise<Reader | { readonly drop: string }> => {
  const [workspace, reader, who] = await Promise.all([
    workspaceById(db, data.workspaceId, now),
    userById(db, userId),
    doerIn(db, data.workspaceId, actor.userId),
  ])
  if (!workspace || !reader) throw new Error('the read models have not reached the event')
  if (reader.email === null || workspace.name === null) return { drop: 'address or workspace were erased' }
  const { language, email: to } = reader
  const { name: workspaceName } = workspace
  const timezone = reader.timeZone ?? workspace.timezone
  return { to, language, workspaceName, timezone, at: new Date(when), ...who }
}
type Placing = Parameters<typeof readerOf>[0]

const deedOf = ({ action, target, changes }: Change): Deed => {
  const after = (field: string) => changes.find((one) => one.field === field)?.after
  const glass = after('breakGlass')
  const breakGlass = typeof glass === 'boolean' ? glass : null
  const protects = action === 'workspace.settings-changed' ? after('peopleProtected') === true : null
  const person = target.kind === 'participant' ? { email: target.label, name: target.name } : null
  const group = target.kind === 'group' || target.kind === 'kind' ? target.label : null
  return { action, person, group, isAdmin: after('role') === 'admin', protects, breakGlass }
}

type Ended = 'ChangeApproved' | 'ChangeRefused' | 'ChangeExpired' | 'ChangeOvertaken'

const prepareChange = async (
  fact: FactOf<'ChangeAsked' | Ended>,
  userId: string,
  services: MailServices,
  given: Pick<ChangeMail, 'state' | 'further'>,
): Promise<Prepared> => {
  const { workspaceId, changeId } = fact.data
  const reader = await readerOf(fact as unknown as Placing, userId, services)
  if ('drop' in reader) return reader
  const { db, now, baseUrl } = services
  const change = await changeIn(db, workspaceId, changeId, now)
  if (!change) throw new Error('the read models have not reached the event')
  if (given.state === 'pending' && change.state !== 'pending') return { drop: 'the change is closed' }
  const { to, ...mailed } = reader
  const expiresAt = new Date(change.expiresAt)
  // Only admins see changes. A person who is none may have asked for their own call-back number.
  const { state } = await services.commands.load(workspaceFold, workspaceStream(workspaceId))
  const member = memberOfUser(state, userId)
  const isAdmin = member !== undefined && isActiveAdmin(member)
  const url = isAdmin ? `${baseUrl}/m/changes/${changeId}` : `${baseUrl}/m/call-back`
  return { to, mail: changeMail({ ...mailed, ...given, deed: deedOf(change), expiresAt, isAdmin, url }) }
}

/** To the admin who asked, if they still are one, or to the owner of a call-back number. */
const outcome = (purpose: string, on: Ended, state: ChangeMail['state']): MailKind =>
  mailKind({
    purpose,
    on,
    ...reading,
    async recipients(fact, commands) {
      const [before, after] = [
        await at(fact, fact.revision - 1, commands),
        await at(fact, fact.revision, commands),
      ]
      if (before.kind === 'none') return []
      const asked = before.pending.get(fact.data.changeId)
      // An approved one may still be overtaken.
      const { userId } = asked ?? before.ended.get(fact.data.changeId) ?? {}
      const asker = userId === undefined ? undefined : memberOfUser(after, userId)
      const isOwn = asked?.act.kind === 'call-back' && asked.act.participantId === asker?.participantId
      return asker && (isActiveAdmin(asker) || isOwn) ? [asker.userId] : []
    },
    prepare: (fact, userId, services) => prepareChange(fact, userId, services, { state, further: 0 }),
  })

type Told = FactOf<
  'ParticipantInvited' | 'ParticipantRightsChanged' | 'ParticipantActivityChanged' | 'ParticipantRemoved'
>

const protects = null

const ofInvitation = ({
  role,
  approver,
}: FactOf<'ParticipantInvited'>['data']): Omit<Deed, 'person'> | null =>
  role === 'admin' || approver ? { action: 'participant.invited', isAdmin: role === 'admin', protects } : null

const ofActivity = (member: Joined, active: boolean): Omit<Deed, 'person'> | null => {
  const isAdmin = member.role === 'admin'
  if (active)
    return isAdmin || member.approver ? { action: 'participant.activated', isAdmin, protects } : null
  return isAdmin ? { action: 'participant.deactivated', isAdmin, protects } : null
}

/** What an event does to those who decide; null: nothing. `before`: the workspace without it. */
const deedIn = (fact: Told, before: KnownWorkspace): Omit<Deed, 'person'> | null => {
  if (fact.type === 'ParticipantInvited') return ofInvitation(fact.data)
  const member = before.members.get(fact.data.participantId)
  if (member?.kind !== 'joined') return null
  const isAdmin = member.role === 'admin'
  if (fact.type === 'ParticipantActivityChanged') return ofActivity(member, fact.data.active)
  if (fact.type === 'ParticipantRemoved')
    return isAdmin ? { action: 'participant.removed', isAdmin, protects } : null
  return fact.data.approver && !member.approver
    ? { action: 'participant.rights-changed', isAdmin, protects }
    : null
}

const prepareDeed = async (
  fact: Placing,
  userId: string,
  services: MailServices,
  deed: Deed,
): Promise<Prepared> => {
  const reader = await readerOf(fact, userId, services)
  if ('drop' in reader) return reader
  const { to, ...mailed } = reader
  const url = `${services.baseUrl}/workspace/${fact.data.workspaceId}`
  return { to, mail: deedMail({ ...mailed, deed, url }) }
}

/** To the other admins, whether people are protected or not. */
const told = (purpose: string, on: Told['type']): MailKind =>
  mailKind({
    purpose,
    on,
    ...reading,
    async recipients(fact, commands) {
      const before = await at(fact, fact.revision - 1, commands)
      if (before.kind === 'none' || !deedIn(fact, before)) return []
      const after = await at(fact, fact.revision, commands)
      const owner = 'userId' in fact.data ? fact.data.userId : null
      return adminsExcept(after, fact.metadata.actor.userId, owner)
    },
    async prepare(fact, userId, services) {
      const { workspaceId, participantId } = fact.data
      const before = (await at(fact, fact.revision - 1, services.commands)) as KnownWorkspace
      const member = before.members.get(participantId)
      const { db, now } = services
      const owner = member?.kind === 'joined' ? await namedIn(db, workspaceId, member.userId) : undefined
      const shown = owner ?? (await participantIn(db, workspaceId, { id: participantId }, now))
      // Somebody who was invited may have joined and been removed by now.
      const invited = 'addressHash' in fact.data ? await addressOfHash(db, fact.data.addressHash) : null
      const deed = { ...deedIn(fact, before)!, person: { email: shown?.email ?? invited, name: shown?.name } }
      return prepareDeed(fact as unknown as Placing, userId, services, deed)
    },
  })

export const changeMails: readonly MailKind[] = [
  mailKind({
    purpose: 'change.waiting',
    on: 'ChangeAsked',
    ...reading,
    async recipients(fact, commands) {
      if (fact.data.further === null) return []
      return adminsExcept(await at(fact, fact.revision, commands), fact.data.userId)
    },
    prepare: (fact, userId, services) =>
      prepareChange(fact, userId, services, { state: 'pending', further: fact.data.further ?? 0 }),
  }),
  outcome('change.done', 'ChangeApproved', 'done'),
  outcome('change.refused', 'ChangeRefused', 'refused'),
  outcome('change.expired', 'ChangeExpired', 'expired'),
  outcome('change.overtaken', 'ChangeOvertaken', 'overtaken'),
  told('participant.invited-to-decide', 'ParticipantInvited'),
  told('participant.made-approver', 'ParticipantRightsChanged'),
  told('participant.activity-of-deciders', 'ParticipantActivityChanged'),
  told('participant.admin-removed', 'ParticipantRemoved'),
  mailKind({
    purpose: 'workspace.protection',
    on: 'PeopleProtectionChanged',
    ...reading,
    recipients: async (fact, commands) =>
      adminsExcept(await at(fact, fact.revision, commands), fact.metadata.actor.userId),
    prepare: (fact, userId, services) =>
      prepareDeed(fact as unknown as Placing, userId, services, {
        action: 'workspace.settings-changed',
        person: null,
        isAdmin: false,
        protects: fact.data.protected,
      }),
  }),
  mailKind({
    purpose: 'workspace.break-glass',
    on: 'BreakGlassAllowed',
    ...reading,
    recipients: async (fact, commands) =>
      adminsExcept(await at(fact, fact.revision, commands), fact.metadata.actor.userId),
    prepare: (fact, userId, services) =>
      prepareDeed(fact as unknown as Placing, userId, services, {
        action: 'workspace.settings-changed',
        person: null,
        isAdmin: false,
        protects,
        breakGlass: fact.data.allowed,
      }),
  }),
]
