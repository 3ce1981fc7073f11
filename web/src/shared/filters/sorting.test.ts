import { expect, test } from 'vitest'
import { nextSort, sortedBy, type Sort } from './sorting.ts'

test('the head of a column sorts upwards, then downwards, then as it was', () => {
  const pressed: Sort<'end' | 'name'>[] = ['']
  for (let n = 0; n < 3; n += 1) pressed.push(nextSort('end', pressed.at(-1)!))
  expect(pressed).toEqual(['', 'end', '-end', ''])
  expect(pressed.map((sort) => sortedBy('end', sort))).toEqual([false, 'asc', 'desc', false])
  expect(nextSort<'end' | 'name'>('end', '-name')).toBe('end')
  expect(sortedBy<'end' | 'name'>('end', '-name')).toBe(false)
})
