export type Provider = 'google' | 'microsoft'

/** A person as the provider identifies them. */
export type ProviderIdentity = {
  readonly provider: Provider
  /** The permanent id of the account: issuer or tenant, and the subject there. Never an address. */
  readonly subject: readonly [issuer: string, id: string]
  /** Null if the provider names no address, or an invalid one. */
  readonly email: string | null
  /** Whether the provider guarantees that the address belongs to this person today. Otherwise it is a mere claim. */
  readonly isProved: boolean
  /** The part of the token with a unique encoding. It identifies a used token. */
  readonly token: string
  readonly expiresAt: Date
}

/** Throws RefusedToken. Any other error means that the provider is unavailable. */
export type Verify = (token: string, now: Date) => Promise<ProviderIdentity>

/** The token is not valid. The message names the rule, and never the contents of the token. */
export class RefusedToken extends Error {}
