import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import { parseKeyRing } from '../config/key-ring.ts'
import { sha256 } from '../primitives/ids.ts'

/** Ed25519 keys that follow from a key ring's secrets; whoever has a public key can check without us. */

export type SigningKey = {
  /** The first 16 hex digits of SHA-256 over the 32 bytes of the public key. */
  readonly id: string
  /** base64url of these bytes */
  readonly publicKey: string
  /** base64url of 64 bytes */
  sign(text: string): string
}

/** What stands before the 32 bytes of a key in its DER form. */
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

/** Of a setting that holds a key ring, the newest first; `purpose` keeps them apart from keys of the same secrets. */
export const signingKeys = (purpose: string, ring: string): readonly [SigningKey, ...SigningKey[]] => {
  const { newest, all } = parseKeyRing(ring)
  const older = all.filter((one) => one !== newest)
  return [signingKey(purpose, newest.secret), ...older.map(({ secret }) => signingKey(purpose, secret))]
}

/** Whether this key, which `keyId` names, has signed the text. What is no key or no signature is not signed. */
export const isSignedWith = (
  { publicKey, keyId }: { readonly publicKey: string; readonly keyId: string },
  text: string,
  signature: string,
): boolean => {
  const bytes = Buffer.from(publicKey, 'base64url')
  if (bytes.length !== 32 || idOf(publicKey) !== keyId) return false
  const key = createPublicKey({ key: Buffer.concat([PUBLIC, bytes]), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
}
