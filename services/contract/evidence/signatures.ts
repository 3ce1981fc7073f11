import { fromBase64url, isRecord, utf8, type Bytes } from './bytes.ts'

/** Signatures by WebCrypto. An invalid key or signature is false, not an error. */

type Key = { readonly key: CryptoKeyOf; readonly by: 'Ed25519' | 'RSASSA-PKCS1-v1_5' | Ecdsa }
type CryptoKeyOf = Awaited<ReturnType<typeof crypto.subtle.importKey>>
type Ecdsa = { readonly name: 'ECDSA'; readonly hash: 'SHA-256' }

const ECDSA: Ecdsa = { name: 'ECDSA', hash: 'SHA-256' }

/** A program that does not know Ed25519 must not take a right signature for a wrong one. */
export class UnknownAlgorithm extends Error {
  override readonly name = 'UnknownAlgorithm'
}

const verified = async (key: Promise<Key>, signature: Bytes, data: Bytes): Promise<boolean> => {
  try {
    const made = await key
    return await crypto.subtle.verify(made.by, made.key, signature, data)
  } catch (cause) {
    if ((cause as Error).name === 'NotSupportedError')
      throw new UnknownAlgorithm('this program knows no Ed25519', { cause })
    return false
  }
}

const ed25519 = async (publicKey: Bytes): Promise<Key> => ({
  key: await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']),
  by: 'Ed25519',
})

const p256 = async (x: string, y: string): Promise<Key> => ({
  key: await crypto.subtle.importKey(
    'jwk',
    { kty: 'EC', crv: 'P-256', x, y },
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['verify'],
  ),
  by: ECDSA,
})

const rsa = async (n: string, e: string): Promise<Key> => ({
  key: await crypto.subtle.importKey(
    'jwk',
    { kty: 'RSA', n, e },
    { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
    false,
    ['verify'],
  ),
  by: 'RSASSA-PKCS1-v1_5',
})

/** `publicKey` has 32 bytes, `signature` 64. */
export const isSignedByEd25519 = (publicKey: Bytes, signature: Bytes, data: Bytes): Promise<boolean> =>
  verified(ed25519(publicKey), signature, data)

/** `x` and `y` are base64url of 32 bytes, `signature` is r ‖ s. */
export const isSignedByP256 = (x: string, y: string, signature: Bytes, data: Bytes): Promise<boolean> =>
  verified(p256(x, y), signature, data)

/** RS256. `n` and `e` are base64url. */
export const isSignedByRsa = (n: string, e: string, signature: Bytes, data: Bytes): Promise<boolean> =>
  verified(rsa(n, e), signature, data)

/** Whether the key of a PIN, a JWK as JSON text, signed the bytes of the challenge. All but the key is base64url. */
export const isSignedByPin = async (
  publicKey: string,
  challenge: string,
  signature: string,
): Promise<boolean> => {
  const jwk: unknown = JSON.parse(publicKey)
  if (!isRecord(jwk) || jwk['kty'] !== 'EC' || jwk['crv'] !== 'P-256') return false
  const [data, signed] = [fromBase64url(challenge), fromBase64url(signature)]
  if (!data || !signed || typeof jwk['x'] !== 'string' || typeof jwk['y'] !== 'string') return false
  return isSignedByP256(jwk['x'], jwk['y'], signed, data)
}

/** As `isSignedByEd25519`, of a text, with key and signature as base64url. */
export const isTextSigned = async (publicKey: string, signature: string, text: string): Promise<boolean> => {
  const [key, signed] = [fromBase64url(publicKey), fromBase64url(signature)]
  return key?.length === 32 && signed !== null && isSignedByEd25519(key, signed, utf8(text))
}
