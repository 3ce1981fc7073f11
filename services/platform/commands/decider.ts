import type { AnyEvent } from '../facts/facts.ts'

/** Folds the events of a stream into its state. */
export type Fold<State, Event extends AnyEvent> = {
  readonly initialState: State
  readonly evolve: (state: State, event: Event) => State
}

/**
 * The rules of one stream, as pure functions. Times, ids and lookups come with the command. Personal fields are null in
 * `evolve`, so no decision can depend on them.
 */
export type Decider<State, Command, Event extends AnyEvent> = Fold<State, Event> & {
  /** Returns the resulting events; none if the state is already as wanted. Throws Rejected if a rule forbids the command. */
  readonly decide: (command: Command, state: State) => readonly Event[]
}

/** The default of every switch over events or commands. A case that is not handled becomes a compile error. */
export const unreachable = (value: never): never => {
  throw new Error(`unknown case: ${JSON.stringify(value)}`)
}
