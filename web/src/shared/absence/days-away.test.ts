import { expect, test } from 'vitest'
import { daysOf, timesOf } from './days-away.ts'

test('an absence of days begins and ends at midnight, and is shown as these days again', () => {
  for (const days of [
    { first: '2026-03-02', last: '2026-03-02' },
    { first: '2026-03-28', last: '2026-03-30' },
    { first: '2028-02-28', last: '2028-02-29' },
    { first: '2026-12-24', last: '2027-01-06' },
  ]) {
    const { from, until } = timesOf(days)
    expect([new Date(from).getHours(), new Date(until).getHours()]).toEqual([0, 0])
    expect(daysOf({ from, until })).toEqual(days)
  }
})
