import type { Decider } from '#platform/commands/decider.ts'
import type { OperationEvent } from './operation.events.ts'

/** A step that was taken. Its rules were checked in the transaction that changed the tables. */
export type RecordStep = { readonly type: 'RecordStep'; readonly step: OperationEvent }

/** Records each step. The state is their number. */
export const operationDecider: Decider<number, RecordStep, OperationEvent> = {
  initialState: 0,
  evolve: (steps) => steps + 1,
  decide: ({ step }) => [step],
}
