import { userById } from '#projections/users/queries.ts'
import { workspaceById } from '#projections/workspaces/queries.ts'
import {
  mailKind,
  type FactOf,
  type Mail,
  type MailKind,
  type MailServices,
  type Prepared,
} from '#modules/mails/mail-kind.ts'
import { invitationTokens } from '#modules/workspaces/invitations/invitation-token.store.ts'
import type { Phrase } from '#modules/mails/letter.ts'
import { doerIn, namedIn, saidIn } from './named-people.ts'
import { workspaceStream } from './workspace.events.ts'
import { invitationRate, unknownMailboxCosts } from './workspaces.rates.ts'
import { inviterOf, joined, lastMemberOfUser, mayInvite, workspaceFold } from './workspace.state.ts'
import {
  accessEndedMail,
  deletedMail,
  invitationMail,
  newAdminMail,
  operatorOf,
  type MembershipMail,
} from './workspaces.mails.ts'

type Invited = FactOf<'ParticipantInvited'>['data']

/** The reason to drop an invitation mail; undefined: send it. */
const dropReason = async (
  { workspaceId, participantId, invitationId, generation, expiresAt }: Invited,
  services: MailServices,
): Promise<string | undefined> => {
  const { commands, now } = services
  const { state } = await commands.load(workspaceFold, workspaceStream(workspaceId))
  if (state.kind !== 'open') return 'the workspace is closed'
  const member = state.members.get(participantId)
  if (member?.kind !== 'invited' || member.revoked) return 'the invitation is not open any more'
  if (!mayInvite(state, member.invitedBy, now)) return 'the inviter may no longer invite'
  const token = await invitationTokens(services).current(invitationId)
  if (member.generation !== generation || token?.generation !== generation)
    return 'a newer link replaced this one'
  return new Date(expiresAt) <= now ? 'the invitation has expired' : undefined
}

type MembershipFact = FactOf<
  | 'ApprovalsMuted'
  | 'ParticipantRemoved'
  | 'ParticipantActivityChanged'
  | 'ParticipantPromoted'
  | 'ParticipantRightsChanged'
  | 'ParticipantJoined'
  | 'WorkspaceDeleted'
  | 'DeviceReminded'
>

/** A mail to the account's address about a change of memberships. Dropped once the account or the workspace is erased. */
export const prepareMembershipMail = async (
  { data, metadata: { actor, at } }: MembershipFact,
  userId: string,
  { db, now }: MailServices,
  mailOf: (mailed: MembershipMail) => Mail,
): Promise<Prepared> => {
  const [workspace, user, doer] = await Promise.all([
    workspaceById(db, data.workspaceId, now),
    userById(db, userId),
    doerIn(db, data.workspaceId, actor.userId),
  ])
  if (!workspace || !user) throw new Error('the read models have not reached the event')
  if (user.email === null || workspace.name === null) return { drop: 'address or workspace were erased' }
  const { language, email } = user
  const { name: workspaceName } = workspace
  const timezone = user.timeZone ?? workspace.timezone
  const operator = operatorOf(language)
  const who = actor.role === 'super admin' ? { by: operator, doer: operator } : doer
  const mailed = {
    ...who,
    language,
    workspaceName,
    timezone,
    at: new Date(at),
    isYou: actor.userId === userId,
  }
  return { to: email, mail: mailOf(mailed) }
}

export const READING = { readModels: ['workspaces', 'users'] } as const

/** Returns the admin who invited the participant; null once erased. */
const inviterIn = async (
  { data, revision }: FactOf<'ParticipantPromoted' | 'ParticipantJoined'>,
  { commands, db }: MailServices,
): Promise<Phrase | null> => {
  const before = await commands.loadAt(workspaceFold, workspaceStream(data.workspaceId), revision - 1)
  const inviter = inviterOf(before, data.participantId)
  return saidIn(db, data.workspaceId, inviter)
}

