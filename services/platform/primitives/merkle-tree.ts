import { splitOf } from '#contract/evidence/tree.ts'
import { sha256, sha256Hex } from './ids.ts'

/**
 * Merkle trees of RFC 9162, section 2.1, over a list that only grows. Inner hashes are those of perfect subtrees, which never
 * change again; a proof names the subtrees that it needs, and their hashes may be kept anywhere. `contract/evidence/tree.ts`
 * verifies the proofs.
 */

/** The perfect subtree over the leaves from `index * 2 ** level`, of which there are `2 ** level`. */
export type Subtree = { readonly level: number; readonly index: number }
export type HashedSubtree<Hash = Buffer> = Subtree & { readonly hash: Hash }

export const leafHash = (data: Buffer): Buffer => sha256(Buffer.of(0), data)
const innerHash = (left: Buffer, right: Buffer): Buffer => sha256(Buffer.of(1), left, right)

const LEAF = Buffer.alloc(33, 0)
const INNER = Buffer.alloc(65, 1)

/** `leafHash` and the inner hashes in hex, which take a third of the time. The buffers are written anew at each call. */
export const hexHashes = {
  leaf(data: string): string {
    LEAF.write(data, 1, 'hex')
    return sha256Hex(LEAF)
  },
  inner(left: string, right: string): string {
    INNER.write(left, 1, 'hex')
    INNER.write(right, 33, 'hex')
    return sha256Hex(INNER)
  },
}

/** The root over perfect subtrees from left to right, as `subtreesOf` lists them. */
export const rootOf = (hashes: readonly Buffer[]): Buffer =>
  hashes.length === 0 ? sha256() : hashes.reduceRight((right, left) => innerHash(left, right))

/** The perfect subtrees over the leaves from `start` to before `end`, from left to right: a tree, or a part as proofs need it. */
export const subtreesOf = (end: number, start = 0): Subtree[] => {
  const found: Subtree[] = []
  for (let at = start; at < end;) {
    let level = 0
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= end) level += 1
    found.push({ level, index: at / 2 ** level })
    at += 2 ** level
  }
  return found
}

/**
 * Adds a leaf to a tree of `size` leaves whose subtrees have the hashes `peaks`. Returns the peaks of the larger tree, and each
 * subtree of two or more leaves that the leaf completes.
 */
export const addLeaf = (size: number, peaks: readonly Buffer[], leaf: Buffer): Grown<Buffer> =>
  grow(size, peaks, leaf, innerHash)

/** `addLeaf` with hashes in hex. */
export const addHexLeaf = (size: number, peaks: readonly string[], leaf: string): Grown<string> =>
  grow(size, peaks, leaf, hexHashes.inner)

type Grown<Hash> = { readonly peaks: Hash[]; readonly completed: HashedSubtree<Hash>[] }

const grow = <Hash>(
  size: number,
  peaks: readonly Hash[],
  leaf: Hash,
  inner: (left: Hash, right: Hash) => Hash,
): Grown<Hash> => {
  const left = [...peaks]
  const completed: HashedSubtree<Hash>[] = []
  let hash = leaf
  for (let level = 1; (size + 1) % 2 ** level === 0; level += 1) {
    hash = inner(left.pop()!, hash)
    completed.push({ level, index: (size + 1) / 2 ** level - 1, hash })
  }
  return { peaks: [...left, hash], completed }
}

/** An element of a proof: the root over these subtrees. */
export type Part = readonly Subtree[]

/** The parts of the proof that leaf `index` is in the tree of `size` leaves (RFC 9162, 2.1.3.1). */
export const inclusionParts = (index: number, size: number, start = 0): Part[] => {
  if (size === 1) return []
  const split = splitOf(size)
  return index < split
    ? [...inclusionParts(index, split, start), subtreesOf(start + size, start + split)]
    : [...inclusionParts(index - split, size - split, start + split), subtreesOf(start + split, start)]
}

/** The parts of the proof that the tree of `to` leaves begins with that of `from` leaves (RFC 9162, 2.1.4.1). None for an empty tree. */
export const consistencyParts = (from: number, to: number): Part[] => {
  const below = (old: number, size: number, start: number, isKnown: boolean): Part[] => {
    if (old === size) return isKnown ? [] : [subtreesOf(start + size, start)]
    const split = splitOf(size)
    return old <= split
      ? [...below(old, split, start, isKnown), subtreesOf(start + size, start + split)]
      : [...below(old - split, size - split, start + split, false), subtreesOf(start + split, start)]
  }
  return from === 0 ? [] : below(from, to, 0, true)
}
