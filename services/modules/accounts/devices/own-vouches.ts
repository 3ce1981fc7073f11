import type { Enrolment } from '#contract/accounts/devices.ts'
import type { Proof } from '#contract/accounts/proof.ts'
import { canonicalText, hashOfText } from '#contract/requests/signing.ts'
import type { Evidence } from '#platform/facts/facts.ts'
import type { SealedRows } from '#platform/secrets/row-macs.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import { CHALLENGE_MS, createChallenges } from '#platform/secrets/challenges.ts'
import type { DeviceProofs } from './device-proofs.ts'
import { requireProof } from './wrong-proof.ts'

/** A usable device vouches for a new key of the same person. */

type NewKey = {
  readonly userId: string
  /** The RFC 7638 thumbprint. */
  readonly key: string
  readonly now: Date
}

const isFor = (canonical: string, { userId, key }: NewKey): boolean => {
  const content = JSON.parse(canonical) as Enrolment
  return content.kind === 'enrolment' && content.userId === userId && content.key === key
}

export const createOwnVouches = (rows: SealedRows, proofs: DeviceProofs) => {
  const challenges = createChallenges(rows, 'enrolment')
  return {
    /** Issues what the person's usable device has to sign. */
    async prepare({ userId, key, now }: NewKey) {
      const expiresAt = new Date(now.getTime() + CHALLENGE_MS).toISOString()
      const content: Enrolment = { v: 1, kind: 'enrolment', userId, key, nonce: randomToken(), expiresAt }
      const canonical = canonicalText(content)
      const challenge = await hashOfText(canonical)
      const { passkey } = await proofs.issue(challenges, { challenge, userId, canonical, now })
      return { canonical, challenge, passkey }
    },

    /** Throws the errors of `DeviceProofs.check` and `WrongProof`. */
    async check(
      newKey: NewKey,
      given: { readonly proof: Proof; readonly commandId: string },
    ): Promise<Evidence> {
      const { userId, now } = newKey
      const matches = ({ canonical }: { readonly canonical: string }) => isFor(canonical, newKey)
      return requireProof(await proofs.check(challenges, { ...given, userId, now, matches }))
    },
  }
}
