import { expect, test } from 'vitest'
import { sortingStateOf, sortOf } from './sorting.ts'

test.each([
  ['', []],
  ['endDate', [{ id: 'endDate', desc: false }]],
  ['-endDate', [{ id: 'endDate', desc: true }]],
])('the sort %j converts to the state of the table and back', (sort, state) => {
  expect(sortingStateOf(sort)).toEqual(state)
  expect(sortOf(state)).toBe(sort)
})
