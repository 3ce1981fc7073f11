import { canonicalText } from '../requests/signing.ts'
import { fromBase64url, isRecord, isText, toBase64url, utf8, type Bytes } from './bytes.ts'

/** Signatures by WebCrypto. An invalid key or signature is false, not an error. */

/** By the type of the key. The members that only import or only verifying reads do no harm to the other. */
const ALGORITHMS = {
  EC: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  OKP: { name: 'Ed25519' },
  RSA: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
} as const

export type Jwk =
  | { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string }
  | { readonly kty: 'OKP'; readonly crv: 'Ed25519'; readonly x: string }
  | { readonly kty: 'RSA'; readonly n: string; readonly e: string }

/** A program that does not know Ed25519 must not take a right signature for a wrong one. */
export class UnknownAlgorithm extends Error {
  override readonly name = 'UnknownAlgorithm'
}

/** What a check answers, or something else if it fails, except for a program that cannot check. */
export const unlessFails = async <T, Other>(
  check: Promise<T>,
  otherwise: (error: unknown) => Other,
): Promise<T | Other> => {
  try {
    return await check
  } catch (error) {
    if (error instanceof UnknownAlgorithm) throw error
    return otherwise(error)
  }
}

/** The signature of an elliptic curve is r ‖ s. */
export const isSignedBy = async (jwk: Jwk, signature: Bytes, data: Bytes): Promise<boolean> => {
  try {
    const by = ALGORITHMS[jwk.kty]
    const key = await crypto.subtle.importKey('jwk', jwk, by, false, ['verify'])
    return await crypto.subtle.verify(by, key, signature, data)
  } catch (cause) {
    if ((cause as Error).name === 'NotSupportedError')
      throw new UnknownAlgorithm('Ed25519 is unknown', { cause })
    return false
  }
}

/** `publicKey` has 32 bytes, `signature` 64. */
export const isSignedByEd25519 = (publicKey: Bytes, signature: Bytes, data: Bytes): Promise<boolean> =>
  isSignedBy({ kty: 'OKP', crv: 'Ed25519', x: toBase64url(publicKey) }, signature, data)

const COORDINATE_BYTES = 32

/** Whether the key of a PIN, a JWK as JSON text, signed the bytes of the challenge. All but the key is base64url. */
export const isSignedByPin = async (
  publicKey: string,
  challenge: string,
  signature: string,
): Promise<boolean> => {
  const jwk: unknown = JSON.parse(publicKey)
  // In its one form: some importers skip signs that are none of base64url.
  if (!isRecord(jwk) || canonicalText(jwk) !== publicKey) return false
  const { kty, crv, x, y } = jwk
  const [data, signed] = [fromBase64url(challenge), fromBase64url(signature)]
  if (!data || !signed || !isText(x) || !isText(y)) return false
  if ([x, y].some((part) => fromBase64url(part)?.length !== COORDINATE_BYTES)) return false
  return kty === 'EC' && crv === 'P-256' && isSignedBy({ kty, crv, x, y }, signed, data)
}

/** As `isSignedByEd25519`, of a text, with key and signature as base64url. */
export const isTextSigned = async (publicKey: string, signature: string, text: string): Promise<boolean> => {
  const [key, signed] = [fromBase64url(publicKey), fromBase64url(signature)]
  return key !== null && signed !== null && isSignedByEd25519(key, signed, utf8(text))
}
