import type { PushPurpose } from '#platform/effects/effect-ledger.ts'
import type { Knex } from 'knex'
import { inboxCounts } from '#projections/requests/inbox-queries.ts'
import { userById } from '#projections/users/queries.ts'
import { pushKind, type PreparedPush, type PushKind, type PushServices } from '#modules/pushes/push-kind.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { workspaceFold } from '#modules/workspaces/workspace.state.ts'
import { adminsIn, adminsToAlert, ALERTS } from './alerts.ts'
import {
  askedBy,
  isAwaited,
  isMutedBy,
  partiesOf,
  TAKES_NO_APPROVALS,
} from '#modules/requests/participants.ts'
import { requestDecider } from '#modules/requests/request.decider.ts'
import { requestStream } from '#modules/requests/request.events.ts'
import { markDelivered } from '#modules/requests/call-check/delivery.ts'

/** How many requests wait for the person, for the badge of the app's icon. */
export const waitingFor = async (db: Knex, userId: string, now: Date): Promise<number> =>
  (await inboxCounts(db, userId, {}, now)).waiting

/** 32 characters, the maximum length of a topic. */
export const topicOf = (requestId: string): string => requestId.replaceAll('-', '')

/** As long as a device that was away may still show the question. */
const OVER_MS = 3_600_000

/** As long as the admins' screens show the alert. */
const ALERT_MS = 24 * 3_600_000

/** Differs from the request's own topic, so that the alert does not replace that push. */
const alertTopicOf = (requestId: string): string =>
  `alert-${Buffer.from(topicOf(requestId), 'hex').toString('base64url')}`

const alert = (on: keyof typeof ALERTS): PushKind =>
  pushKind({
    purpose: `push.request-${ALERTS[on]}`,
    on,
    readModels: ['users'],
    recipients: adminsToAlert,
    async prepare({ data: { requestId, workspaceId }, metadata }, userId, { db, commands }) {
      const [{ state: workspace }, user] = await Promise.all([
        commands.load(workspaceFold, workspaceStream(workspaceId)),
        userById(db, userId),
      ])
      if (!user) throw new Error('the read models have not reached the event')
      if (!adminsIn(workspace).includes(userId)) return { drop: 'the person is no admin any more' }
      const payload = { kind: 'alert', requestId, language: user.language }
      const until = new Date(new Date(metadata.at).getTime() + ALERT_MS)
      return { payload, topic: alertTopicOf(requestId), until }
    },
  })

const ENDS = {
  RequestApproved: 'approved',
  RequestDeclined: 'declined',
  RequestWithdrawn: 'withdrawn',
  RequestClosed: 'closed',
} as const

/**
 * Takes a question about a call off every device once it is over. It has the topic of the question: a device that was away gets only
 * one of the two. Apps of before show it as they show any request, in the place of the question.
 */
const over = (on: keyof typeof ENDS): PushKind =>
  pushKind({
    purpose: `push.check-${ENDS[on]}`,
    on,
    readModels: ['users', 'requests'],
    async recipients({ data: { requestId } }, commands) {
      const { state } = await commands.load(requestDecider, requestStream(requestId))
      const isCheck = state.kind !== 'none' && state.requestType === 'verification'
      return isCheck ? (await partiesOf(commands, requestId)).approvers : []
    },
    prepare: ({ data: { requestId }, metadata }, userId, services) =>
      overPush(requestId, userId, metadata.at, services),
  })

/** Tells both sides of an approval that it has expired. For who was asked it takes the place of the question. */
const expired = pushKind({
  purpose: 'push.request-expired',
  on: 'RequestClosed',
  readModels: ['users', 'requests'],
  async recipients({ data: { requestId, reason } }, commands) {
    if (reason !== 'expired') return []
    const { state } = await commands.load(requestDecider, requestStream(requestId))
    if (state.kind === 'none' || state.requestType !== 'approval') return []
    const { requester, approvers } = await partiesOf(commands, requestId)
    return [requester, ...approvers]
  },
  async prepare({ data: { requestId }, metadata }, userId, { db, commands, now }) {
    const [{ state }, user, waiting] = await Promise.all([
      commands.load(requestDecider, requestStream(requestId)),
      userById(db, userId),
      waitingFor(db, userId, now),
    ])
    if (state.kind === 'none' || !user) throw new Error('the read models have not reached the event')
    const { language } = user
    const payload = {
      kind: 'expired',
      requestId,
      language,
      waiting,
      ...(state.requesterUserId === userId && { isOwn: true }),
    }
    return { payload, topic: topicOf(requestId), until: new Date(Date.parse(metadata.at) + ALERT_MS) }
  },
})

