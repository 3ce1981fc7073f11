import { canonicalText, hashOfText } from '#contract/requests/signing.ts'
import { fromBase64url, toBase64url } from './base64url.ts'

/** The members of a public key that its thumbprint covers. */
type Members =
  | { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string }
  | { readonly kty: 'OKP'; readonly crv: 'Ed25519'; readonly x: string }
  | { readonly kty: 'RSA'; readonly n: string; readonly e: string }

/** The RFC 7638 thumbprint of a public key, base64url. */
export const thumbprintOf = (members: Members): Promise<string> => hashOfText(canonicalText(members))

const rsaMembers = async (spki: Uint8Array<ArrayBuffer>): Promise<Members> => {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('spki', spki, algorithm, true, ['verify'])
  const { n = '', e = '' } = await crypto.subtle.exportKey('jwk', key)
  return { kty: 'RSA', n, e }
}

/** The raw key of an elliptic curve is the end of its SPKI. */
const membersOf = async (algorithm: number, spki: Uint8Array<ArrayBuffer>): Promise<Members | null> => {
  const end = (from: number, to?: number) => toBase64url(spki.slice(from, to))
  if (algorithm === -7) return { kty: 'EC', crv: 'P-256', x: end(-64, -32), y: end(-32) }
  if (algorithm === -8) return { kty: 'OKP', crv: 'Ed25519', x: end(-32) }
  return algorithm === -257 ? rsaMembers(spki) : null
}

/** Returns the thumbprint of a passkey's key, from its COSE algorithm and its SPKI in base64url. Null if the browser does not tell them. */
export const passkeyThumbprint = async (
  algorithm: number | undefined,
  spki: string | undefined,
): Promise<string | null> => {
  if (algorithm === undefined || spki === undefined) return null
  const members = await membersOf(algorithm, fromBase64url(spki))
  return members && thumbprintOf(members)
}
