import { sha256 } from './ids.ts'

/**
 * Merkle trees of RFC 9162, section 2.1, over a list that only grows. Inner hashes are those of perfect subtrees, which never
 * change again; a proof names the subtrees that it needs, and their hashes may be kept anywhere.
 */

/** The perfect subtree over the leaves from `index * 2 ** level`, of which there are `2 ** level`. */
export type Subtree = { readonly level: number; readonly index: number }
export type HashedSubtree = Subtree & { readonly hash: Buffer }

export const leafHash = (data: Buffer): Buffer => sha256(Buffer.of(0), data)
const innerHash = (left: Buffer, right: Buffer): Buffer => sha256(Buffer.of(1), left, right)

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
export const addLeaf = (
  size: number,
  peaks: readonly Buffer[],
  leaf: Buffer,
): { readonly peaks: Buffer[]; readonly completed: HashedSubtree[] } => {
  const left = [...peaks]
  const completed: HashedSubtree[] = []
  let hash = leaf
  for (let level = 1; (size + 1) % 2 ** level === 0; level += 1) {
    hash = innerHash(left.pop()!, hash)
    completed.push({ level, index: (size + 1) / 2 ** level - 1, hash })
  }
  return { peaks: [...left, hash], completed }
}

/** Where a tree of `size` leaves, more than one, divides. */
const splitOf = (size: number): number => {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
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

/** The root that follows from a leaf and its proof. Null if the proof has another length. */
const rootByInclusion = (
  index: number,
  size: number,
  leaf: Buffer,
  proof: readonly Buffer[],
): Buffer | null => {
  if (size === 1) return proof.length === 0 ? leaf : null
  const last = proof.at(-1)
  if (!last) return null
  const [split, rest] = [splitOf(size), proof.slice(0, -1)]
  const isLeft = index < split
  const inner = isLeft
    ? rootByInclusion(index, split, leaf, rest)
    : rootByInclusion(index - split, size - split, leaf, rest)
  return inner && (isLeft ? innerHash(inner, last) : innerHash(last, inner))
}

/** Whether the proof shows that the leaf is at `index` of the tree with this root and size. */
export const isIncluded = (
  { index, size, root }: { readonly index: number; readonly size: number; readonly root: Buffer },
  leaf: Buffer,
  proof: readonly Buffer[],
): boolean => index < size && rootByInclusion(index, size, leaf, proof)?.equals(root) === true

type Tree = { readonly size: number; readonly root: Buffer }

/** Whether the proof shows that the larger tree begins with all leaves of the smaller one. */
export const isConsistent = (older: Tree, newer: Tree, proof: readonly Buffer[]): boolean => {
  if (older.size > newer.size) return false
  if (older.size === 0) return proof.length === 0 && older.root.equals(rootOf([]))
  const left = [...proof]
  const roots = (old: number, size: number, isKnown: boolean): readonly [Buffer, Buffer] | null => {
    if (old === size) {
      const hash = isKnown ? older.root : left.pop()
      return hash ? [hash, hash] : null
    }
    const last = left.pop()
    if (!last) return null
    const split = splitOf(size)
    const inner = old <= split ? roots(old, split, isKnown) : roots(old - split, size - split, false)
    if (!inner) return null
    const [was, is] = inner
    return old <= split ? [was, innerHash(is, last)] : [innerHash(last, was), innerHash(last, is)]
  }
  const found = roots(older.size, newer.size, true)
  return found !== null && left.length === 0 && found[0].equals(older.root) && found[1].equals(newer.root)
}
