import type { User } from '#contract/accounts/users.ts'
import { entryOfEvent } from '#projections/audit/queries.ts'
import { ifAvailable } from '#projections/engine/runner/dead-letters.ts'
import { isParticipant, requestById } from '#projections/requests/queries.ts'
import { sidesOf } from '#projections/requests/side-queries.ts'
import { userById } from '#projections/users/queries.ts'
import { nameIn } from '#projections/workspaces/participant-queries.ts'
import type { Fact } from '#platform/facts/facts.ts'
import type { Alert } from '#contract/requests/alerts.ts'
import type { ClosedReason, Request } from '#contract/requests/requests.ts'
import {
  mailKind,
  type FactOf,
  type Mail,
  type MailKind,
  type MailServices,
  type Prepared,
  type Streams,
} from '#modules/mails/mail-kind.ts'
import type { Named } from '#modules/mails/people.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { isActiveAdmin, memberOfUser, workspaceFold } from '#modules/workspaces/workspace.state.ts'
import { adminsIn, adminsToAlert, ALERTS, causeOf, type AlertFact } from './alerts.ts'
import {
  askedBy,
  isAwaited,
  isMutedBy,
  partiesOf,
  TAKES_NO_APPROVALS,
} from '#modules/requests/participants.ts'
import { requestDecider } from '#modules/requests/request.decider.ts'
import { requestStream } from '#modules/requests/request.events.ts'
import { isOpen } from '#modules/requests/request.state.ts'
import { reminderDueMail, requestEscalatedMail, requestRemindedMail } from './reminders.mails.ts'
import { manySidesMail } from './many-sides.mails.ts'
import {
  isAlert,
  requestAlertMail,
  requestCreatedMail,
  requestEndedMail,
  type MailedRequest,
} from './requests.mails.ts'
import { pairUnlockedMail } from './unlocked-pairs.mails.ts'

/** A reason to drop a mail. */
const NOT_WANTED = 'the person wants no such mails'

type Letter = (language: 'de' | 'en', mailed: MailedRequest) => Mail
type Letters = {
  readonly letterOf: Letter
  /** Whether the read model has applied the event. */
  readonly isReached?: (request: Request) => boolean
  /** Whether the reader may have it later or not at all. Never what is about security. */
  readonly isOrdinary?: (request: Request) => boolean
  /** The reason to drop the mail; null: send it. */
  readonly dropReason?: (request: Request) => string | null
}

/** A requester whose departure closed the request still gets the mail, although they can no longer see the request. */
const isGoneRequester = async (
  userId: string,
  { id: requestId, closedReason }: Request,
  commands: MailServices['commands'],
): Promise<boolean> => {
  if (closedReason !== 'requester-unavailable') return false
  const { state } = await commands.load(requestDecider, requestStream(requestId))
  return state.kind !== 'none' && state.requesterUserId === userId
}

const placeOf = async (
  workspaceId: string,
  { id: userId, timeZone }: User,
  commands: MailServices['commands'],
): Promise<Pick<MailedRequest, 'timezone' | 'readerId' | 'isAdmin'>> => {
  const { state } = await commands.load(workspaceFold, workspaceStream(workspaceId))
  const timezone = timeZone ?? (state.kind === 'open' ? state.timezone : 'UTC')
  const member = memberOfUser(state, userId)
  const isAdmin = member !== undefined && isActiveAdmin(member)
  return { timezone, readerId: member?.participantId ?? null, isAdmin }
}

const namedIn = async (db: MailServices['db'], workspaceId: string, userId: string): Promise<Named> => {
  const [user, name] = await Promise.all([userById(db, userId), nameIn(db, workspaceId, userId)])
  return { email: user?.email ?? null, name: name === undefined ? user?.name : name }
}

type About = Fact<{ type: string; data: { requestId: string; workspaceId: string } }>
type Reader = { readonly request: Request; readonly user: User; readonly isThere: boolean }

