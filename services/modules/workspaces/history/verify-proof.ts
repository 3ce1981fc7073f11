import Type from 'typebox'
import Value from 'typebox/value'
import { historyProof } from '#contract/workspaces/history-export.ts'
import { isConsistent, isIncluded, leafHash } from '#platform/primitives/merkle-tree.ts'
import { textOfNote } from '#platform/secrets/signed-notes.ts'
import { entryHash, GENESIS } from '#projections/audit/export-queries.ts'
import { BrokenHistory } from './verify-history.ts'

/** Verifies proofs over the Merkle tree of a log without the product: see docs/evidence.md. */

export type Tree = { readonly origin: string; readonly size: number; readonly root: Buffer }

/** Throws `BrokenHistory` for another form than the one of base64. */
const bytesOf = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.toString('base64') !== text) throw new BrokenHistory(null, 'a hash cannot be read')
  return bytes
}

const CHECKPOINT = /^([^\n]+)\n(0|[1-9][0-9]{0,15})\n([^\n]+)\n$/

/** The tree that a checkpoint states. `key` is a verifier key. Throws `BrokenHistory` unless this key signed it. */
export const treeInCheckpoint = (note: string, key: string): Tree => {
  const text = textOfNote(note, key)
  if (text === null) throw new BrokenHistory(null, 'the checkpoint is not signed by the given key')
  const [, origin, size, root] = CHECKPOINT.exec(text) ?? []
  if (origin === undefined || origin !== key.split('+')[0])
    throw new BrokenHistory(null, 'the checkpoint is of another log')
  return { origin, size: Number(size), root: bytesOf(root!) }
}

export type ProvedEntry = { readonly sequence: number; readonly hash: string; readonly tree: Tree }

/** Verifies an answer of `history-proof`. Throws `BrokenHistory` unless the entry is in the log that the checkpoint states. */
export const verifyProof = (answer: unknown, key: string): ProvedEntry => {
  if (!Value.Check(historyProof.reply, answer)) throw new BrokenHistory(null, 'the proof cannot be read')
  const { sequence, id, factHash, previousHash, hash } = answer.entry
  if ((previousHash === null) !== (sequence === 1))
    throw new BrokenHistory(sequence, 'does not name the previous entry')
  if (hash !== entryHash(previousHash ?? GENESIS, sequence, id, factHash))
    throw new BrokenHistory(sequence, 'does not have its hash')
  const end = answer.proof.indexOf('\n\n')
  const [version, index, ...path] = answer.proof.slice(0, end).split('\n')
  if (version !== 'c2sp.org/tlog-proof@v1' || index !== `index ${sequence - 1}`)
    throw new BrokenHistory(sequence, 'has a proof for something else')
  const tree = treeInCheckpoint(answer.proof.slice(end + 2), key)
  if (!isIncluded({ ...tree, index: sequence - 1 }, leafHash(Buffer.from(hash, 'hex')), path.map(bytesOf)))
    throw new BrokenHistory(sequence, 'is not in the log of the checkpoint')
  return { sequence, hash, tree }
}

const Consistency = Type.Object({ hashes: Type.Array(Type.String()) })

/** Verifies an answer of `history-consistency` between two checkpoints. Throws `BrokenHistory` unless the log only grew. */
export const verifyConsistency = (
  answer: unknown,
  [older, newer]: readonly [string, string],
  key: string,
): { readonly from: Tree; readonly to: Tree } => {
  if (!Value.Check(Consistency, answer)) throw new BrokenHistory(null, 'the proof cannot be read')
  const [from, to] = [treeInCheckpoint(older, key), treeInCheckpoint(newer, key)]
  if (!isConsistent(from, to, answer.hashes.map(bytesOf)))
    throw new BrokenHistory(null, 'the later log does not begin with the earlier one')
  return { from, to }
}
