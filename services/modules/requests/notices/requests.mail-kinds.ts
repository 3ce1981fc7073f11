import { sidesOf } from '#projections/requests/side-queries.ts'
import type { Alert } from '#contract/requests/alerts.ts'
import type { ClosedReason } from '#contract/requests/requests.ts'
import {
  mailKind,
  type FactOf,
  type MailKind,
  type MailServices,
  type Streams,
} from '#modules/mails/mail-kind.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { workspaceFold } from '#modules/workspaces/workspace.state.ts'
import { adminsIn, adminsToAlert, ALERTS, causeOf, type AlertFact } from './alerts.ts'
import { absentOf } from '#modules/requests/deputies/stand-ins.ts'
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
import { namedIn, NOT_PENDING, prepare, reading, type Letter } from '#modules/requests/prepare-mail.ts'
import { manySidesMail } from './many-sides.mails.ts'
import {
  approvalGivenMail,
  isAlert,
  requestAlertMail,
  requestCreatedMail,
  requestEndedMail,
} from './requests.mails.ts'
import { pairUnlockedMail } from './unlocked-pairs.mails.ts'

type Ended = 'RequestApproved' | 'RequestDeclined' | 'RequestWithdrawn' | 'RequestClosed'

const reasonOf = ({ type, data }: FactOf<Ended>): ClosedReason | null => {
  if (type === 'RequestClosed') return data.reason
  return type === 'RequestWithdrawn' ? 'withdrawn' : null
}

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

/** How many signatures there were with this one, and how many it takes. */
const signaturesAt = async (
  { data, revision }: Pick<FactOf<'ApprovalGiven'>, 'data' | 'revision'>,
  commands: Streams,
): Promise<{ readonly given: number; readonly of: number }> => {
  const state = await commands.loadAt(requestDecider, requestStream(data.requestId), revision)
  if (state.kind === 'none' || state.rule === null) throw new Error('a signature without a rule')
  return { given: state.approvals.length, of: state.rule.count }
}

/** To who asked: one signature more, and another one is missing. */
const signed = mailKind({
  purpose: 'request.approval-given',
  on: 'ApprovalGiven',
  ...reading,
  recipients: async ({ data }, commands) => [(await partiesOf(commands, data.requestId)).requester],
  async prepare(fact, userId, services) {
    const { data, metadata } = fact
    const [counted, by] = await Promise.all([
      signaturesAt(fact, services.commands),
      namedIn(services.db, data.workspaceId, data.userId),
    ])
    return prepare(fact, userId, services, {
      letterOf: (language, mailed) =>
        approvalGivenMail(language, mailed, { by, at: metadata.at, ...counted }),
      isOrdinary: () => true,
      dropReason: ({ status }) => (status === 'pending' ? null : NOT_PENDING),
    })
  },
})

type Asks = 'RequestCreated' | 'RequestReminded' | 'ReminderIssued' | 'RequestEscalated' | 'RequestUnparked'

const nobody = { email: null, name: null }

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
      const absent = absentOf(workspace, request, { userId, at: now })
      const { email, name = null } = absent ? await namedIn(services.db, workspaceId, absent.userId) : nobody
      const standsInFor = absent && { participantId: absent.participantId, email, name }
      return prepare(fact, userId, services, {
        letterOf: (language, mailed) =>
          letterOf(language, {
            ...mailed,
            request: { ...mailed.request, ...(standsInFor && { standsInFor }) },
          }),
        isOrdinary: ({ type }) => type === 'approval',
        dropReason: ({ status }) => (status === 'pending' ? null : NOT_PENDING),
      })
    },
  })

/** New requests for the approvers, the outcome for everyone involved, and alerts for the admins. */
export const requestMails: readonly MailKind[] = [
  asked('request.created', 'RequestCreated', requestCreatedMail),
  asked('request.reminded', 'RequestReminded', requestRemindedMail),
  asked('request.escalated', 'RequestEscalated', requestEscalatedMail),
  asked('request.reminder-due', 'ReminderIssued', reminderDueMail),
  asked('request.unparked', 'RequestUnparked', requestCreatedMail),
  signed,
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
