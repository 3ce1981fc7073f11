import { randomUUID } from 'node:crypto'
import type { Rejected } from '#contract/errors.ts'
import type { Commands, Execution } from '#platform/commands/execute-command.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import type { RequestCommand } from './request.decider.ts'
import type { RequestEvent } from './request.events.ts'
import type { RequestState } from './request.state.ts'

/**
 * Thrown while a command is built, when its refusal must become an event. Catch it outside of `commands.execute` and pass it
 * to `recordRefusal`. `answer` is the caller's error; it may depend on the state after that event.
 */
export class RecordedRefusal extends Error {
  readonly command: RequestCommand
  readonly answer: Rejected | ((state: RequestState) => Rejected)
  /** Runs after its event was appended; returns the position of what it appends itself. */
  readonly also: (() => Promise<Position | null>) | undefined
  constructor(command: RequestCommand, answer: RecordedRefusal['answer'], also?: RecordedRefusal['also']) {
    super(command.type)
    this.command = command
    this.answer = answer
    this.also = also
  }
}

type RequestExecution = Execution<RequestState, RequestCommand, RequestEvent>
type Target = Omit<RequestExecution, 'command' | 'context'> & {
  readonly context: Exclude<RequestExecution['context'], Function>
}

/** Appends the refusal in a step of its own, on each retry again. The reply throws `answer` after the usual wait. */
export const recordRefusal = async (
  commands: Pick<Commands, 'execute'>,
  target: Target,
  { command, answer, also }: RecordedRefusal,
): Promise<{ readonly position: Position | null; readonly reply: () => never }> => {
  const context = { ...target.context, commandId: randomUUID() }
  const { state, position } = await commands.execute({ ...target, context, command })
  const reply = () => {
    throw typeof answer === 'function' ? answer(state) : answer
  }
  return { position: (await also?.()) ?? position, reply }
}
