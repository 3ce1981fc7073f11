import { createHash, createPublicKey, verify } from 'node:crypto'
import { decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'
import type { SignedContent } from '#contract/requests.ts'

/** As `evidence` stands in a fact. */
export type Kept = {
  readonly canonical: string
  readonly challenge: string
  readonly publicKey: string
  readonly signature: string
  readonly authenticatorData?: string
  readonly clientDataJSON?: string
}

const bytesOf = (text: string) => Buffer.from(text, 'base64url')
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()

/** Of an ES256 passkey, whose COSE key is a map of numbers. */
const jwkOf = (cose: string) => {
  const key = decodeCredentialPublicKey(new Uint8Array(bytesOf(cose))) as unknown as Map<number, Uint8Array>
  const [x, y] = [-2, -3].map((part) => Buffer.from(key.get(part)!).toString('base64url'))
  return { kty: 'EC', crv: 'P-256', x: x!, y: y! }
}

/** What a device signed, by nothing but the fact and arithmetic; throws where it did not. */
export const contentProvedBy = (kept: Kept): SignedContent => {
  const { canonical, challenge, publicKey, signature, authenticatorData, clientDataJSON } = kept
  if (sha256(canonical).toString('base64url') !== challenge) throw new Error('another text was signed')
  const isPasskey = authenticatorData !== undefined && clientDataJSON !== undefined
  if (isPasskey && JSON.parse(bytesOf(clientDataJSON).toString()).challenge !== challenge)
    throw new Error('another challenge was signed')
  const over = isPasskey
    ? Buffer.concat([bytesOf(authenticatorData), sha256(bytesOf(clientDataJSON))])
    : bytesOf(challenge)
  const key = createPublicKey({ key: isPasskey ? jwkOf(publicKey) : JSON.parse(publicKey), format: 'jwk' })
  const dsaEncoding = isPasskey ? 'der' : 'ieee-p1363'
  if (!verify('sha256', over, { key, dsaEncoding }, bytesOf(signature))) throw new Error('another key signed')
  return JSON.parse(canonical) as SignedContent
}
