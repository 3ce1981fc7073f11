import { Rejected } from '#contract/errors.ts'
import { GLASS_HOURS } from '#contract/requests/glass/glass-reason.ts'
import type { Evidence } from '#platform/facts/facts.ts'
import { hasRule, signerFor, signingOf } from '#modules/requests/rules/by-rule.decider.ts'
import { isFulfilled, lacking } from '#modules/requests/rules/signing.decider.ts'
import type { RequestEvent } from '#modules/requests/request.events.ts'
import {
  assuranceOf,
  idsOf,
  refuseClosed,
  refuseWithoutRequester,
  type BrokenGlass,
  type ExistingRequest,
  type Person,
  type Signer,
  type StandIn,
} from '#modules/requests/request.state.ts'

/** An admin alone approves what nobody can decide in time; part of `request.decider.ts`. */

/** What decides whether the glass may be broken, from the workspace at the revision of the command. */
export type GlassStanding = {
  /** Whether the workspace allows it. */
  readonly isAllowed: boolean
  readonly requesterIsAvailable: boolean
  /** Whether somebody else could confirm it: an active admin or approver who is not the requester. */
  readonly canBeConfirmed: boolean
  /** Those who may decide, as far as the rule or the requester names them. The requester may be among them. */
  readonly people: readonly Signer[]
  /** For whom of them the admin stands in. */
  readonly standIns: readonly StandIn[]
  /** Those of them who are not away until the request ends, or for whom somebody stands in. */
  readonly here: readonly Signer[]
  readonly createdAt: Date
}

type Acting = Person & {
  readonly email: string | null
  readonly workspaceRevision: number
  readonly at: Date
}
export type BreakGlass = Acting & {
  readonly type: 'BreakGlass'
  readonly standing: GlassStanding
  readonly reason: string
  readonly reasonHash: string
  /** Null if it is refused anyway: then no proof is checked. */
  readonly evidence: Evidence | null
}
export type ConfirmGlass = Acting & {
  readonly type: 'ConfirmGlass'
  /** Whether they are an active admin or approver. */
  readonly mayConfirm: boolean
  readonly evidence: Evidence | null
}

const isRequester = ({ requesterId, requesterUserId }: ExistingRequest, by: Person): boolean =>
  requesterId === by.participantId || requesterUserId === by.userId

/** When the last quarter of the life of a request begins. */
export const lastQuarterOf = ({ expiresAt }: Pick<ExistingRequest, 'expiresAt'>, createdAt: Date): Date =>
  new Date(expiresAt.getTime() - (expiresAt.getTime() - createdAt.getTime()) / 4)

/** Whether the signature of this person, also as a deputy, would approve the request without any other. */
const decidesAlone = (
  state: ExistingRequest,
  { people, standIns }: Pick<GlassStanding, 'people' | 'standIns'>,
  { participantId, userId, at }: Person & { readonly at: Date },
): boolean => {
  const isIt = (person: Person) => person.userId === userId
  if (!hasRule(state)) return people.some(isIt) || standIns.some(({ deputy }) => isIt(deputy))
  const signer = signerFor(state, { participantId, userId, people, standIns, at })
  if (signer === undefined) return false
  const signing = signingOf(state, people, at)
  return isFulfilled({ ...signing, signed: [...signing.signed, signer] })
}

/** Whether too few of those who may decide are here until the request ends. */
const isShort = (state: ExistingRequest, here: readonly Signer[]): boolean =>
  hasRule(state)
    ? lacking(signingOf(state, here, state.expiresAt)) > 0
    : here.every(({ userId }) => userId === state.requesterUserId)

/**
 * Throws unless the glass may be broken now: `glass.off`, `glass.only-approvals`, `request.closed`, `glass.no-second`,
 * `glass.approve-instead`, and `glass.decidable` while those who are here can decide it and more than a quarter of its life is left.
 */
export const requireBreakable = (
  state: ExistingRequest,
  standing: GlassStanding,
  by: Person & { readonly at: Date },
): void => {
  if (isRequester(state, by)) throw new Rejected('access.denied')
  if (state.requestType !== 'approval') throw new Rejected('glass.only-approvals')
  refuseClosed(state, by.at)
  if (!standing.isAllowed) throw new Rejected('glass.off')
  if (!standing.requesterIsAvailable) refuseWithoutRequester()
  if (!standing.canBeConfirmed) throw new Rejected('glass.no-second')
  if (decidesAlone(state, standing, by)) throw new Rejected('glass.approve-instead')
  const from = lastQuarterOf(state, standing.createdAt)
  if (!isShort(state, standing.here) && by.at < from)
    throw new Rejected('glass.decidable', [{ from: from.toISOString() }])
}

/** Throws unless the person may confirm the broken glass now. */
export const requireConfirmable = (
  state: ExistingRequest,
  by: Pick<ConfirmGlass, 'participantId' | 'userId' | 'at' | 'mayConfirm'>,
): BrokenGlass => {
  const { glass } = state
  if (glass === null) throw new Rejected('glass.not-broken')
  const isBreaker = glass.participantId === by.participantId || glass.userId === by.userId
  if (!by.mayConfirm || isBreaker || isRequester(state, by)) throw new Rejected('access.denied')
  if (glass.confirmedBy !== null) throw new Rejected('glass.confirmed')
  if (by.at >= glass.confirmUntil) throw new Rejected('glass.late')
  return glass
}

const signed = (state: ExistingRequest, command: Acting, evidence: Evidence) => {
  const { participantId, userId, email, workspaceRevision } = command
  const assurance = assuranceOf(evidence)
  return { ...idsOf(state), participantId, userId, email, assurance, evidence, workspaceRevision }
}

/** Breaks the glass: the request is approved, and waits for a second person to confirm it. */
const breakGlass = (command: BreakGlass, state: ExistingRequest): RequestEvent[] => {
  if (state.glass?.userId === command.userId) return []
  requireBreakable(state, command.standing, command)
  const { evidence, reason, reasonHash, at } = command
  if (evidence === null) throw new Rejected('proof.missing')
  const confirmUntil = new Date(at.getTime() + GLASS_HOURS * 3_600_000).toISOString()
  const data = { ...signed(state, command, evidence), reason, reasonHash, confirmUntil }
  return [{ type: 'GlassBroken', data }]
}

/** A second person confirms it. */
const confirmGlass = (command: ConfirmGlass, state: ExistingRequest): RequestEvent[] => {
  if (state.glass?.confirmedBy === command.userId) return []
  requireConfirmable(state, command)
  const { evidence } = command
  if (evidence === null) throw new Rejected('proof.missing')
  return [{ type: 'GlassConfirmed', data: signed(state, command, evidence) }]
}

export type GlassCommand = BreakGlass | ConfirmGlass

export const decideGlass = (command: GlassCommand, state: ExistingRequest): RequestEvent[] => {
  if (command.type === 'BreakGlass') return breakGlass(command, state)
  return confirmGlass(command, state)
}
