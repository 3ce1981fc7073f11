import type { Lockout } from '#platform/limits/guesses.ts'
import type { Rate } from '#platform/limits/throttle.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Sign-ups, resent mails, and provider sign-ins that need a confirmation mail. */
export const SIGN_UPS_BY_CALLER: Rate = { door: 'sign-up-ip', limit: 20, windowMs: HOUR }
export const SIGN_UPS_BY_ADDRESS: Rate = { door: 'sign-up', limit: 3, windowMs: HOUR }
export const SIGN_UPS_BY_ADDRESS_A_DAY: Rate = { door: 'sign-up-day', limit: 10, windowMs: DAY }

/** Colleagues share an IP address, so it has more free tries than an account and forgets them sooner. */
export const LOGINS_BY_CALLER: Lockout = { door: 'login-ip', free: 20, forgottenMs: HOUR / 4 }
export const LOGINS_BY_ADDRESS: Lockout = { door: 'login', free: 5, forgottenMs: DAY }
export const PROVIDER_LOGINS_BY_CALLER: Lockout = { door: 'provider-ip', free: 20, forgottenMs: HOUR / 4 }
export const PASSKEY_LOGINS_BY_CALLER: Lockout = { door: 'passkey-ip', free: 20, forgottenMs: HOUR / 4 }
/** Pairing codes that a desktop shows and a phone sends. */
export const PAIRINGS_BY_ACCOUNT: Rate = { door: 'pairing', limit: 30, windowMs: HOUR }
export const PAIR_CODES_BY_CALLER: Lockout = { door: 'pair-code-ip', free: 20, forgottenMs: HOUR / 4 }
export const PAIR_CLAIMS_BY_CALLER: Lockout = { door: 'pair-claim-ip', free: 30, forgottenMs: HOUR / 4 }
export const ACCESS_CODES_BY_CALLER: Rate = {
  door: 'access-code-ip',
  limit: 10,
  windowMs: HOUR / 4,
  isGuess: true,
}

/** Each bad signature becomes an event, so a broken client must not fill the log. */
export const BAD_SIGNATURES_BY_ACCOUNT: Rate = {
  door: 'bad-signatures',
  limit: 20,
  windowMs: HOUR,
  isGuess: true,
}
/** Each new name becomes an entry in the log of each workspace of the person. */
export const NAMES_BY_ACCOUNT: Rate = { door: 'names', limit: 20, windowMs: HOUR }
/** Each waiting device mails all admins of the person. */
export const ENROLMENTS_BY_ACCOUNT: Rate = { door: 'enrolments', limit: 20, windowMs: HOUR }
