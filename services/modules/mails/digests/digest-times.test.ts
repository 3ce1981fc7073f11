import { expect, test } from 'vitest'
import { digestAfter, type DigestPeriod } from './digest-times.ts'

test.each<[DigestPeriod, string, string, string]>([
  ['hourly', 'Europe/Berlin', '2026-11-26T08:00:00.000Z', '2026-11-26T09:00:00.000Z'],
  ['hourly', 'Asia/Kolkata', '2026-11-26T08:59:59.999Z', '2026-11-26T09:00:00.000Z'],
  ['daily', 'Europe/Berlin', '2026-11-26T05:59:59.999Z', '2026-11-26T06:00:00.000Z'],
  ['daily', 'Europe/Berlin', '2026-11-26T06:00:00.000Z', '2026-11-27T06:00:00.000Z'],
  ['daily', 'UTC', '2026-11-26T23:30:00.000Z', '2026-11-27T07:00:00.000Z'],
  ['daily', 'Asia/Kolkata', '2026-11-26T02:00:00.000Z', '2026-11-27T01:30:00.000Z'],
  ['daily', 'Pacific/Kiritimati', '2026-11-26T16:30:00.000Z', '2026-11-26T17:00:00.000Z'],
  ['daily', 'America/Los_Angeles', '2026-11-26T16:00:00.000Z', '2026-11-27T15:00:00.000Z'],
  // The clocks change in the night before.
  ['daily', 'Europe/Berlin', '2026-03-28T20:00:00.000Z', '2026-03-29T05:00:00.000Z'],
  ['daily', 'Europe/Berlin', '2026-10-24T20:00:00.000Z', '2026-10-25T06:00:00.000Z'],
])('%s in %s: after %s comes %s', (period, zone, at, next) => {
  expect(digestAfter(period, zone, new Date(at)).toISOString()).toBe(next)
})
