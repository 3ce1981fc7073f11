import { Rejected } from '#contract/errors.ts'
import type { RequestEvent } from '#modules/requests/request.events.ts'
import {
  hasDecided,
  type AppliedRule,
  type DataOf,
  type ExistingRequest,
  type Person,
  type StandIn,
} from '#modules/requests/request.state.ts'
import {
  isDeclined,
  isFulfilled,
  isNamed,
  lacking,
  mayStandIn,
  mayStillSign,
  type Signer,
  type Signing,
} from './signing.decider.ts'

/** How a request is decided that has a rule; part of `request.decider.ts`. */

export type RuledRequest = ExistingRequest & { readonly rule: AppliedRule }

export const hasRule = (state: ExistingRequest): state is RuledRequest => state.rule !== null

/** Who decides, and those who may decide in the workspace now. */
type Deciding = Person & {
  readonly people: readonly Signer[]
  readonly standIns: readonly StandIn[]
}

/** Where the request stands, with the people who may decide in the workspace now. */
export const signingOf = (
  { rule, requesterUserId, approvals, declines, declinedFor }: RuledRequest,
  people: readonly Signer[],
): Signing => ({ rule, people, requesterUserId, signed: approvals, declined: declines, declinedFor })

const isDecidedFor = ({ approvals, declinedFor }: RuledRequest, userId: string): boolean =>
  declinedFor.includes(userId) || approvals.some(({ inPlaceOf }) => inPlaceOf?.userId === userId)

/** Who signs: the person, or the person in the place of a colleague; undefined if their word would not count. */
export const signerFor = (
  state: RuledRequest,
  { userId, people, standIns }: Deciding,
): Signer | undefined => {
  const signing = signingOf(state, people)
  const isIt = (person: Signer) => person.userId === userId
  return mayStillSign(signing).find(isIt) ?? mayStandIn(signing, standIns).find(isIt)
}

/** Whether the rule names the person themselves. */
export const isNamedIn = ({ rule }: RuledRequest, { userId, people }: Deciding): boolean =>
  people.some((person) => person.userId === userId && isNamed(rule.who, person))

/**
 * Finds who signs, as `signerFor` does. Throws `request.decided-by-you` for a second word,
 * `request.decided-for-you` after that of a deputy, and `rule.not-needed` for one that would not count.
 */
export const requireNeeded = (state: RuledRequest, by: Deciding): Signer => {
  const { userId } = by
  if (hasDecided(state, userId)) throw new Rejected('request.decided-by-you')
  if (isDecidedFor(state, userId)) throw new Rejected('request.decided-for-you')
  const found = signerFor(state, by)
  if (found) return found
  const isOwn = state.requesterUserId === userId
  throw new Rejected(isNamedIn(state, by) && !isOwn ? 'rule.not-needed' : 'access.denied')
}

/** A signature: the last one decides. */
export const approveByRule = (
  data: DataOf<'RequestApproved'>,
  state: RuledRequest,
  by: Deciding,
): RequestEvent[] => {
  const signer = requireNeeded(state, by)
  const signing = signingOf(state, by.people)
  if (isFulfilled({ ...signing, signed: [...signing.signed, signer] }))
    return [{ type: 'RequestApproved', data }]
  const { call: _call, weak: _weak, ...given } = data
  return [{ type: 'ApprovalGiven', data: { ...given, groups: [...signer.groups] } }]
}

/** A decline: the first one decides, or that which makes an approval impossible. */
export const declineByRule = (
  data: DataOf<'RequestDeclined'>,
  state: RuledRequest,
  by: Deciding,
): RequestEvent[] => {
  const { userId, inPlaceOf } = requireNeeded(state, by)
  const signing = signingOf(state, by.people)
  const isLast = isDeclined({
    ...signing,
    declined: [...signing.declined, userId],
    declinedFor: [...state.declinedFor, ...(inPlaceOf ? [inPlaceOf.userId] : [])],
  })
  return [isLast ? { type: 'RequestDeclined', data } : { type: 'DeclineGiven', data }]
}

/** Whether the people who are left cannot fulfil the rule any more. */
export const cannotBeFulfilled = (state: ExistingRequest, people: readonly Signer[]): boolean =>
  hasRule(state) && lacking(signingOf(state, people)) > 0
