import { userById } from '#projections/users/queries.ts'
import { pushKind, type PushKind } from '#modules/pushes/push-kind.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { workspaceFold } from '#modules/workspaces/workspace.state.ts'
import { adminsIn, adminsToAlert, ALERTS } from './alerts.ts'
import { askedIn, concernedBy } from '#modules/requests/asked.ts'
import { requestDecider } from '#modules/requests/request.decider.ts'
import { requestStream } from '#modules/requests/request.events.ts'
import { markDelivered } from '#modules/requests/call-check/delivery.ts'

/** A topic of 32 signs, one for each request. */
const topicOf = (requestId: string): string => requestId.replaceAll('-', '')

/** As long as it stands on the admins' screens. */
const ALERT_MS = 24 * 3_600_000

/** Another one than the request's own, which may wait on the same screen. */
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
      if (!user) throw new Error('the facts are not there yet')
      if (!adminsIn(workspace).includes(userId)) return { drop: 'the person is no admin any more' }
      const payload = { kind: 'alert', requestId, language: user.language }
      const until = new Date(new Date(metadata.at).getTime() + ALERT_MS)
      return { payload, topic: alertTopicOf(requestId), until }
    },
  })

/** The pushes of requests: those who are asked learn that something waits for them, admins that something needs a look. */
export const requestPushes: readonly PushKind[] = [
  pushKind({
    purpose: 'push.request-created',
    on: 'RequestCreated',
    readModels: ['users', 'requests'],
    recipients: async ({ data }, commands) => (await concernedBy(commands, data.requestId)).asked,
    async prepare({ data: { requestId, workspaceId } }, userId, { db, commands, now }) {
      const [{ state: request }, { state: workspace }, user] = await Promise.all([
        commands.load(requestDecider, requestStream(requestId)),
        commands.load(workspaceFold, workspaceStream(workspaceId)),
        userById(db, userId),
      ])
      if (request.kind === 'none' || !user) throw new Error('the facts are not there yet')
      if (request.kind !== 'pending' || request.expiresAt <= now)
        return { drop: 'the request is no longer pending' }
      if (!askedIn(workspace, request).some((asked) => asked.userId === userId))
        return { drop: 'the person may not decide it any more' }
      const payload = { kind: 'request', requestId, language: user.language }
      return { payload, topic: topicOf(requestId), until: request.expiresAt }
    },
    accepted: ({ data: { requestId } }, userId, { db, now }) => markDelivered(db, [requestId], [userId], now),
  }),
  alert('RequestReported'),
  alert('NumberRefused'),
  alert('RequesterMuted'),
]
