import { sha256 } from '../primitives/ids.ts'
import { isSignedWithKey, type SigningKey } from './signing-keys.ts'

/**
 * Signed notes (https://c2sp.org/signed-note): a text, and a line for each signature. Witnesses of transparency logs read
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

const SIGNATURE_LINE = /^— (\S+) ([0-9A-Za-z+/]+={0,2})$/

/** The text of a note that has a valid signature of this key; null if it has none. */
export const textOfNote = (note: string, verifier: string): string | null => {
  const end = note.lastIndexOf('\n\n')
  const [text, lines] = [note.slice(0, end + 1), note.slice(end + 2)]
  if (end < 1 || !note.endsWith('\n')) return null
  const [name, id, typed] = /^([^+]+)[+]([0-9a-f]{8})[+](.+)$/.exec(verifier)?.slice(1) ?? []
  if (!name || !id || !typed) return null
  const key = Buffer.from(typed, 'base64')
  if (
    key[0] !== ED25519 ||
    key.toString('base64') !== typed ||
    !idOf(name, key.subarray(1)).equals(Buffer.from(id, 'hex'))
  )
    return null
  const isSigned = lines
    .trimEnd()
    .split('\n')
    .some((line) => {
      const [, of, encoded] = SIGNATURE_LINE.exec(line) ?? []
      const bytes = Buffer.from(encoded ?? '', 'base64')
      return (
        of === name &&
        bytes.toString('base64') === encoded &&
        bytes.toString('hex', 0, 4) === id &&
        isSignedWithKey(key.subarray(1), text, bytes.subarray(4))
      )
    })
  return isSigned ? text : null
}
