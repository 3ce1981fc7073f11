import Type, { type Static } from 'typebox'
import { words } from '../common.ts'

/** The words that requests are told in. */

export const REQUEST_STATUSES = ['pending', 'approved', 'declined'] as const
export const RequestStatus = words(REQUEST_STATUSES)
export type RequestStatus = Static<typeof RequestStatus>
export const CLOSED_REASONS = [
  'expired',
  'withdrawn',
  'reported',
  'code-mismatch',
  'both-called',
  'claim-denied',
  'approver-unavailable',
  'requester-unavailable',
] as const
export const ClosedReason = words(CLOSED_REASONS)
export type ClosedReason = Static<typeof ClosedReason>
export const REQUEST_TYPES = ['verification', 'approval'] as const
export const ASSURANCES = ['passkey', 'pin', 'session'] as const
export const RequestType = words(REQUEST_TYPES)
/** What the caller wants, as the requester of a call check names it. The sentence itself is the title. */
export const ASK_KINDS = ['payment', 'bank-details', 'reset', 'access', 'other'] as const
export const Asks = Type.Object({ kind: words(ASK_KINDS) })
export type AskKind = (typeof ASK_KINDS)[number]
/** Who called whom, as one of the two says. */
export const CALL_WAYS = ['i-called', 'was-called', 'video', 'side-by-side'] as const
export const CallWay = words(CALL_WAYS)
export type CallWay = Static<typeof CallWay>
/** Why a confirmed call check proves less than it could. */
export const WEAKNESSES = ['not-called-back', 'synced-passkey', 'pin', 'new-device', 'first-contact'] as const
export type Weakness = (typeof WEAKNESSES)[number]
/** What somebody answered to a drill. The first ends it without a number, a challenge or a signature. */
export const DRILL_ANSWERS = ['yes', 'not-asked', 'not-talking'] as const
export type DrillAnswer = (typeof DRILL_ANSWERS)[number]
/** 10 to 99. The requester sees it and speaks it in the call; the approver types it. */
export const SpokenNumber = Type.String({ pattern: '^[1-9][0-9]$' })
