import { bySystem, type CommandContext } from '../commands/execute-command.ts'
import type { AnyEvent, Catalogue, EventOf, Fact } from '../facts/facts.ts'
import { derivedId } from '../primitives/ids.ts'

/**
 * A fact that commands something on another stream. Told in order, at least once: the command's id follows
 * from the fact's, so that a second telling changes nothing. What a handler throws is tried again, and what
 * follows waits. Has a checkpoint of its own, which no command waits for and no rebuild resets.
 */
export type CommandReactor = {
  /** Unique and never renamed: the checkpoint's name, and part of the commands' ids. */
  readonly name: string
  readonly on: { readonly [type: string]: (fact: Fact) => Promise<void> }
}

/** Types the handlers by the facts they are keyed with; the erased type is what the runner sees. */
export const commandReactor = <C extends Catalogue>(
  _catalogue: C,
  name: string,
  on: {
    readonly [K in keyof C & string]?: (
      fact: Fact<Extract<EventOf<C>, { type: K }> & AnyEvent>,
    ) => Promise<void>
  },
): CommandReactor => ({ name, on: on as unknown as CommandReactor['on'] })

/** Who commands when a fact leads to another one: the system, once per reactor and fact. */
export const reactionTo = (fact: Fact, reactor: string, at: Date): CommandContext => ({
  ...bySystem(derivedId('reactor', reactor, fact.id), at),
  requestId: fact.metadata.requestId,
  causationId: fact.id,
})
