import { fromBase64, fromHex, isRecord, type Bytes } from './bytes.ts'
import { faultOfLink, isLink } from './entries.ts'
import { BrokenHistory } from './faults.ts'
import { partsOfNote, textOfNote } from './notes.ts'
import { isConsistent, isIncluded, leafHash } from './tree.ts'

/** Verifies proofs over the Merkle tree of a log without the product: see docs/evidence.md. */

export type Tree = { readonly origin: string; readonly size: number; readonly root: Bytes }

/** Throws `BrokenHistory` for another form than the one of base64. */
const bytesOf = (text: unknown): Bytes => {
  const bytes = typeof text === 'string' ? fromBase64(text) : null
  if (bytes === null) throw new BrokenHistory(null, 'unreadable-hash')
  return bytes
}

const CHECKPOINT = /^([^\n]+)\n(0|[1-9][0-9]{0,15})\n([^\n]+)\n$/

/**
 * The tree that a checkpoint states. `key` is a verifier key; without one, nothing says that the log stated it. Throws
 * `BrokenHistory` unless this key signed it.
 */
export const treeInCheckpoint = async (note: string, key: string | null): Promise<Tree> => {
  const text = key === null ? (partsOfNote(note)?.text ?? null) : await textOfNote(note, key)
  if (text === null) throw new BrokenHistory(null, key === null ? 'unreadable-proof' : 'unsigned-note')
  const [, origin, size, root] = CHECKPOINT.exec(text) ?? []
  if (origin === undefined || (key !== null && origin !== key.split('+')[0]))
    throw new BrokenHistory(null, 'other-log')
  return { origin, size: Number(size), root: bytesOf(root) }
}

export type ProvedEntry = { readonly sequence: number; readonly hash: string; readonly tree: Tree }

/**
 * Verifies an answer of `history-proof`. Throws `BrokenHistory` unless the entry is in the log that the checkpoint states. Without
 * a key, anybody can have stated it.
 */
export const verifyProof = async (answer: unknown, key: string | null): Promise<ProvedEntry> => {
  if (!isRecord(answer) || !isLink(answer['entry']) || typeof answer['proof'] !== 'string')
    throw new BrokenHistory(null, 'unreadable-proof')
  const { entry, proof } = answer
  const { sequence, hash } = entry
  const fault = await faultOfLink(entry)
  if (fault !== null) throw new BrokenHistory(sequence, fault)
  const end = proof.indexOf('\n\n')
  const [version, index, ...path] = proof.slice(0, end).split('\n')
  if (version !== 'c2sp.org/tlog-proof@v1' || index !== `index ${sequence - 1}`)
    throw new BrokenHistory(sequence, 'other-proof')
  const tree = await treeInCheckpoint(proof.slice(end + 2), key)
  // A hash that follows from the entry is hex.
  const leaf = await leafHash(fromHex(hash)!)
  if (!(await isIncluded({ ...tree, index: sequence - 1 }, leaf, path.map(bytesOf))))
    throw new BrokenHistory(sequence, 'not-included')
  return { sequence, hash, tree }
}

/** Verifies an answer of `history-consistency` between two checkpoints. Throws `BrokenHistory` unless the log only grew. */
export const verifyConsistency = async (
  answer: unknown,
  [older, newer]: readonly [string, string],
  key: string,
): Promise<{ readonly from: Tree; readonly to: Tree }> => {
  if (!isRecord(answer) || !Array.isArray(answer['hashes'])) throw new BrokenHistory(null, 'unreadable-proof')
  const [from, to] = [await treeInCheckpoint(older, key), await treeInCheckpoint(newer, key)]
  if (!(await isConsistent(from, to, answer['hashes'].map(bytesOf))))
    throw new BrokenHistory(null, 'not-consistent')
  return { from, to }
}
