import { Rejected } from '#contract/errors.ts'
import type { RequestEvent } from '#modules/requests/request.events.ts'
import type { AppliedRule, DataOf, ExistingRequest, Person } from '#modules/requests/request.state.ts'
import {
  isDeclined,
  isFulfilled,
  isNamed,
  lacking,
  mayStillSign,
  type Signer,
  type Signing,
} from './signing.decider.ts'

/** How a request is decided that has a rule; part of `request.decider.ts`. */

export type RuledRequest = ExistingRequest & { readonly rule: AppliedRule }

export const hasRule = (state: ExistingRequest): state is RuledRequest => state.rule !== null

/** Where the request stands, with the people who may decide in the workspace now. */
export const signingOf = (
  { rule, requesterUserId, approvals, declines }: RuledRequest,
  people: readonly Signer[],
): Signing => ({ rule, people, requesterUserId, signed: approvals, declined: declines })

/** Throws `request.decided-by-you` for a second word, and `rule.not-needed` for one that would not count. */
export const requireNeeded = (state: RuledRequest, people: readonly Signer[], { userId }: Person): Signer => {
  if (state.approvals.some((one) => one.userId === userId) || state.declines.includes(userId))
    throw new Rejected('request.decided-by-you')
  const found = mayStillSign(signingOf(state, people)).find((person) => person.userId === userId)
  if (found) return found
  const isAsked = people.some((person) => person.userId === userId && isNamed(state.rule.who, person))
  const isOwn = state.requesterUserId === userId
  throw new Rejected(isAsked && !isOwn ? 'rule.not-needed' : 'access.denied')
}

/** A signature: the last one decides. */
export const approveByRule = (
  data: DataOf<'RequestApproved'>,
  state: RuledRequest,
  people: readonly Signer[],
): RequestEvent[] => {
  const signer = requireNeeded(state, people, data)
  const signing = signingOf(state, people)
  if (isFulfilled({ ...signing, signed: [...signing.signed, signer] }))
    return [{ type: 'RequestApproved', data }]
  const { call: _call, weak: _weak, ...given } = data
  return [{ type: 'ApprovalGiven', data: { ...given, groups: [...signer.groups] } }]
}

/** A decline: the first one decides, or that which makes an approval impossible. */
export const declineByRule = (
  data: DataOf<'RequestDeclined'>,
  state: RuledRequest,
  people: readonly Signer[],
): RequestEvent[] => {
  requireNeeded(state, people, data)
  const signing = signingOf(state, people)
  const isLast = isDeclined({ ...signing, declined: [...signing.declined, data.userId] })
  return [isLast ? { type: 'RequestDeclined', data } : { type: 'DeclineGiven', data }]
}

/** Whether the people who are left cannot fulfil the rule any more. */
export const cannotBeFulfilled = (state: ExistingRequest, people: readonly Signer[]): boolean =>
  hasRule(state) && lacking(signingOf(state, people)) > 0
