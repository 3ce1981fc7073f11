import { createPublicKey, verify } from 'node:crypto'
import type { PublicKeyJwk } from '#contract/accounts/devices.ts'

/**
 * Verifies ECDSA P-256/SHA-256 over the 32 bytes of the challenge, as WebCrypto signs. `challenge` and `signature` (64 bytes r‖s) are
 * base64url. An invalid key returns false.
 */
export const isSignedBy = (publicKey: PublicKeyJwk, challenge: string, signature: string): boolean => {
  try {
    return verify(
      'sha256',
      Buffer.from(challenge, 'base64url'),
      { key: createPublicKey({ key: publicKey, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  } catch {
    return false
  }
}
