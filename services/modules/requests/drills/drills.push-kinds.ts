import { waitingDrill } from '#projections/requests/drill-queries.ts'
import { userById } from '#projections/users/queries.ts'
import { pushKind, type PushKind } from '#modules/pushes/push-kind.ts'
import { overPush, topicOf, waitingFor } from '#modules/requests/notices/requests.push-kinds.ts'
import { drillDecider } from './drill.decider.ts'
import { questionOf } from './drill-question.ts'

/** As the pushes of a call check: the question, and its end for those for whom it is over. */
export const drillPushes: readonly PushKind[] = [
  pushKind({
    purpose: 'push.drill-asked',
    on: 'DrillAsked',
    readModels: ['users', 'requests'],
    recipients: ({ data }) => [data.userId],
    async prepare({ data: { questionId } }, userId, { db, now }) {
      const [request, user, waiting] = await Promise.all([
        waitingDrill(db, userId, now),
        userById(db, userId),
        waitingFor(db, userId, now),
      ])
      if (!user) throw new Error('the read models have not reached the event')
      // Nothing else shows it either while a real call check, or an earlier drill, waits.
      if (request?.id !== questionId) return { drop: 'the drill does not wait' }
      const { language } = user
      const payload = { kind: 'request', requestId: questionId, language, waiting, about: 'check' }
      return { payload, topic: topicOf(questionId), until: new Date(request.expiresAt) }
    },
  }),
  pushKind({
    purpose: 'push.drill-answered',
    on: 'DrillAnswered',
    readModels: ['users', 'requests'],
    recipients: ({ data }) => [data.userId],
    prepare: ({ data, metadata }, userId, services) =>
      overPush(data.questionId, userId, metadata.at, services),
  }),
  pushKind({
    purpose: 'push.drill-overtaken',
    on: 'DrillOvertaken',
    readModels: ['users', 'requests'],
    recipients: ({ data }) => [data.userId],
    prepare: ({ data, metadata }, userId, services) =>
      overPush(data.questionId, userId, metadata.at, services),
  }),
  pushKind({
    purpose: 'push.drill-ended',
    on: 'DrillEnded',
    readModels: ['users', 'requests'],
    async recipients({ stream, revision }, commands) {
      const { latest } = await commands.loadAt(drillDecider, stream, revision)
      return (latest?.questions ?? []).flatMap(({ isOver, userId }) => (isOver ? [] : userId))
    },
    prepare: ({ data, metadata }, userId, services) =>
      overPush(questionOf(data.drillId, userId), userId, metadata.at, services),
  }),
]