/** The mail, or what its reader has chosen instead. */
const mailOrLater = async (
  { id: factId, data: { requestId, workspaceId } }: About,
  { request, user, isThere }: Reader,
  { db, baseUrl, commands }: MailServices,
  { letterOf, isOrdinary }: Letters,
): Promise<Prepared> => {
  const { email, language } = user
  if (email === null) return { drop: 'the account was erased' }
  const chosen = isThere && isOrdinary?.(request) ? user.requestMails : 'at-once'
  if (chosen === 'never') return { drop: NOT_WANTED }
  const place = await placeOf(workspaceId, user, commands)
  if (chosen !== 'at-once')
    return { later: { period: chosen, timeZone: place.timezone, aboutRequestId: requestId } }
  const entry = await ifAvailable(entryOfEvent(db, factId))
  const url = isThere ? `${baseUrl}/m/requests/${requestId}` : null
  return { to: email, mail: letterOf(language, { request, url, entry, ...place }) }
}

/** A mail to the account's address, in the account's language. */
export const prepare = async (
  fact: About,
  userId: string,
  services: MailServices,
  letters: Letters,
): Promise<Prepared> => {
  const { db, now, commands } = services
  const { requestId, workspaceId } = fact.data
  const [request, user] = await Promise.all([requestById(db, requestId, now), userById(db, userId)])
  if (!request || !user || letters.isReached?.(request) === false)
    throw new Error('the read models have not reached the event')
  const isThere = await isParticipant(db, workspaceId, userId)
  if (!isThere && !(await isGoneRequester(userId, request, commands)))
    return { drop: 'the person left the workspace' }
  const reason = letters.dropReason?.(request) ?? null
  if (reason !== null) return { drop: reason }
  return mailOrLater(fact, { request, user, isThere }, services, letters)
}

type Ended = 'RequestApproved' | 'RequestDeclined' | 'RequestWithdrawn' | 'RequestClosed'

const reasonOf = ({ type, data }: FactOf<Ended>): ClosedReason | null => {
  if (type === 'RequestClosed') return data.reason
  return type === 'RequestWithdrawn' ? 'withdrawn' : null
}

/** The mail waits briefly for its audit entry, and is sent without it if the audit model is behind. */
export const reading = { readModels: ['requests', 'users'], mentions: ['audit'] } as const

const ended = (purpose: string, on: Ended): MailKind =>
  mailKind({
    purpose,
    on,
    ...reading,
    async recipients({ data, metadata }, commands) {
      const { requester, approvers } = await partiesOf(commands, data.requestId, new Date(metadata.at))
      // A deputy whose colleague went away after the request was made.
      const decider = 'onBehalfOf' in data ? [data.userId] : []
      return [...new Set([requester, ...approvers, ...decider])]
    },
    async prepare(fact, userId, services) {
      const { data, metadata } = fact
      const actor = isAlert(reasonOf(fact)) ? metadata.actor.userId : null
      const alertedBy = actor === null ? null : await namedIn(services.db, data.workspaceId, actor)
      return prepare(fact, userId, services, {
        letterOf: (language, mailed) => requestEndedMail(language, mailed, alertedBy),
        isOrdinary: ({ type, closedReason }) => type === 'approval' && !isAlert(closedReason),
        isReached: ({ status, closedReason }) =>
          status === (on === 'RequestApproved' ? 'approved' : 'declined') && closedReason === reasonOf(fact),
      })
    },
  })

const askersOf = ({ data }: FactOf<'ManySidesAsked'>, { db }: Pick<MailServices, 'db'>) =>
  sidesOf(db, data, { isLater: true })

/** To the person whom many colleagues check at once. */
const manySides = mailKind({
  purpose: 'request.asked-from-many-sides',
  on: 'ManySidesAsked',
  ...reading,
  recipients: async ({ data }) => [data.userId],
  async prepare(fact, userId, services) {
    const said = { from: await askersOf(fact, services), at: fact.metadata.at }
    return prepare(fact, userId, services, {
      letterOf: (language, mailed) => manySidesMail(language, mailed, said),
    })
  },
})

/** User ids of those whom another mail about the same fact tells. */
const toldOtherwise = async (fact: AlertFact, commands: Streams): Promise<readonly string[]> => {
  const { type, data, stream, revision, metadata } = fact
  if (type === 'ManySidesAsked') return [data.userId]
  if (type === 'PairLocked' || type === 'RequesterMuted') return []
  if (type === 'RequestReported') {
    const before = await commands.loadAt(requestDecider, stream, revision - 1)
    if (!isOpen(before, new Date(metadata.at))) return []
  }
  const { requester, approvers } = await partiesOf(commands, data.requestId)
  return [requester, ...approvers]
}

