import type { Client } from '#contract/accounts/sessions.ts'

export type ProviderName = 'google' | 'microsoft'

/** What an answer of a provider is compared with: it must belong to what this browser asked for. */
export type PendingSignIn = {
  readonly provider: ProviderName
  readonly client: Client
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

const STORED_AS = 'vieraugen-sign-in'

/** Keeps a sign-in for the way to the provider and back, in this tab alone. Throws where nothing can be kept. */
export const keepSignIn = (kept: PendingSignIn): void =>
  sessionStorage.setItem(STORED_AS, JSON.stringify(kept))

/** Gives the kept sign-in once; null when there is none. */
export const takeSignIn = (): PendingSignIn | null => {
  try {
    const kept = sessionStorage.getItem(STORED_AS)
    sessionStorage.removeItem(STORED_AS)
    return kept === null ? null : (JSON.parse(kept) as PendingSignIn)
  } catch {
    return null
  }
}
