import { sha256 } from '../primitives/ids.ts'
import type { SigningKey } from './signing-keys.ts'

/**
 * Writes signed notes (https://c2sp.org/signed-note): a text, and a line for each signature. Witnesses of transparency logs read
 * and write this form.
 */

/** Ed25519 over the text. */
const ED25519 = 1

/** The four bytes by which a signature names its key. */
const idOf = (name: string, publicKey: Buffer): Buffer =>
  sha256(`${name}\n`, Buffer.of(ED25519), publicKey).subarray(0, 4)

/** A key as verifiers of notes take it: name, id and bytes. `publicKey` is base64url of 32 bytes. */
export const verifierKey = (name: string, publicKey: string): string => {
  const bytes = Buffer.from(publicKey, 'base64url')
  const typed = Buffer.concat([Buffer.of(ED25519), bytes]).toString('base64')
  return `${name}+${idOf(name, bytes).toString('hex')}+${typed}`
}

/** Signs a text, which ends with a line feed. `name` has neither spaces nor `+`. */
export const signNote = (text: string, name: string, key: SigningKey): string => {
  const id = idOf(name, Buffer.from(key.publicKey, 'base64url'))
  const signature = Buffer.concat([id, Buffer.from(key.sign(text), 'base64url')]).toString('base64')
  return `${text}\n— ${name} ${signature}\n`
}
