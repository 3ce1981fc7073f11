/** What is due is judged by the server's clock; that of a phone may be minutes wrong. */

/** What the header's whole seconds and the way of an answer leave open. */
const INEXACT_MS = 3_000

let aheadMs = 0

/**
 * Takes the `Date` header of the answer to what was sent at `sentAt` (milliseconds). One that was long on its way, as
 * while the phone slept, tells nothing.
 */
export const noteServerTime = (date: string | null, sentAt: number): void => {
  const found = Date.now() - Date.parse(date ?? '')
  const isFresh = Date.now() - sentAt < INEXACT_MS
  if (isFresh && Math.abs(found - aheadMs) > INEXACT_MS) aheadMs = found
}

/** The server's time, in milliseconds, at `moment` of this device's clock, as far as its answers tell. */
export const serverTime = (moment: number): number => moment - aheadMs
