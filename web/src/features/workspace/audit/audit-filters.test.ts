import { expect, test } from 'vitest'
import { actionTexts, actionWords } from './action-texts.ts'
import { filtersOf, historyQuery, isFiltered, withFilters } from './audit-filters.ts'
import { valueWords } from './value-words.ts'

const filters = (search: string) => filtersOf(new URLSearchParams(search))

test('filters are read from the address, an unknown outcome is none', () => {
  expect(filters('tab=audit&q=anna&action=request.created&outcome=refused')).toEqual({
    q: 'anna',
    action: 'request.created',
    outcome: 'refused',
  })
  expect(filters('outcome=maybe').outcome).toBe('')
})

test('changing a filter keeps the rest of the address and drops what is empty', () => {
  const next = withFilters(new URLSearchParams('tab=audit&q=anna'), { q: '', outcome: 'closed' })
  expect(String(next)).toBe('tab=audit&outcome=closed')
})

test('only what is set is asked for', () => {
  expect(historyQuery(filters('q=%20'))).toEqual({ limit: 50 })
  expect(historyQuery(filters('q=a&outcome=ok'))).toEqual({ limit: 50, q: 'a', status: 'ok' })
  expect(isFiltered(filters(''))).toBe(false)
})

test('an action without words reads as its own name', () => {
  expect(actionWords('request.approved', actionTexts.languages.en)).toBe('Request approved')
  expect(actionWords('moon.landed-on', actionTexts.languages.en)).toBe('moon landed on')
})

test('changed values read as words', () => {
  const words = { yes: 'Yes', no: 'No' }
  expect(
    [null, undefined, '', true, false, 3, 'x', { a: 1 }].map((value) => valueWords(value, words)),
  ).toEqual(['–', '–', '–', 'Yes', 'No', '3', 'x', '{"a":1}'])
})
