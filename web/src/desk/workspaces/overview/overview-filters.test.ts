import { expect, test } from 'vitest'
import { filtersOf, formatDuration, weekLogPath, weekNumber } from './overview-filters.ts'

test.each([
  ['2026-11-23', 48],
  ['2025-12-29', 1],
  ['2026-12-28', 53],
  ['2027-01-04', 1],
])('the week from %s is week %s', (monday, week) => expect(weekNumber(monday)).toBe(week))

test.each([
  [0, '0 s'],
  [59, '59 s'],
  [4_320, '1 h 12 min'],
  [3_605, '1 h'],
  [187_200, '2 d 4 h'],
])('%s seconds are %s', (seconds, words) =>
  expect(formatDuration(seconds, { day: 'd', hour: 'h', minute: 'min', second: 's' })).toBe(words),
)

test('unknown values in the address count as not set', () => {
  const none = { days: '90', person: '', as: 'approver', list: '' }
  expect(filtersOf(new URLSearchParams('days=7&person=x&as=y&list=z'))).toEqual(none)
})

test('a bar leads to the entries of the log of its seven days', () => {
  const week = { week: '2026-11-23', approved: 1, declined: 0, closed: 0, medianSeconds: null }
  expect(weekLogPath('w', week, 'closed')).toBe(
    '/workspace/w?tab=audit&action=request&outcome=closed&from=2026-11-23&to=2026-11-29',
  )
})
