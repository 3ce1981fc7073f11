import { describe, expect, test } from 'vitest'
import { isConsistent, isIncluded, rootFromTheEnd } from '#contract/evidence/tree.ts'
import { rounds } from '#support/rounds.ts'
import {
  addHexLeaf,
  addLeaf,
  consistencyParts,
  hexHashes,
  inclusionParts,
  leafHash,
  rootOf,
  type Part,
  type Subtree,
} from './merkle-tree.ts'

/** The vectors of Certificate Transparency (google/certificate-transparency, `merkle_tree_test.cc`). */
const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((hex) => Buffer.from(hex, 'hex'))
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

const nameOf = ({ level, index }: Subtree) => `${level} ${index}`

/** A tree with every hash of its perfect subtrees, and its root after each leaf. */
const grow = (leaves: readonly Buffer[]) => {
  const kept = new Map<string, Buffer>()
  const roots = [rootOf([])]
  let peaks: Buffer[] = []
  leaves.forEach((data, size) => {
    const leaf = leafHash(data)
    kept.set(nameOf({ level: 0, index: size }), leaf)
    const grown = addLeaf(size, peaks, leaf)
    for (const { hash, ...subtree } of grown.completed) kept.set(nameOf(subtree), hash)
    peaks = grown.peaks
    roots.push(rootOf(peaks))
  })
  const hashes = (parts: readonly Part[]) =>
    parts.map((part) => rootOf(part.map((subtree) => kept.get(nameOf(subtree))!)))
  return { roots, hashes }
}

const published = grow(LEAVES)
/** In `npm test` two more than a power of two: every kind of edge is there. */
const LARGEST = rounds({ short: 34, long: 70 })
const many = grow(Array.from({ length: LARGEST }, (_, i) => Buffer.from(`entry ${i}`)))
const sizes = Array.from({ length: LARGEST + 1 }, (_, size) => size)
const hex = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('hex'))

test('the roots of growing trees are those of the published vectors', () => {
  expect(hex(published.roots)).toEqual(ROOTS)
})

test.each([
  [0, 1, []],
  [
    0,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    5,
    8,
    [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [2, 3, ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']],
])('the proof that leaf %i is in a tree of %i is the published one', (index, size, proof) => {
  expect(hex(published.hashes(inclusionParts(index, size)))).toEqual(proof)
})

test.each([
  [1, 1, []],
  [
    1,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    6,
    8,
    [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
])('the proof that a tree of %i grew into one of %i is the published one', (from, to, proof) => {
  expect(hex(published.hashes(consistencyParts(from, to)))).toEqual(proof)
})

/** Proofs with one byte flipped, one hash more, one fewer. */
const forgeriesOf = (proof: readonly Buffer[]): Buffer[][] => [
  ...proof.map((hash, i) =>
    proof.with(i, Buffer.from(hash.map((byte, at) => (at === i % 32 ? byte ^ 1 : byte)))),
  ),
  [...proof, leafHash(Buffer.from('more'))],
  ...(proof.length > 0 ? [proof.slice(1), proof.slice(0, -1)] : []),
]

describe(`in trees of up to ${LARGEST} leaves`, () => {
  test('each leaf is included where it is, and nowhere else', async () => {
    for (const size of sizes.slice(1))
      for (let index = 0; index < size; index += 1) {
        const tree = { index, size, root: many.roots[size]! }
        const leaf = leafHash(Buffer.from(`entry ${index}`))
        const proof = many.hashes(inclusionParts(index, size))
        expect(await isIncluded(tree, leaf, proof)).toBe(true)
        expect(await isIncluded({ ...tree, index: index === 0 ? size : index - 1 }, leaf, proof)).toBe(false)
        expect(await isIncluded(tree, leafHash(Buffer.from('other')), proof)).toBe(false)
        const forged = forgeriesOf(proof).map((other) => isIncluded(tree, leaf, other))
        expect(await Promise.all(forged)).not.toContain(true)
      }
  })

  test('each tree is consistent with every larger one, and with no other', async () => {
    for (const to of sizes)
      for (const from of sizes.slice(0, to + 1)) {
        const [older, newer] = [from, to].map((size) => ({ size, root: many.roots[size]! }))
        const proof = many.hashes(consistencyParts(from, to))
        expect(await isConsistent(older!, newer!, proof)).toBe(true)
        const other = { size: from, root: leafHash(Buffer.from('other')) }
        expect(await isConsistent(other, newer!, proof)).toBe(false)
        if (from !== to) expect(await isConsistent(newer!, older!, proof)).toBe(false)
        const forged = forgeriesOf(proof).map((another) => isConsistent(older!, newer!, another))
        expect(await Promise.all(forged)).not.toContain(true)
      }
  })
})

test('a tree in hex is the same tree', () => {
  let peaks: Buffer[] = []
  let hexPeaks: string[] = []
  for (let size = 0; size < 70; size += 1) {
    const data = Buffer.alloc(32, size)
    const grown = addLeaf(size, peaks, leafHash(data))
    const inHex = addHexLeaf(size, hexPeaks, hexHashes.leaf(data.toString('hex')))
    expect(inHex.peaks).toEqual(grown.peaks.map((hash) => hash.toString('hex')))
    expect(inHex.completed).toEqual(
      grown.completed.map((subtree) => ({ ...subtree, hash: subtree.hash.toString('hex') })),
    )
    peaks = grown.peaks
    hexPeaks = inHex.peaks
  }
})

test('leaves from the last to the first make the root that they make from the first to the last', async () => {
  let peaks: Buffer[] = []
  for (let size = 0; size < 40; size += 1) {
    const made = rootFromTheEnd(size)
    expect([size, (await made.root()) !== null]).toEqual([size, size === 0])
    for (let at = size - 1; at >= 0; at -= 1)
      await made.add(at, new Uint8Array(leafHash(Buffer.from(String(at)))))
    expect([size, Buffer.from((await made.root())!)]).toEqual([size, rootOf(peaks)])
    peaks = addLeaf(size, peaks, leafHash(Buffer.from(String(size)))).peaks
  }
})
