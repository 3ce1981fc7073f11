import { Rejected } from '#contract/errors.ts'
import type { DrillAnswer, Request } from '#contract/requests/requests.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import type { CallOn } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { afterCommand } from '#projections/engine/queries/after-command.ts'
import {
  drillFor,
  peopleOf,
  namedIn,
  toDrillRequest,
  type DrillRow,
  type QuestionRow,
} from '#projections/requests/drill-queries.ts'
import { requestsProjection } from '#projections/requests/projection.ts'
import { workspaceAccess } from '#modules/requests/participants.ts'
import { drillDecider } from './drill.decider.ts'
import { drillStream } from './drill.events.ts'

type Replied = { readonly position: Position | null; readonly reply: (behind: boolean) => Promise<Request> }
/** The reply throws, after the usual wait. */
type Refused = { readonly position: Position | null; readonly reply: () => never }

/** Whether the error says that there is no such request. */
const isUnknown = (error: unknown): boolean => error instanceof Rejected && error.code === 'request.not-found'

/** Answers to drills. They come in as the answers to a call check, because that is what the person sees. */
export const drillAnswers = (platform: Platform) => {
  const { commands, db } = platform

  /** Records the answer of the caller, once. Throws `request.not-found` for anything else than a drill that asks them. */
  const record = async (call: CallOn, answer: DrillAnswer): Promise<Replied> => {
    const { caller, now, params } = call
    const question = await drillFor(db, params.id, caller.userId, now)
    if (!question) throw new Rejected('request.not-found')
    const { id: questionId, workspaceId, workspaceName } = question
    const access = await workspaceAccess(platform, workspaceId, call)
    const { position, repeated } = await commands.execute({
      decider: drillDecider,
      stream: drillStream(workspaceId),
      // A fact of the person: see `DrillAnswered`.
      workspaceId: null,
      context: access.context,
      guard: async (_state, again) => {
        if (again) await access.admit({ again })
      },
      command: async () => {
        const { member } = await access.admit()
        return { type: 'AnswerDrill' as const, questionId, userId: member.userId, answer, at: now }
      },
    })
    const done = { stream: drillStream(workspaceId), position, repeated, now }
    return {
      position,
      reply: (behind) =>
        afterCommand(platform, done, {
          behind,
          read: () => drillFor(db, questionId, caller.userId, now),
          projection: requestsProjection,
          table: 'drill_questions',
          isIt: ({ id }: QuestionRow) => id === questionId,
          async shape(row, at, rowsOf) {
            const drills = rowsOf('drills') as readonly DrillRow[]
            const drill = drills.find(({ id }) => id === row.drill_id)!
            const people = await peopleOf(db, namedIn(drill, [row]))
            return toDrillRequest(row, { drill, workspaceName, people }, at)
          },
        }),
    }
  }

  return {
    /** Whether a drill asks the caller with this id. */
    asks: async (id: string, { caller, now }: Pick<CallOn, 'caller' | 'now'>): Promise<boolean> =>
      (await drillFor(db, id, caller.userId, now)) !== undefined,

    /** Runs a command on a request; on a drill it records this answer instead. */
    async or<T>(call: CallOn, answer: DrillAnswer, onRequest: () => Promise<T>): Promise<T | Replied> {
      try {
        return await onRequest()
      } catch (error) {
        if (isUnknown(error)) return record(call, answer)
        throw error
      }
    },

    /** The same for an answer that a drill never takes further: it is recorded, and refused with `request.drill`. */
    async refuse<T>(call: CallOn, onRequest: () => Promise<T>): Promise<T | Refused> {
      try {
        return await onRequest()
      } catch (error) {
        if (!isUnknown(error)) throw error
        const { position } = await record(call, 'yes')
        return {
          position,
          reply() {
            throw new Rejected('request.drill')
          },
        }
      }
    },
  }
}
