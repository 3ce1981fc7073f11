import type { RequestOptions } from '#contract/accounts/passkeys.ts'
import type { Proof } from '#contract/accounts/proof.ts'
import type { Evidence } from '#platform/facts/facts.ts'
import type { Challenges, NewChallenge } from '#platform/secrets/challenges.ts'
import { isActiveAdmin, joined, type WorkspaceState } from '#modules/workspaces/workspace.state.ts'

/** A wrong PIN or signature from one of the caller's own devices. */
export type FailedProof = {
  readonly deviceId: string
  readonly reason: 'wrong-pin' | 'bad-signature'
  /** Remaining PIN tries; null for a passkey. */
  readonly triesLeft: number | null
}

/** Checks what people sign with their devices. Provided by the accounts module. */
export type Signers = {
  /**
   * Checks the challenge and the signature, and spends the challenge. Returns a wrong PIN or signature of an own device as a
   * failure. Throws `challenge.spent`, `device.disabled`, `device.waiting`, `rate.exceeded` and `proof.invalid`.
   */
  check(
    challenges: Challenges,
    check: {
      readonly proof: Proof
      readonly userId: string
      readonly commandId: string
      readonly now: Date
      /** Whether the challenge was issued for the content that must be signed now. */
      matches(issued: { readonly canonical: string; readonly challenge: string }): Promise<boolean>
    },
  ): Promise<Evidence | { readonly failed: FailedProof }>
  /** Issues a challenge, for `check`. `passkey`: options for `navigator.credentials.get`; null if the person has no usable passkey. */
  issue(
    challenges: Challenges,
    challenge: NewChallenge,
  ): Promise<{ readonly expiresAt: string; readonly passkey: RequestOptions | null }>
  /** Whether the person has a device that may sign now. */
  hasUsable(userId: string, now: Date): Promise<boolean>
}

/** Whether at least two active admins could sign. Asks no more of them than it needs. */
export const adminsHaveDevices = async (
  signers: Pick<Signers, 'hasUsable'>,
  state: WorkspaceState,
  now: Date,
): Promise<boolean> => {
  let able = 0
  for (const { userId } of joined(state).filter(isActiveAdmin)) {
    if (await signers.hasUsable(userId, now)) able += 1
    if (able === 2) return true
  }
  return false
}
