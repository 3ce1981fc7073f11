import { expect, test } from 'vitest'
import { formatAgo, formatMinute, formatRowTime } from './format-time.ts'

test.each([
  [1, 'en', '1 minute ago'],
  [59, 'de', 'vor 59 Minuten'],
  [60, 'en', '1 hour ago'],
  [47 * 60 + 59, 'de', 'vor 47 Stunden'],
  [48 * 60, 'en', '2 days ago'],
] as const)('%d minutes ago is, in %s, %j', (minutes, language, words) => {
  expect(formatAgo(minutes, language)).toBe(words)
})

test('a row shows the year only if it differs from the current one in the zone', () => {
  const now = new Date('2026-12-31T23:30:00Z')
  const shown = (iso: string, zone: string) => formatRowTime(iso, 'en', zone, now)
  expect(shown('2026-11-22T14:32:09Z', 'UTC')).toBe('22 Nov, 14:32:09')
  expect(shown('2026-11-22T14:32:09Z', 'Europe/Berlin')).toBe('22 Nov 2026, 15:32:09')
})

test('formats a time to the minute', () => {
  expect(formatMinute('2026-11-22T14:32:09Z', 'de', 'Europe/Berlin')).toBe('22.11.2026, 15:32')
})
