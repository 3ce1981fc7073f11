import { Rejected } from '#contract/errors.ts'
import type { CallWay } from '#contract/requests/requests.ts'
import type { RequestEvent } from '#modules/requests/request.events.ts'
import {
  idsOf,
  isOpen,
  mayDecide,
  refuseClosed,
  type DataOf,
  type ExistingRequest,
  type Person,
} from '#modules/requests/request.state.ts'

/** The answers to a call check that close it; part of `request.decider.ts`. */

export type RefuseNumber = Person & {
  readonly type: 'RefuseNumber'
  readonly deviceId: string
  /** Of the proof. A repeated challenge counts as one try. */
  readonly challenge: string
  /** Whether it is the last wrong number that the two have over all their checks. */
  readonly locks: boolean
  readonly workspaceRevision: number
  readonly at: Date
}
/** An answer that closes a check and alerts the admins. */
export type Dispute = Person & {
  readonly type: 'CloseAsBothCalled' | 'DenyClaim'
  readonly call: CallWay
  readonly workspaceRevision: number
  readonly at: Date
}
/** Wrong numbers that close a verification. */
export const NUMBER_TRIES = 2

export const refuseNumber = (command: RefuseNumber, state: ExistingRequest): RequestEvent[] => {
  const { participantId, userId, deviceId, challenge, workspaceRevision } = command
  if (!isOpen(state, command.at) || state.mismatches.includes(challenge)) return []
  const triesLeft = command.locks ? 0 : NUMBER_TRIES - state.mismatches.length - 1
  const data = { ...idsOf(state), participantId, userId, deviceId, challenge, triesLeft, workspaceRevision }
  const refused: RequestEvent = {
    type: 'NumberRefused',
    data: { ...data, ...(command.locks && { locks: true }) },
  }
  if (triesLeft > 0) return [refused]
  return [refused, { type: 'RequestClosed', data: { ...idsOf(state), reason: 'code-mismatch' } }]
}

export const dispute = (command: Dispute, state: ExistingRequest): RequestEvent[] => {
  if (!mayDecide(state, command)) throw new Rejected('access.denied')
  if (state.requestType !== 'verification') throw new Rejected('request.no-check')
  const { participantId, userId, call, workspaceRevision } = command
  const data = { ...idsOf(state), participantId, userId, call, workspaceRevision }
  const close = (reason: DataOf<'RequestClosed'>['reason']): RequestEvent => ({
    type: 'RequestClosed',
    data: { ...idsOf(state), reason },
  })
  if (command.type === 'CloseAsBothCalled')
    return isOpen(state, command.at) ? [{ type: 'BothWereCalled', data }, close('both-called')] : []
  if (state.deniedBy === userId) return []
  refuseClosed(state, command.at)
  return [{ type: 'ClaimDenied', data }, close('claim-denied')]
}
