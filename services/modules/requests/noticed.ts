import { randomUUID } from 'node:crypto'
import type { Rejected } from '#contract/errors.ts'
import type { Commands, Execution } from '#platform/commands/execute-command.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import type { RequestCommand } from './request.decider.ts'
import type { RequestEvent } from './request.events.ts'
import type { RequestState } from './request.state.ts'

/**
 * Ends the making of a command: what was noticed becomes a fact of its own, each time, whatever key the command came with,
 * and the caller is told `answer`, which may follow from how the request stands after it.
 */
export class Noticed extends Error {
  readonly command: RequestCommand
  readonly answer: Rejected | ((state: RequestState) => Rejected)
  constructor(command: RequestCommand, answer: Noticed['answer']) {
    super(command.type)
    this.command = command
    this.answer = answer
  }
}

type Place = Omit<Execution<RequestState, RequestCommand, RequestEvent>, 'command' | 'context'> & {
  readonly context: Exclude<Execution<RequestState, RequestCommand, RequestEvent>['context'], Function>
}

/** Makes it a fact. The answer, once the read models show it as any other, is a refusal. */
export const tellNoticed = async (
  commands: Pick<Commands, 'execute'>,
  place: Place,
  { command, answer }: Noticed,
): Promise<{ readonly position: Position | null; readonly reply: () => never }> => {
  const context = { ...place.context, commandId: randomUUID() }
  const { state, position } = await commands.execute({ ...place, context, command })
  const reply = () => {
    throw typeof answer === 'function' ? answer(state) : answer
  }
  return { position, reply }
}
