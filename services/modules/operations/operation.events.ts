import Type from 'typebox'
import { clear, fact, type EventOf } from '#platform/facts/facts.ts'

/**
 * Stream `ops-root`: what became of the builds of read models. Who did it says the actor: a super admin, the operator at
 * the command line (`operator`), or a projector by itself (`system`).
 */

const build = {
  /** Of the read model. */
  model: clear('reason'),
  version: Type.Integer(),
  /** Counts the builds of the model. */
  build: Type.Integer(),
}
const other = Type.Union([Type.Integer(), Type.Null()])

export const operationEvents = {
  ReadModelBuildStarted: fact(1, Type.Object(build)),
  /** `replaced`: the build that was read before; null when none was. */
  ReadModelPromoted: fact(1, Type.Object({ ...build, replaced: other })),
  /** To this build, from `replaced`. */
  ReadModelRolledBack: fact(1, Type.Object({ ...build, replaced: other })),
  ReadModelRetired: fact(1, Type.Object(build)),
  /** Facts that stood aside are tried again, in so many lanes. */
  ReadModelLanesRetried: fact(1, Type.Object({ ...build, lanes: Type.Integer() })),
} as const

export type OperationEvent = EventOf<typeof operationEvents>
export const OPERATIONS_STREAM = 'ops-root'
