import { expect, test } from 'vitest'
import { addKey, createKeySet } from './key-set.ts'

const keys = Array.from({ length: 100_000 }, (_, i) => `workspace-${i % 50} request ${i}`)

test('a key that has come before is never taken for new, and hardly one that is new for another', () => {
  const set = createKeySet()
  const taken = keys.filter((key) => addKey(set, key)).length
  expect(taken).toBeGreaterThan(keys.length - 10)
  expect(keys.filter((key) => addKey(set, key))).toEqual([])
})

test('what one thread has added another one knows that goes on with it', () => {
  const set = createKeySet()
  addKey(set, 'a key')
  expect(addKey(structuredClone(set), 'a key')).toBe(false)
})
