import type { Rate } from '#platform/limits/throttle.ts'

/** Each becomes a fact; a broken client must not fill the log with them. */
export const BAD_SIGNATURES_BY_ACCOUNT: Rate = {
  door: 'bad-signatures',
  limit: 20,
  windowMs: 3_600_000,
  isGuess: true,
}
