import { randomUUID } from 'node:crypto'
import type { Rejected } from '#contract/errors.ts'
import type { Commands, Execution } from '#platform/commands/execute-command.ts'
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

/** Makes it a fact, and throws the answer. */
export const tellNoticed = async (
  commands: Pick<Commands, 'execute'>,
  place: Place,
  { command, answer }: Noticed,
): Promise<never> => {
  const context = { ...place.context, commandId: randomUUID() }
  const { state } = await commands.execute({ ...place, context, command })
  throw typeof answer === 'function' ? answer(state) : answer
}