/** Tells who asked of each signature before the last one. */
const signed = pushKind({
  purpose: 'push.request-approval-given',
  on: 'ApprovalGiven',
  readModels: ['users', 'requests'],
  recipients: async ({ data }, commands) => [(await partiesOf(commands, data.requestId)).requester],
  async prepare({ data: { requestId } }, userId, { db, commands, now }) {
    const [{ state }, user, waiting] = await Promise.all([
      commands.load(requestDecider, requestStream(requestId)),
      userById(db, userId),
      waitingFor(db, userId, now),
    ])
    if (state.kind === 'none' || !user) throw new Error('the read models have not reached the event')
    if (state.kind !== 'pending') return { drop: 'the request is no longer pending' }
    // As many as there are now: a later signature may have come.
    const counted = { given: state.approvals.length, of: state.rule?.count ?? 1 }
    const payload = { kind: 'signed', requestId, language: user.language, waiting, ...counted }
    return { payload, topic: topicOf(requestId), until: state.expiresAt }
  },
})

/** What the browsers of somebody who is asked show once the question is over. */
export const overPush = async (
  questionId: string,
  userId: string,
  at: string,
  { db, now }: Pick<PushServices, 'db' | 'now'>,
): Promise<PreparedPush> => {
  const [user, waiting] = await Promise.all([userById(db, userId), waitingFor(db, userId, now)])
  if (!user) throw new Error('the read models have not reached the event')
  const { language } = user
  const payload = { kind: 'request', requestId: questionId, language, about: 'check', isOver: true, waiting }
  return { payload, topic: topicOf(questionId), until: new Date(Date.parse(at) + OVER_MS) }
}

type Asks = 'RequestCreated' | 'RequestReminded' | 'ReminderIssued' | 'RequestEscalated' | 'RequestUnparked'

/** What asks somebody to decide. A reminder has the topic of the question, and so takes its place. */
const question = (purpose: PushPurpose, on: Asks): PushKind =>
  pushKind({
    purpose,
    on,
    readModels: ['users', 'requests'],
    recipients: (fact, commands) => askedBy(commands, fact),
    async prepare({ data: { requestId, workspaceId } }, userId, { db, commands, now }) {
      const [{ state: request }, { state: workspace }, user, waiting] = await Promise.all([
        commands.load(requestDecider, requestStream(requestId)),
        commands.load(workspaceFold, workspaceStream(workspaceId)),
        userById(db, userId),
        waitingFor(db, userId, now),
      ])
      if (request.kind === 'none' || !user) throw new Error('the read models have not reached the event')
      if (request.kind !== 'pending' || request.expiresAt <= now)
        return { drop: 'the request is no longer pending' }
      if (!isAwaited(workspace, userId, request, now))
        return { drop: 'the person may not decide it any more' }
      if (isMutedBy(workspace, userId, request, now)) return { drop: TAKES_NO_APPROVALS }
      const isCheck = request.requestType === 'verification'
      const payload = {
        kind: 'request',
        requestId,
        language: user.language,
        waiting,
        ...(isCheck && { about: 'check' }),
      }
      return { payload, topic: topicOf(requestId), until: request.expiresAt }
    },
    accepted: ({ data: { requestId } }, userId, { db, rowMacs, now }) =>
      markDelivered({ db, rowMacs }, [requestId], [userId], now),
  })

/** New requests for the approvers, the ends of call checks, and alerts for the admins. */
export const requestPushes: readonly PushKind[] = [
  question('push.request-created', 'RequestCreated'),
  question('push.request-reminded', 'RequestReminded'),
  question('push.request-escalated', 'RequestEscalated'),
  question('push.request-reminder-due', 'ReminderIssued'),
  question('push.request-unparked', 'RequestUnparked'),
  over('RequestApproved'),
  over('RequestDeclined'),
  over('RequestWithdrawn'),
  over('RequestClosed'),
  expired,
  signed,
  alert('RequestReported'),
  alert('NumberRefused'),
  alert('BothWereCalled'),
  alert('ClaimDenied'),
  alert('PairLocked'),
  alert('RequesterMuted'),
  alert('ManySidesAsked'),
]
