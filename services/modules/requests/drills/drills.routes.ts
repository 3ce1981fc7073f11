import { Rejected } from '#contract/errors.ts'
import { drillList, sendDrill } from '#contract/requests/drills.ts'
import type { Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import { afterCommand } from '#projections/engine/queries/after-command.ts'
import {
  busyAmong,
  drillIn,
  drillsIn,
  peopleOf,
  namedIn,
  toDrill,
  type DrillRow,
  type QuestionRow,
} from '#projections/requests/drill-queries.ts'
import { requestsProjection } from '#projections/requests/projection.ts'
import { eligibleApprovers, workspaceAccess } from '#modules/requests/participants.ts'
import { drillDecider } from './drill.decider.ts'
import { questionOf } from './drill-question.ts'
import { drillStream } from './drill.events.ts'

/** In 24 hours. Enough to learn from, too few to wear anybody down. */
const DRILLS_A_DAY = { ofWorkspace: 3, ofPerson: 1 }

export const drillRoutes = (routes: Routes, platform: Platform): void => {
  const { commands, config, db } = platform
  const most = {
    ofWorkspace: DRILLS_A_DAY.ofWorkspace * config.RATE_FACTOR,
    ofPerson: DRILLS_A_DAY.ofPerson * config.RATE_FACTOR,
  }

  routes.command(sendDrill, async (call) => {
    const { body, commandId, now, params } = call
    const { workspaceId } = params
    const drillId = derivedId(commandId, 'drill')
    const stream = drillStream(workspaceId)
    const access = await workspaceAccess(platform, workspaceId, call)
    const { position, repeated } = await commands.execute({
      decider: drillDecider,
      stream,
      workspaceId,
      context: access.context,
      guard: async (_state, again) => {
        if (again) await access.admit({ again })
      },
      command: async () => {
        const { workspace, revision, member } = await access.admit()
        if (workspace.kind !== 'open') throw new Rejected('workspace.not-found')
        const { participantId, userId } = member
        const approvers = eligibleApprovers(workspace, { requesterUserId: userId, approverId: null })
        const chosen = [...new Set(body.participantIds)].map((id) =>
          approvers.find((one) => one.participantId === id),
        )
        const people = chosen.filter((one) => one !== undefined)
        if (people.length < chosen.length) throw new Rejected('approver.unavailable')
        const busy = await busyAmong(
          db,
          people.map((one) => one.userId),
          now,
        )
        const free = people.filter((one) => !busy.has(one.userId))
        return {
          type: 'SendDrill' as const,
          drillId,
          workspaceId,
          sender: { participantId, userId },
          asks: body.asks.kind,
          title: body.title,
          byPerson: workspace.drillResultsByPerson,
          asked: free.map((one) => ({
            questionId: questionOf(drillId, one.userId),
            participantId: one.participantId,
            userId: one.userId,
          })),
          most,
          workspaceRevision: revision,
          at: now,
        }
      },
    })
    const done = { stream, position, repeated, now }
    return {
      position,
      reply: (behind) =>
        afterCommand(platform, done, {
          behind,
          read: () => drillIn(db, workspaceId, drillId, now),
          projection: requestsProjection,
          table: 'drills',
          isIt: ({ id }: DrillRow) => id === drillId,
          async shape(row, at, rowsOf) {
            const all = rowsOf('drill_questions') as readonly QuestionRow[]
            const questions = all.filter(({ drill_id: of }) => of === drillId)
            return toDrill(row, questions, { people: await peopleOf(db, namedIn(row, questions)), now: at })
          },
        }),
    }
  })

  routes.query(drillList, async ({ params, query, now, raw }) => {
    const { items, nextCursor } = await drillsIn(db, params.workspaceId, query, now)
    if (nextCursor !== null) void raw.reply.header('X-Next-Cursor', nextCursor)
    return items
  })
}
