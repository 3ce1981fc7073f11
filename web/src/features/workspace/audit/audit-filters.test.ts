import { expect, test } from 'vitest'
import { actionTexts, actionWords } from './action-texts.ts'
import { filtersOf, historyQuery, isFiltered, withFilters } from './audit-filters.ts'
import { valueTexts, valueWords } from './value-words.ts'

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

test.each([
  ['active', null, '–'],
  ['description', '', '–'],
  ['active', true, 'Yes'],
  ['triesLeft', 3, '3'],
  ['closedReason', 'approver-unavailable', 'approver no longer available'],
  ['name', 'pending', 'pending'],
  ['status', 'declined', 'declined'],
  ['reason', 'something new', 'something new'],
  ['other', { a: 1 }, '{"a":1}'],
])('a change of %s to %j reads %j', (field, value, words) => {
  expect(valueWords(field, value, valueTexts.languages.en)).toBe(words)
})

test('what a person typed is never translated', () => {
  expect(valueWords('name', 'admin', { admin: 'Verwaltung' })).toBe('admin')
  expect(valueWords('role', 'admin', { admin: 'Verwaltung' })).toBe('Verwaltung')
})
