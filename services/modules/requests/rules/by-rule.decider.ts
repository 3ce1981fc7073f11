import { Rejected } from '#contract/errors.ts'
import type { RequestEvent } from '#modules/requests/request.events.ts'
import {
  hasDecided,
  idsOf,
  isEscalated,
  isOpen,
  type AppliedRule,
  type DataOf,
  type ExistingRequest,
  type Person,
  type StandIn,
} from '#modules/requests/request.state.ts'
import { inForce } from './escalation.decider.ts'
import {
  isDeclined,
  isFulfilled,
  isNamed,
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
  readonly at: Date
}

/** Where the request stands, with the people who may decide in the workspace now. */
export const signingOf = (state: RuledRequest, people: readonly Signer[], at: Date): Signing => {
  const { requesterUserId, approvals: signed, declines: declined, declinedFor } = state
  return { ...inForce(state, people, at), requesterUserId, signed, declined, declinedFor }
}

const isDecidedFor = ({ approvals, declinedFor }: RuledRequest, userId: string): boolean =>
  declinedFor.includes(userId) || approvals.some(({ inPlaceOf }) => inPlaceOf?.userId === userId)

/** Who signs: the person, or the person in the place of a colleague; undefined if their word would not count,
 * as nobody’s does while the request waits for enough people. */
export const signerFor = (
  state: RuledRequest,
  { userId, people, standIns, at }: Deciding,
): Signer | undefined => {
  if (state.isParked) return undefined
  const signing = signingOf(state, people, at)
  const isIt = (person: Signer) => person.userId === userId
  return mayStillSign(signing).find(isIt) ?? mayStandIn(signing, standIns).find(isIt)
}

/** Whether the rule names the person themselves. */
export const isNamedIn = (state: RuledRequest, { userId, people: all, at }: Deciding): boolean => {
  const { rule, people } = inForce(state, all, at)
  return people.some((person) => person.userId === userId && isNamed(rule.who, person))
}

/**
 * Finds who signs, as `signerFor` does. Throws `request.decided-by-you` for a second word,
 * `request.decided-for-you` after that of a deputy, `request.parked` while it waits for enough people, and `rule.not-needed` for a word
 * that would not count.
 */
export const requireNeeded = (state: RuledRequest, by: Deciding): Signer => {
  const { userId } = by
  if (hasDecided(state, userId)) throw new Rejected('request.decided-by-you')
  if (isDecidedFor(state, userId)) throw new Rejected('request.decided-for-you')
  const found = signerFor(state, by)
  if (found) return found
  const isOwn = state.requesterUserId === userId
  if (isOwn || !isNamedIn(state, by)) throw new Rejected('access.denied')
  throw new Rejected(state.isParked ? 'request.parked' : 'rule.not-needed')
}

/** A signature: the last one decides. */
export const approveByRule = (
  data: DataOf<'RequestApproved'>,
  state: RuledRequest,
  by: Deciding,
): RequestEvent[] => {
  const signer = requireNeeded(state, by)
  const signing = signingOf(state, by.people, by.at)
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
  // It does not end because those are not enough who are asked first.
  const signing = signingOf(state, by.people, state.expiresAt)
  const isLast = isDeclined({
    ...signing,
    declined: [...signing.declined, userId],
    declinedFor: [...state.declinedFor, ...(inPlaceOf ? [inPlaceOf.userId] : [])],
  })
  return [isLast ? { type: 'RequestDeclined', data } : { type: 'DeclineGiven', data }]
}

export type Escalate = {
  readonly type: 'Escalate'
  readonly at: Date
  /** The revision from which those follow who are told. */
  readonly workspaceRevision: number
}

/** Once, while the request is open and its rule says so. */
export const escalate = ({ at, workspaceRevision }: Escalate, state: ExistingRequest): RequestEvent[] =>
  state.escalated || !isOpen(state, at) || !isEscalated(state, at)
    ? []
    : [{ type: 'RequestEscalated', data: { ...idsOf(state), workspaceRevision } }]
