import { bySystem, type CommandContext, type Commands } from '../commands/execute-command.ts'
import type { AnyEvent, Catalogue, EventOf, Fact } from '../facts/facts.ts'
import { derivedId } from '../primitives/ids.ts'

/** For a handler: the streams as they were when its fact came, or later. */
export type ReactorStreams = Pick<Commands, 'load' | 'loadAt'>

/**
 * Executes commands on other streams in reaction to events. Handlers run in order and at least once. The command id is derived
 * from the event id, so a second run has no effect. An error is retried, and later events wait. No command waits for the
 * reactor's checkpoint, and no rebuild resets it.
 */
export type CommandReactor = {
  /** The name of the checkpoint, and part of the command ids: unique and never renamed. */
  readonly name: string
  readonly on: { readonly [type: string]: (fact: Fact, streams?: ReactorStreams) => Promise<void> }
}

/** Types each handler by the event type that is its key. */
export const commandReactor = <C extends Catalogue>(
  _catalogue: C,
  name: string,
  on: {
    readonly [K in keyof C & string]?: (
      fact: Fact<Extract<EventOf<C>, { type: K }> & AnyEvent>,
      streams?: ReactorStreams,
    ) => Promise<void>
  },
): CommandReactor => ({ name, on: on as unknown as CommandReactor['on'] })

/** The context of a command in reaction to an event: executed by the system, once per reactor and event. */
export const reactionTo = (fact: Fact, reactor: string, at: Date): CommandContext => ({
  ...bySystem(derivedId('reactor', reactor, fact.id), at),
  requestId: fact.metadata.requestId,
  causationId: fact.id,
})
