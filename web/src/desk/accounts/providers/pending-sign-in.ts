import type { Client } from '#contract/accounts/sessions.ts'
import type { ProviderName } from '#shared/sign-in/provider-names.ts'

/** A sign-in that waits for the provider's response, which must match it. */
export type PendingSignIn = {
  readonly provider: ProviderName
  readonly client: Client
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  /** The channel on which another window waits for the provider's token; absent for a login. */
  readonly channel?: string
}

const STORED_AS = 'vieraugen-sign-in'

/** Saves the sign-in in this tab for the return from the provider. Throws without storage. */
export const keepSignIn = (kept: PendingSignIn): void =>
  sessionStorage.setItem(STORED_AS, JSON.stringify(kept))

/** Returns the saved sign-in and deletes it. Null if there is none. */
export const takeSignIn = (): PendingSignIn | null => {
  try {
    const kept = sessionStorage.getItem(STORED_AS)
    sessionStorage.removeItem(STORED_AS)
    return kept === null ? null : (JSON.parse(kept) as PendingSignIn)
  } catch {
    return null
  }
}
