const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export type Rate = {
  readonly limit: number
  readonly windowMs: number
  /** How often somebody may be wrong: the same in local mode, where everything else may be done more often. */
  readonly isGuess?: true
}

/**
 * What may be done how often in production; `RATE_FACTOR` multiplies all but guesses. Doors that end in `-ip` count the
 * caller's network; what a stranger can have sent to an address is counted by the address, whoever asks and wherever.
 */
export const RATES = {
  /** Sign-ups, mails sent again, sign-ins at a provider that a mail has to confirm: by caller, and by address. */
  'sign-up-ip': { limit: 20, windowMs: HOUR },
  'sign-up': { limit: 3, windowMs: HOUR },
  'sign-up-day': { limit: 10, windowMs: DAY },
  /** Tokens of mails. */
  'token-ip': { limit: 30, windowMs: MINUTE },
  /** By workspace; and by address, over all workspaces. */
  invitations: { limit: 50, windowMs: HOUR },
  'invitations-to': { limit: 5, windowMs: DAY },
  /** By account. */
  workspaces: { limit: 10, windowMs: HOUR },
  'bad-signatures': { limit: 20, windowMs: HOUR, isGuess: true },
} as const satisfies { readonly [door: string]: Rate }

export type CountedDoor = keyof typeof RATES
