import { createPublicKey, verify } from 'node:crypto'
import type { PublicKeyJwk } from '#contract/accounts/devices.ts'

/**
 * ECDSA P-256/SHA-256 over the challenge's 32 bytes, as WebCrypto signs: `challenge` and `signature` (64-byte r‖s)
 * in base64url. A key that is no point of the curve is a bad signature, not an error.
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
