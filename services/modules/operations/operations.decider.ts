import type { Decider } from '#platform/commands/decider.ts'
import type { OperationsEvent } from './operations.events.ts'

/** A step that was taken. Its rules were kept where it was, in the transaction that its tables were changed in. */
export type TellStep = { readonly type: 'TellStep'; readonly step: OperationsEvent }

/** How many steps there were. */
export const operationsDecider: Decider<number, TellStep, OperationsEvent> = {
  initialState: 0,
  evolve: (steps) => steps + 1,
  decide: ({ step }) => [step],
}
