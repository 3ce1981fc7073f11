import { decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'
import { canonicalText } from '#contract/requests/signing.ts'
import { sha256 } from '../primitives/ids.ts'

/** The members of a key that its thumbprint covers, by type of key. */
const MEMBERS = { EC: ['crv', 'kty', 'x', 'y'], OKP: ['crv', 'kty', 'x'], RSA: ['e', 'kty', 'n'] } as const
type KeyType = keyof typeof MEMBERS
type Jwk = { readonly kty: KeyType; readonly [member: string]: string }

/** Labels of COSE keys: RFC 9052 and RFC 8230. */
const KEY_TYPES: readonly (KeyType | undefined)[] = [undefined, 'OKP', 'EC', 'RSA']
const CURVES: Readonly<Record<number, string>> = { 1: 'P-256', 6: 'Ed25519' }

const jwkOf = (cose: string): Jwk => {
  const key = decodeCredentialPublicKey(
    new Uint8Array(Buffer.from(cose, 'base64url')),
  ) as unknown as ReadonlyMap<number, number | Uint8Array>
  const text = (label: number) => Buffer.from(key.get(label) as Uint8Array).toString('base64url')
  const kty = KEY_TYPES[key.get(1) as number]
  if (kty === undefined) throw new TypeError('unknown type of key')
  if (kty === 'RSA') return { kty, n: text(-1), e: text(-2) }
  const crv = CURVES[key.get(-1) as number]
  if (crv === undefined) throw new TypeError('unknown curve')
  return { kty, crv, x: text(-2), ...(kty === 'EC' && { y: text(-3) }) }
}

/**
 * Returns the RFC 7638 thumbprint of a device's key in base64url: SHA-256 of its JWK. `publicKey` is a JWK as text for a PIN
 * device, COSE in base64url for a passkey. Throws TypeError for a key that cannot sign here.
 */
export const thumbprintOf = (kind: 'pin' | 'passkey', publicKey: string): string => {
  const jwk = kind === 'pin' ? (JSON.parse(publicKey) as Jwk) : jwkOf(publicKey)
  const members = Object.fromEntries(MEMBERS[jwk.kty].map((member) => [member, jwk[member]]))
  return sha256(canonicalText(members)).toString('base64url')
}
