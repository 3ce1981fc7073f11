import { isSame, sha256, type Bytes } from './bytes.ts'

/** Proofs over Merkle trees of RFC 9162, section 2.1. */

export const leafHash = (data: Uint8Array): Promise<Bytes> => sha256(Uint8Array.of(0), data)
const innerHash = (left: Uint8Array, right: Uint8Array): Promise<Bytes> =>
  sha256(Uint8Array.of(1), left, right)

/**
 * The root of a tree of `size` leaves that come from the last to the first, as an export has its entries. Holds one hash for each level.
 * The root is null before the first leaf has come.
 */
export const rootFromTheEnd = (size: number) => {
  /** Of each level, the node whose neighbour on the left has not come yet. */
  const right: Bytes[] = []
  let root: Bytes | null = null
  return {
    add: async (index: number, leaf: Bytes): Promise<void> => {
      let [node, at, level] = [leaf, index, 0]
      // A node without a neighbour on the right stands for the two.
      for (let width = size; width > 1; width = Math.ceil(width / 2)) {
        if (at % 2 === 1) {
          right[level] = node
          return
        }
        if (at + 1 < width) node = await innerHash(node, right[level]!)
        at /= 2
        level += 1
      }
      root = node
    },
    root: async (): Promise<Bytes | null> => (size === 0 ? sha256() : root),
  }
}

/** Where a tree of `size` leaves, more than one, divides. */
export const splitOf = (size: number): number => {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

/** The root that follows from a leaf and its proof. Null if the proof has another length. */
const rootByInclusion = async (
  index: number,
  size: number,
  leaf: Uint8Array,
  proof: readonly Uint8Array[],
): Promise<Uint8Array | null> => {
  if (size === 1) return proof.length === 0 ? leaf : null
  const last = proof.at(-1)
  if (!last) return null
  const [split, rest] = [splitOf(size), proof.slice(0, -1)]
  const isLeft = index < split
  const inner = isLeft
    ? await rootByInclusion(index, split, leaf, rest)
    : await rootByInclusion(index - split, size - split, leaf, rest)
  return inner && (isLeft ? innerHash(inner, last) : innerHash(last, inner))
}

/** Whether the proof shows that the leaf is at `index` of the tree with this root and size. */
export const isIncluded = async (
  { index, size, root }: { readonly index: number; readonly size: number; readonly root: Uint8Array },
  leaf: Uint8Array,
  proof: readonly Uint8Array[],
): Promise<boolean> => {
  if (index >= size) return false
  const found = await rootByInclusion(index, size, leaf, proof)
  return found !== null && isSame(found, root)
}

type Tree = { readonly size: number; readonly root: Uint8Array }

/** Whether the proof shows that the larger tree begins with all leaves of the smaller one. */
export const isConsistent = async (
  older: Tree,
  newer: Tree,
  proof: readonly Uint8Array[],
): Promise<boolean> => {
  if (older.size > newer.size) return false
  if (older.size === 0) return proof.length === 0 && isSame(older.root, await sha256())
  const left = [...proof]
  const roots = async (
    old: number,
    size: number,
    isKnown: boolean,
  ): Promise<readonly [Uint8Array, Uint8Array] | null> => {
    if (old === size) {
      const hash = isKnown ? older.root : left.pop()
      return hash ? [hash, hash] : null
    }
    const last = left.pop()
    if (!last) return null
    const split = splitOf(size)
    const inner = await (old <= split ? roots(old, split, isKnown) : roots(old - split, size - split, false))
    if (!inner) return null
    const [was, is] = inner
    return old <= split
      ? [was, await innerHash(is, last)]
      : [await innerHash(last, was), await innerHash(last, is)]
  }
  const found = await roots(older.size, newer.size, true)
  return found !== null && left.length === 0 && isSame(found[0], older.root) && isSame(found[1], newer.root)
}
