import type { Rate } from '#platform/limits/throttle.ts'

/** Each bad signature becomes an event, so a broken client must not fill the log. */
export const BAD_SIGNATURES_BY_ACCOUNT: Rate = {
  door: 'bad-signatures',
  limit: 20,
  windowMs: 3_600_000,
  isGuess: true,
}
