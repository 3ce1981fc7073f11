import { fromBase64, isSame, joined, sha256, toHex, utf8, type Bytes } from './bytes.ts'
import { isSignedByEd25519 } from './signatures.ts'

/** Reads signed notes (https://c2sp.org/signed-note): a text, and a line for each signature. */

/** Ed25519 over the text. */
const ED25519 = 1

export type Verifier = { readonly name: string; readonly id: Bytes; readonly publicKey: Bytes }

/** Reads a key as verifiers of notes take it, `name+id+base64`; null for what is none. */
export const readVerifier = async (text: string, type = ED25519): Promise<Verifier | null> => {
  const [, name, id, typed] = /^([^+]+)[+]([0-9a-f]{8})[+](.+)$/.exec(text) ?? []
  const key = typed === undefined ? null : fromBase64(typed)
  if (name === undefined || key?.[0] !== type || key.length !== 33) return null
  const own = (await sha256(utf8(`${name}\n`), key)).slice(0, 4)
  return toHex(own) === id ? { name, id: own, publicKey: key.slice(1) } : null
}

const SIGNATURE_LINE = /^— (\S+) ([0-9A-Za-z+/]+={0,2})$/

/** The text of a note, and its lines of signatures; null for what is no note. */
export const partsOfNote = (
  note: string,
): { readonly text: string; readonly lines: readonly string[] } | null => {
  const end = note.lastIndexOf('\n\n')
  if (end < 1 || !note.endsWith('\n')) return null
  return { text: note.slice(0, end + 1), lines: note.slice(end + 2, -1).split('\n') }
}

/** The signatures of the key among these lines; null if a line is no signature. Those of other keys are ignored, as the format asks for. */
export const signaturesOf = ({ name, id }: Verifier, lines: readonly string[]): readonly Bytes[] | null => {
  const read = lines.map((line) => SIGNATURE_LINE.exec(line))
  if (read.includes(null)) return null
  return read.flatMap((line) => {
    if (line![1] !== name) return []
    const bytes = fromBase64(line![2]!)
    if (bytes === null) return joined()
    return isSame(bytes.subarray(0, 4), id) ? bytes.slice(4) : []
  })
}

/** The text of a note that this key has signed, once; null otherwise. */
export const textOfNote = async (note: string, verifier: string): Promise<string | null> => {
  const [key, parts] = [await readVerifier(verifier), partsOfNote(note)]
  if (key === null || parts === null) return null
  const [signature, ...more] = signaturesOf(key, parts.lines) ?? []
  if (!signature || more.length > 0) return null
  return (await isSignedByEd25519(key.publicKey, signature, utf8(parts.text))) ? parts.text : null
}
