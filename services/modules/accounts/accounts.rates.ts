import type { Lockout, Rate } from '#platform/limits/throttle.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Sign-ups, mails sent again, sign-ins at a provider that a mail has to confirm. */
export const SIGN_UPS_BY_CALLER: Rate = { door: 'sign-up-ip', limit: 20, windowMs: HOUR }
export const SIGN_UPS_BY_ADDRESS: Rate = { door: 'sign-up', limit: 3, windowMs: HOUR }
export const SIGN_UPS_BY_ADDRESS_A_DAY: Rate = { door: 'sign-up-day', limit: 10, windowMs: DAY }

/** Many colleagues share an address of the network, so it may fail more often, and is forgiven sooner. */
export const LOGINS_BY_CALLER: Lockout = { door: 'login-ip', free: 20, forgottenMs: HOUR / 4 }
export const LOGINS_BY_ADDRESS: Lockout = { door: 'login', free: 5, forgottenMs: DAY }
export const PROVIDER_LOGINS_BY_CALLER: Lockout = { door: 'provider-ip', free: 20, forgottenMs: HOUR / 4 }
export const PASSKEY_LOGINS_BY_CALLER: Lockout = { door: 'passkey-ip', free: 20, forgottenMs: HOUR / 4 }
/** Codes of phones that are to be signed in: shown on a screen, and typed. */
export const PAIRINGS_BY_ACCOUNT: Rate = { door: 'pairing', limit: 30, windowMs: HOUR }
export const PAIR_CODES_BY_CALLER: Lockout = { door: 'pair-code-ip', free: 20, forgottenMs: HOUR / 4 }
export const PAIR_CLAIMS_BY_CALLER: Lockout = { door: 'pair-claim-ip', free: 30, forgottenMs: HOUR / 4 }
export const ACCESS_CODES_BY_CALLER: Rate = {
  door: 'access-code-ip',
  limit: 10,
  windowMs: HOUR / 4,
  isGuess: true,
}