/** To the other admins at that revision. */
const newAdmin = (purpose: string, on: 'ParticipantPromoted' | 'ParticipantJoined'): MailKind =>
  mailKind({
    purpose,
    on,
    ...READING,
    async recipients({ data, revision }, commands) {
      if (data.role !== 'admin') return []
      const workspace = await commands.loadAt(workspaceFold, workspaceStream(data.workspaceId), revision)
      return joined(workspace)
        .filter(({ role, active, userId }) => role === 'admin' && active && userId !== data.userId)
        .map(({ userId }) => userId)
    },
    async prepare(fact, userId, services) {
      const { db, baseUrl } = services
      const { workspaceId, userId: adminId } = fact.data
      const admin = await namedIn(db, workspaceId, adminId)
      if (admin.email === null) return { drop: 'the account was erased' }
      const url = `${baseUrl}/workspace/${workspaceId}`
      const inviter = fact.type === 'ParticipantJoined' ? await inviterIn(fact, services) : undefined
      return prepareMembershipMail(fact, userId, services, ({ by, ...mailed }) =>
        newAdminMail(
          { ...mailed, by: inviter === undefined ? by : inviter },
          { admin, isInvited: inviter !== undefined, url },
        ),
      )
    },
  })

export const workspaceMails: readonly MailKind[] = [
  mailKind({
    purpose: 'workspace.invitation',
    on: 'ParticipantInvited',
    isMass: true,
    readModels: ['workspaces', 'users'],
    recipients: ({ data }) => [data.participantId],
    async prepare({ data }, _recipient, services) {
      const { baseUrl, db, now } = services
      const drop = await dropReason(data, services)
      if (drop !== undefined) return { drop }
      const { workspaceId, invitationId, generation, email, expiresAt } = data
      const workspace = await workspaceById(db, workspaceId, now)
      if (!workspace) throw new Error('the read models have not reached the event')
      if (email === null || workspace.name === null) return { drop: 'address or workspace were erased' }
      const secret = invitationTokens(services).token(invitationId, generation)
      const mail = invitationMail({
        ...data,
        workspaceName: workspace.name,
        timezone: workspace.timezone,
        inviter: await namedIn(db, workspaceId, data.invitedBy),
        expiresAt: new Date(expiresAt),
        url: `${baseUrl}/users/invite/${secret}?invitationUuid=${invitationId}`,
      })
      return { to: email, mail }
    },
    async unknownMailbox({ data: { workspaceId } }, { commands, throttle }, now) {
      const { state } = await commands.load(workspaceFold, workspaceStream(workspaceId))
      const costs = unknownMailboxCosts(state, now)
      await throttle.charge(invitationRate(state, now), workspaceId, now, costs)
    },
  }),
  mailKind({
    purpose: 'participant.removed',
    on: 'ParticipantRemoved',
    ...READING,
    // A withdrawn invitation needs no mail.
    recipients: ({ data }) => (data.userId === null ? [] : [data.userId]),
    prepare: (fact, userId, services) =>
      prepareMembershipMail(fact, userId, services, (mailed) => accessEndedMail('removed', mailed)),
  }),
  mailKind({
    purpose: 'participant.deactivated',
    on: 'ParticipantActivityChanged',
    ...READING,
    recipients: ({ data }) => (data.active ? [] : [data.userId]),
    prepare: (fact, userId, services) =>
      prepareMembershipMail(fact, userId, services, (mailed) => accessEndedMail('deactivated', mailed)),
  }),
  mailKind({
    purpose: 'workspace.deleted',
    on: 'WorkspaceDeleted',
    ...READING,
    async recipients({ data, revision }, commands) {
      const before = await commands.loadAt(workspaceFold, workspaceStream(data.workspaceId), revision - 1)
      return joined(before).map(({ userId }) => userId)
    },
    async prepare(fact, userId, services) {
      const { workspaceId, erasesAt } = fact.data
      const { state } = await services.commands.load(workspaceFold, workspaceStream(workspaceId))
      const member = state.kind === 'none' ? undefined : lastMemberOfUser(state, userId)
      const mayExport = member?.active && member.role === 'admin'
      const url = mayExport ? `${services.baseUrl}/workspaces` : null
      return prepareMembershipMail(fact, userId, services, (mailed) =>
        deletedMail(mailed, new Date(erasesAt), url),
      )
    },
  }),
  newAdmin('participant.promoted', 'ParticipantPromoted'),
  newAdmin('participant.joined-as-admin', 'ParticipantJoined'),
]
