import Type from 'typebox'
import { clear, fact, type EventOf } from '#platform/facts/facts.ts'

/**
 * Stream `ops-root`: the steps of read model builds. The actor is a super admin, the operator at the command line
 * (`operator`), or a projector (`system`).
 */

const build = {
  model: clear('reason'),
  version: Type.Integer(),
  /** Counts the builds of the model. */
  build: Type.Integer(),
}
const other = Type.Union([Type.Integer(), Type.Null()])

export const operationEvents = {
  ReadModelBuildStarted: fact(1, Type.Object(build)),
  /** `replaced` is the build that was read before, null if there was none. */
  ReadModelPromoted: fact(1, Type.Object({ ...build, replaced: other })),
  /** Back to this build, from `replaced`. */
  ReadModelRolledBack: fact(1, Type.Object({ ...build, replaced: other })),
  ReadModelRetired: fact(1, Type.Object(build)),
  /** Retries the parked events of this number of lanes. */
  ReadModelLanesRetried: fact(1, Type.Object({ ...build, lanes: Type.Integer() })),
  /**
   * In `ops-takeover`: what a program wrote that made no MACs. Events up to `to` need none, and until `until` no event does. `rows`
   * counts the rows that were sealed.
   */
  RecordsAdopted: fact(
    1,
    Type.Object({
      to: Type.Union([clear('id'), Type.Null()]),
      until: Type.Union([clear('time'), Type.Null()]),
      rows: Type.Integer(),
    }),
  ),
} as const

export type OperationEvent = EventOf<typeof operationEvents>
export const OPERATIONS_STREAM = 'ops-root'
