import { expect, test } from 'vitest'
import { addKey, createBloomFilter } from './bloom-filter.ts'

const keys = Array.from({ length: 100_000 }, (_, i) => `workspace-${i % 50} request ${i}`)

test('a known key is never new, and a new key is hardly ever known', () => {
  const set = createBloomFilter()
  const taken = keys.filter((key) => addKey(set, key)).length
  expect(taken).toBeGreaterThan(keys.length - 10)
  expect(keys.filter((key) => addKey(set, key))).toEqual([])
})

test('a clone in another thread knows the keys', () => {
  const set = createBloomFilter()
  addKey(set, 'a key')
  expect(addKey(structuredClone(set), 'a key')).toBe(false)
})
