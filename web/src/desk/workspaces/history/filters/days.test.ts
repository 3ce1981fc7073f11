import { expect, test } from 'vitest'
import { dayOf, endOfDay, startOfDay } from '#contract/workspaces/days.ts'

test.each([
  ['2026-11-22', 'Europe/Berlin', '2026-11-21T23:00:00.000Z'],
  ['2026-07-01', 'Europe/Berlin', '2026-06-30T22:00:00.000Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-11-22', 'America/New_York', '2026-11-22T05:00:00.000Z'],
  ['2026-11-22', 'UTC', '2026-11-22T00:00:00.000Z'],
  ['2026-11-22', 'Moon/Tranquility', '2026-11-22T00:00:00.000Z'],
])('%s begins in %s at %s', (day, zone, time) => expect(startOfDay(day, zone)).toBe(time))

test('a time belongs to the day of its zone', () => {
  expect(dayOf('2026-11-22T23:30:00Z', 'Europe/Berlin')).toBe('2026-11-23')
  expect(dayOf('2026-11-22T23:30:00Z', 'UTC')).toBe('2026-11-22')
  expect(endOfDay('2026-12-31', 'UTC')).toBe('2026-12-31T23:59:59.999Z')
})
