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

type Verifier = { readonly name: string; readonly id: Buffer; readonly publicKey: Buffer }

const readVerifier = (text: string): Verifier | null => {
  const [, name, id, typed] = /^([^+]+)[+]([0-9a-f]{8})[+](.+)$/.exec(text) ?? []
  if (name === undefined) return null
  const key = Buffer.from(typed!, 'base64')
  const publicKey = key.subarray(1)
  const isWhole = key[0] === ED25519 && key.toString('base64') === typed
  const own = idOf(name, publicKey)
  return isWhole && own.toString('hex') === id ? { name, id: own, publicKey } : null
}

const SIGNATURE_LINE = /^— (\S+) ([0-9A-Za-z+/]+={0,2})$/

/** The signatures of the key among these lines; null if a line is no signature. Those of other keys are ignored, as the format asks for. */
const signaturesOf = ({ name, id }: Verifier, lines: readonly string[]): readonly Buffer[] | null => {
  const read = lines.map((line) => SIGNATURE_LINE.exec(line))
  if (read.includes(null)) return null
  return read.flatMap((line) => {
    const bytes = Buffer.from(line![2]!, 'base64')
    if (line![1] !== name || !bytes.subarray(0, 4).equals(id)) return []
    return bytes.toString('base64') === line![2] ? bytes.subarray(4) : Buffer.alloc(0)
  })
}

/** The text of a note that this key has signed, once; null otherwise. */
export const textOfNote = (note: string, verifier: string): string | null => {
  const end = note.lastIndexOf('\n\n')
  const key = readVerifier(verifier)
  if (key === null || end < 1 || !note.endsWith('\n')) return null
  const text = note.slice(0, end + 1)
  const [signature, ...more] = signaturesOf(key, note.slice(end + 2, -1).split('\n')) ?? []
  return signature && more.length === 0 && isSignedWithKey(key.publicKey, text, signature) ? text : null
}
