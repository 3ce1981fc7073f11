import Type, { type Static } from 'typebox'
import { IsoTime, nullable, words } from '../common.ts'
import { Person } from '../person.ts'

/**
 * What happened to a request. `notified`: browsers and installed apps took the question; `mailed`: so many mails went out about what
 * stands before it. `opened`: an approval, for the first time, by somebody who may decide it; only the requester is told, for 30 days.
 * `escalated`: since then those may decide too whom the rule asks later. `closed` says the request’s `closedReason`.
 */
export const TIMELINE_KINDS = [
  'asked',
  'notified',
  'mailed',
  'opened',
  'reminded',
  'escalated',
  'parked',
  'unparked',
  'approved',
  'glass-broken',
  'glass-confirmed',
  'declined',
  'withdrawn',
  'expired',
  'closed',
  'reported',
] as const

export const Timeline = Type.Array(
  Type.Object({
    kind: words(TIMELINE_KINDS),
    at: IsoTime,
    /** Null where nobody acted, and for a person who is not one of the two. */
    by: nullable(Person),
    /** Of mails and notifications: how many. */
    count: Type.Optional(Type.Integer()),
  }),
)
export type Timeline = Static<typeof Timeline>
