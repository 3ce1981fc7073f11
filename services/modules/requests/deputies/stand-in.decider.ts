import { hasRule, isNamedIn, signerFor } from '#modules/requests/rules/by-rule.decider.ts'
import {
  hasDecided,
  mayDecide,
  type ExistingRequest,
  type Person,
  type Signer,
  type StandIn,
} from '#modules/requests/request.state.ts'

/** Rules about deputies; part of `request.decider.ts`. */

/** The person who decides, and who may decide in the workspace then. */
export type Deciding = Person & {
  readonly people: readonly Signer[]
  /** Who stands in for whom of those who may decide the request. */
  readonly standIns: readonly StandIn[]
  readonly at: Date
}

const standsIn = (state: ExistingRequest, by: Deciding): StandIn | undefined => {
  const isOwn = state.requesterUserId === by.userId || state.requesterId === by.participantId
  if (state.requestType !== 'approval' || isOwn) return undefined
  return by.standIns.find(({ absent, deputy }) => deputy.userId === by.userId && mayDecide(state, absent))
}

/** Whether the request is addressed to this person, or to a colleague for whom they stand in. Who has decided may ask again. */
export const mayAnswer = (state: ExistingRequest, by: Deciding): boolean =>
  mayDecide(state, by) || hasDecided(state, by.userId) || standsIn(state, by) !== undefined

/** For whom the word of this person would count now; undefined: for themselves, as everybody decides who may, or for nobody. */
export const absentNow = (state: ExistingRequest, by: Deciding): Person | undefined => {
  if (hasRule(state)) return signerFor(state, by)?.inPlaceOf
  return mayDecide(state, by) ? undefined : standsIn(state, by)?.absent
}

/** The same; once their word does not count any more, for whom it would have. */
export const absentFor = (state: ExistingRequest, by: Deciding): Person | undefined => {
  if (!hasRule(state) || signerFor(state, by)) return absentNow(state, by)
  return isNamedIn(state, by) ? undefined : standsIn(state, by)?.absent
}
