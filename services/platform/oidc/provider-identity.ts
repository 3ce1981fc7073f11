export type Provider = 'google' | 'microsoft'

/** Who signed in, as the provider says. */
export type ProviderIdentity = {
  readonly provider: Provider
  /** Names the account at its provider for ever: issuer or tenant, and the subject there. Never an address. */
  readonly subject: readonly [issuer: string, id: string]
  /** null when the provider names none, or one that we could not write to */
  readonly email: string | null
  /** The provider answers for this address belonging to this person today; a mere claim otherwise. */
  readonly isProved: boolean
  /** The part of the token that cannot be written in another way: what it is known by once it has been used. */
  readonly token: string
  /** When it ends. */
  readonly expiresAt: Date
}

/** Throws RefusedToken; any other error means that the provider could not be asked. */
export type Verify = (token: string, now: Date) => Promise<ProviderIdentity>

/** A token that does not let anybody in. The message names the rule, never what stood in the token. */
export class RefusedToken extends Error {}
