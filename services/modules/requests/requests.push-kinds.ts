import { userById } from '#projections/users/queries.ts'
import { pushKind, type PushKind } from '../pushes/push-kind.ts'
import { workspaceStream } from '../workspaces/workspace.events.ts'
import { workspaceFold } from '../workspaces/workspace.state.ts'
import { askedIn, concernedBy } from './asked.ts'
import { requestDecider } from './request.decider.ts'
import { requestStream } from './request.events.ts'
import { markDelivered } from './sightings.ts'

/** A topic of 32 signs, one for each request. */
const topicOf = (requestId: string): string => requestId.replaceAll('-', '')

/** The pushes of requests: those who are asked learn that something waits for them. */
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
]
