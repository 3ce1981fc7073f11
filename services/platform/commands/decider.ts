import type { AnyEvent } from '../facts/facts.ts'

/** What a stream's facts add up to. */
export type Fold<State, Event extends AnyEvent> = {
  readonly initialState: State
  readonly evolve: (state: State, event: Event) => State
}

/**
 * The rules of one stream, pure: no clock, no ids, no lookups; they come in the command.
 * Personal fields are null in `evolve`, so no decision can depend on them.
 */
export type Decider<State, Command, Event extends AnyEvent> = Fold<State, Event> & {
  /** The facts that follow; none when the wish is already fulfilled. Throws Rejected when a rule forbids it. */
  readonly decide: (command: Command, state: State) => readonly Event[]
}

/** Ends every switch over events or commands: a new case is a compile error wherever it must be known. */
export const unreachable = (value: never): never => {
  throw new Error(`unknown case: ${JSON.stringify(value)}`)
}
