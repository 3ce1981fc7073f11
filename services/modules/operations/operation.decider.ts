import type { Decider } from '#platform/commands/decider.ts'
import type { OperationEvent } from './operation.events.ts'

/** A step that was taken. Its rules were kept where it was, in the transaction that its tables were changed in. */
export type RecordStep = { readonly type: 'RecordStep'; readonly step: OperationEvent }

/** How many steps there were. */
export const operationDecider: Decider<number, RecordStep, OperationEvent> = {
  initialState: 0,
  evolve: (steps) => steps + 1,
  decide: ({ step }) => [step],
}
