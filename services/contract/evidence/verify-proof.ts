import { fromBase64, fromHex, isRecord, isText, type Bytes } from './bytes.ts'
import { faultOfLink, isLink, type Link } from './entries.ts'
import { broken } from './faults.ts'
import { partsOfNote, textOfNote } from './notes.ts'
import { isConsistent, isIncluded, leafHash } from './tree.ts'

/** Verifies proofs over the Merkle tree of a log without the product: see docs/evidence.md. */

export type Tree = { readonly origin: string; readonly size: number; readonly root: Bytes }

/** Throws `BrokenHistory` for another form than the one of base64. */
const bytesOf = (text: unknown): Bytes => {
  const bytes = isText(text) ? fromBase64(text) : null
  if (bytes === null) broken('unreadable-hash')
  return bytes
}

const CHECKPOINT = /^([^\n]+)\n(0|[1-9][0-9]{0,15})\n([^\n]+)\n$/

/** The tree that the text of a checkpoint states, whoever signed it. Throws `BrokenHistory`. */
export const treeInText = (text: string): Tree => {
  const [, origin, size, root] = CHECKPOINT.exec(text) ?? []
  if (origin === undefined) broken('other-log')
  return { origin, size: Number(size), root: bytesOf(root) }
}

/**
 * The tree that a checkpoint states. `key` is a verifier key; without one, nothing says that the log stated it. Throws
 * `BrokenHistory` unless this key signed it.
 */
export const treeInCheckpoint = async (note: string, key: string | null): Promise<Tree> => {
  const text = key === null ? (partsOfNote(note)?.text ?? null) : await textOfNote(note, key)
  if (text === null) broken(key === null ? 'unreadable-proof' : 'unsigned-note')
  const tree = treeInText(text)
  if (key !== null && tree.origin !== key.split('+')[0]) broken('other-log')
  return tree
}

export type ProvedEntry = { readonly sequence: number; readonly hash: string; readonly tree: Tree }

/** Throws `BrokenHistory` unless the lines before the checkpoint of a `tlog-proof` show that the entry is in the tree. */
export const requireIncluded = async (
  { sequence, hash }: Link,
  [version, index, ...path]: readonly string[],
  tree: Tree,
): Promise<void> => {
  if (version !== 'c2sp.org/tlog-proof@v1' || index !== `index ${sequence - 1}`)
    broken('other-proof', sequence)
  // A hash that follows from the entry is hex.
  const leaf = await leafHash(fromHex(hash)!)
  if (!(await isIncluded({ ...tree, index: sequence - 1 }, leaf, path.map(bytesOf))))
    broken('not-included', sequence)
}

/**
 * Verifies an answer of `history-proof`. Throws `BrokenHistory` unless the entry is in the log that the checkpoint states. Without
 * a key, anybody can have stated it.
 */
export const verifyProof = async (answer: unknown, key: string | null): Promise<ProvedEntry> => {
  if (!isRecord(answer) || !isLink(answer['entry']) || !isText(answer['proof'])) broken('unreadable-proof')
  const { entry, proof } = answer
  const { sequence, hash } = entry
  const fault = await faultOfLink(entry)
  if (fault !== null) broken(fault, sequence)
  const end = proof.indexOf('\n\n')
  const tree = await treeInCheckpoint(proof.slice(end + 2), key)
  await requireIncluded(entry, proof.slice(0, end).split('\n'), tree)
  return { sequence, hash, tree }
}

/** Throws `BrokenHistory` unless the smaller tree is the beginning of the larger one. */
export const requireOneLog = async (one: Tree, other: Tree, hashes: readonly unknown[]): Promise<void> => {
  const [older, newer] = one.size < other.size ? [one, other] : [other, one]
  if (!(await isConsistent(older, newer, hashes.map(bytesOf)))) broken('not-consistent')
}

/** Verifies an answer of `history-consistency` between two checkpoints. Throws `BrokenHistory` unless the log only grew. */
export const verifyConsistency = async (
  answer: unknown,
  [older, newer]: readonly [string, string],
  key: string | null,
): Promise<{ readonly from: Tree; readonly to: Tree }> => {
  if (!isRecord(answer) || !Array.isArray(answer['hashes'])) broken('unreadable-proof')
  const [from, to] = [await treeInCheckpoint(older, key), await treeInCheckpoint(newer, key)]
  if (!(await isConsistent(from, to, answer['hashes'].map(bytesOf)))) broken('not-consistent')
  return { from, to }
}
