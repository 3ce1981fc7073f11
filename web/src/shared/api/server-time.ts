/** Deadlines follow the server's clock, because a phone's clock may be minutes off. */

/** The error from the header's whole seconds and the network delay. */
const INEXACT_MS = 3_000

let aheadMs = 0

/**
 * Takes the `Date` header of the response to a request sent at `sentAt` (milliseconds). Ignores a response that took
 * too long, for example while the phone slept.
 */
export const noteServerTime = (date: string | null, sentAt: number): void => {
  const found = Date.now() - Date.parse(date ?? '')
  const isFresh = Date.now() - sentAt < INEXACT_MS
  if (isFresh && Math.abs(found - aheadMs) > INEXACT_MS) aheadMs = found
}

/** The server's time (milliseconds) at `moment` of this device's clock, estimated from its responses. */
export const serverTime = (moment: number): number => moment - aheadMs
