import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import { parseKeyRing } from '../config/key-ring.ts'
import { sha256 } from '../primitives/ids.ts'

/** Ed25519 keys, derived from the secrets of a key ring. */

export type SigningKey = {
  /** The first 16 hex digits of SHA-256 over the 32 bytes of the public key. */
  readonly id: string
  /** base64url of these bytes. */
  readonly publicKey: string
  /** Returns base64url of 64 bytes. */
  sign(text: string): string
}

/** The prefix of the 32 key bytes in DER. */
const PRIVATE = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC = Buffer.from('302a300506032b6570032100', 'hex')

const idOf = (publicKey: string): string =>
  sha256(Buffer.from(publicKey, 'base64url')).toString('hex').slice(0, 16)

const publicKeyOf = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC.length).toString('base64url')

const signingKey = (purpose: string, secret: string): SigningKey => {
  const seed = sha256(`${purpose}\n`, secret)
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = publicKeyOf(key)
  return {
    id: idOf(publicKey),
    publicKey,
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64url'),
  }
}

/** Returns the keys of a key ring setting, the newest first. Different purposes have different keys. */
export const signingKeys = (purpose: string, ring: string): readonly [SigningKey, ...SigningKey[]] => {
  const { newest, all } = parseKeyRing(ring)
  const older = all.filter((one) => one !== newest)
  return [signingKey(purpose, newest.secret), ...older.map(({ secret }) => signingKey(purpose, secret))]
}

/** Whether the key of 32 bytes has signed the text. Returns false for an invalid key or signature. */
export const isSignedWithKey = (publicKey: Buffer, text: string, signature: Buffer): boolean => {
  if (publicKey.length !== 32) return false
  const key = createPublicKey({ key: Buffer.concat([PUBLIC, publicKey]), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(text), key, signature)
}

/** The bytes of base64url in its one form; null for any other text. */
const strictBytes = (text: string): Buffer | null => {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : null
}

/** Whether the key has signed the text and has the id `keyId`. Returns false for an invalid key or signature. */
export const isSignedWith = (
  { publicKey, keyId }: { readonly publicKey: string; readonly keyId: string },
  text: string,
  signature: string,
): boolean => {
  const [key, signed] = [strictBytes(publicKey), strictBytes(signature)]
  return key !== null && signed !== null && idOf(publicKey) === keyId && isSignedWithKey(key, text, signed)
}
