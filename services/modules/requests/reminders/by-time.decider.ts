import { escalate, type Escalate } from '#modules/requests/rules/by-rule.decider.ts'
import type { RequestEvent } from '#modules/requests/request.events.ts'
import type { ExistingRequest } from '#modules/requests/request.state.ts'
import { remindByTime, type RemindByTime } from './reminder.decider.ts'

/** What the worker records because a time has come; part of `request.decider.ts`. */

export type ByTime = Escalate | RemindByTime

export const byTime = (command: ByTime, state: ExistingRequest): RequestEvent[] =>
  command.type === 'Escalate' ? escalate(command, state) : remindByTime(command, state)