/** Alerts about what closes the request. */
const CLOSES: readonly Alert[] = ['code-mismatch', 'both-called', 'claim-denied']

const alert = (on: keyof typeof ALERTS): MailKind => {
  const about = ALERTS[on]
  return mailKind({
    purpose: `request.${about}`,
    on,
    ...reading,
    async recipients(fact, commands) {
      const told = await toldOtherwise(fact, commands)
      return (await adminsToAlert(fact, commands)).filter((admin) => !told.includes(admin))
    },
    async prepare(fact, userId, services) {
      const by = await namedIn(services.db, fact.data.workspaceId, causeOf(fact))
      const from = fact.type === 'ManySidesAsked' ? await askersOf(fact, services) : undefined
      const event = { about, by, from, at: fact.metadata.at }
      return prepare(fact, userId, services, {
        letterOf: (language, mailed) => requestAlertMail(language, mailed, event),
        isReached: ({ closedReason }) => !CLOSES.includes(about) || closedReason === about,
      })
    },
  })
}

const unlocked = mailKind({
  purpose: 'request.pair-unlocked',
  on: 'PairUnlocked',
  ...reading,
  async recipients({ data }, commands) {
    const { workspaceId, workspaceRevision, requesterUserId, approverUserId, userId } = data
    const stream = workspaceStream(workspaceId)
    const admins = adminsIn(await commands.loadAt(workspaceFold, stream, workspaceRevision))
    const told = new Set([requesterUserId, approverUserId, ...admins])
    return [...told].filter((one) => one !== userId)
  },
  async prepare(fact, recipient, services) {
    const { workspaceId, userId, requesterUserId, approverUserId } = fact.data
    const named = (id: string) => namedIn(services.db, workspaceId, id)
    const [by, requester, approver] = await Promise.all([
      named(userId),
      named(requesterUserId),
      named(approverUserId),
    ])
    const said = { by, requester, approver, at: fact.metadata.at }
    return prepare(fact, recipient, services, {
      letterOf: (language, mailed) => pairUnlockedMail(language, mailed, said),
    })
  },
})

type Asks = 'RequestCreated' | 'RequestReminded' | 'ReminderDue' | 'RequestEscalated'

const asked = (purpose: string, on: Asks, letterOf: Letter): MailKind =>
  mailKind({
    purpose,
    on,
    ...reading,
    recipients: (fact, commands) => askedBy(commands, fact),
    async prepare(fact, userId, services) {
      const { commands, now } = services
      const { requestId, workspaceId } = fact.data
      const [{ state: request }, { state: workspace }] = await Promise.all([
        commands.load(requestDecider, requestStream(requestId)),
        commands.load(workspaceFold, workspaceStream(workspaceId)),
      ])
      if (request.kind === 'none') throw new Error('the request has no events')
      if (isMutedBy(workspace, userId, request, now)) return { drop: TAKES_NO_APPROVALS }
      if (!isAwaited(workspace, userId, request, now))
        return { drop: 'the person’s word is not needed any more' }
      return prepare(fact, userId, services, {
        letterOf,
        isOrdinary: ({ type }) => type === 'approval',
        dropReason: ({ status }) => (status === 'pending' ? null : 'the request is no longer pending'),
      })
    },
  })

/** New requests for the approvers, the outcome for everyone involved, and alerts for the admins. */
export const requestMails: readonly MailKind[] = [
  asked('request.created', 'RequestCreated', requestCreatedMail),
  asked('request.reminded', 'RequestReminded', requestRemindedMail),
  asked('request.escalated', 'RequestEscalated', requestEscalatedMail),
  asked('request.reminder-due', 'ReminderDue', reminderDueMail),
  ended('request.approved', 'RequestApproved'),
  ended('request.declined', 'RequestDeclined'),
  ended('request.withdrawn', 'RequestWithdrawn'),
  ended('request.closed', 'RequestClosed'),
  alert('RequestReported'),
  alert('NumberRefused'),
  alert('BothWereCalled'),
  alert('ClaimDenied'),
  alert('PairLocked'),
  unlocked,
  alert('RequesterMuted'),
  alert('ManySidesAsked'),
  manySides,
]
