import { Rejected } from '#contract/errors.ts'
import {
  addHexLeaf,
  addLeaf,
  hexHashes,
  leafHash,
  subtreesOf,
  type HashedSubtree,
  type Subtree,
} from '#platform/primitives/merkle-tree.ts'
import type { From } from '../engine/definition/projection.ts'
import type { AuditTables } from './tables.ts'

/**
 * The Merkle tree of a workspace's log: leaf `sequence - 1` is the hash of an entry, as 32 bytes. Subtrees of 16 entries and
 * more have a row; smaller ones follow from their entries, so that most entries add no row. A proof in a log of ten million
 * entries needs at most 48 rows.
 */

/** The level of subtrees that have a row. */
const KEPT_LEVEL = 4

const bytes = (hex: string) => Buffer.from(hex, 'hex')
const leafOf = (entryHash: string) => leafHash(bytes(entryHash))

/** The tree after one more entry: its peaks, and the new rows. Hashes are 64 hex digits. */
export const grownTree = (
  { sequence: size, peaks }: { readonly sequence: number; readonly peaks: readonly string[] },
  entryHash: string,
): { readonly peaks: string[]; readonly kept: (Subtree & { readonly hash: string })[] } => {
  const { peaks: grown, completed } = addHexLeaf(size, peaks, hexHashes.leaf(entryHash))
  return { peaks: grown, kept: completed.filter(({ level }) => level >= KEPT_LEVEL) }
}

type Row = { readonly level: number; readonly index: string; readonly hash: string }

/** The subtree's hash from those of its leaves. */
const fromLeaves = (leaves: readonly Buffer[]): Buffer =>
  leaves.reduce<Buffer[]>((peaks, leaf, size) => addLeaf(size, peaks, leaf).peaks, [])[0]!

const nameOf = (level: number, index: number | string) => `${level} ${index}`

/** Looks the hashes of these subtrees of a log up, in one statement. Throws `fact.altered` if one is missing. */
export const hashesOf = async (
  from: Pick<From<AuditTables>, 'query'>,
  workspaceId: string,
  subtrees: readonly Subtree[],
): Promise<HashedSubtree[]> => {
  const kept = subtrees.filter(({ level }) => level >= KEPT_LEVEL)
  const leaves = subtrees
    .filter(({ level }) => level < KEPT_LEVEL)
    .flatMap(({ level, index }) => Array.from({ length: 2 ** level }, (_, i) => index * 2 ** level + i))
  const rows = await from.query<Row>(
    (table) => `SELECT level, index, hash FROM ${table('audit_subtrees')}
        JOIN unnest(?::integer[], ?::bigint[]) AS wanted (level, index) USING (level, index) WHERE workspace_id = ?
      UNION ALL
      SELECT 0, sequence - 1, hash FROM ${table('audit_entries')}
        WHERE workspace_id = ? AND sequence = ANY(?::bigint[])`,
    [
      kept.map(({ level }) => level),
      kept.map(({ index }) => index),
      workspaceId,
      workspaceId,
      leaves.map((leaf) => leaf + 1),
    ],
  )
  const found = new Map(rows.map(({ level, index, hash }) => [nameOf(level, index), hash]))
  const rowOf = (level: number, index: number): string => {
    const hash = found.get(nameOf(level, index))
    if (hash === undefined) throw new Rejected('fact.altered')
    return hash
  }
  return subtrees.map(({ level, index }) => {
    if (level >= KEPT_LEVEL) return { level, index, hash: bytes(rowOf(level, index)) }
    const own = Array.from({ length: 2 ** level }, (_, i) => leafOf(rowOf(0, index * 2 ** level + i)))
    return { level, index, hash: fromLeaves(own) }
  })
}

/** The peaks of the tree when it had `size` entries. */
export const peaksAt = async (
  from: Pick<From<AuditTables>, 'query'>,
  workspaceId: string,
  size: number,
): Promise<string[]> =>
  (await hashesOf(from, workspaceId, subtreesOf(size))).map(({ hash }) => hash.toString('hex'))
