import { expect, test } from 'vitest'
import { muteBegunAt, mutedUntil } from './mute.ts'

const now = new Date('2026-03-02T10:00:00.000Z')
const minutesAgo = (...minutes: readonly number[]) =>
  minutes.map((ago) => new Date(now.getTime() - ago * 60_000))
const until = (refusals: readonly Date[]) => mutedUntil(refusals, 3, now)

test('three refusals within ten minutes mute for 15 minutes from the third one', () => {
  expect(until(minutesAgo(10, 5, 0))).toEqual(new Date('2026-03-02T10:15:00.000Z'))
  expect(until(minutesAgo(14, 16, 20))).toEqual(new Date('2026-03-02T10:01:00.000Z'))
})

test('a further refusal prolongs the mute', () => {
  expect(until(minutesAgo(12, 8, 7))).toEqual(new Date('2026-03-02T10:08:00.000Z'))
  expect(until(minutesAgo(12, 8, 7, 1))).toEqual(new Date('2026-03-02T10:14:00.000Z'))
})

test('two refusals, three over a longer time or old ones do not mute', () => {
  expect(until(minutesAgo(1, 2))).toBeNull()
  expect(until(minutesAgo(0, 5, 10.1))).toBeNull()
  expect(until(minutesAgo(15, 16, 17))).toBeNull()
})

test('only the refusal that reaches the limit starts a mute', () => {
  const begun = (...ago: readonly number[]) => muteBegunAt(minutesAgo(...ago), 3, now)
  expect(begun(8, 7, 0)).toEqual(new Date('2026-03-02T10:15:00.000Z'))
  expect(begun(8, 0)).toBeNull()
  expect(begun(9, 8, 7, 0)).toBeNull()
  // The fourth refusal prolonged the mute, so the fifth one starts none.
  expect(begun(30, 29, 28, 14, 0)).toEqual(null)
  expect(begun(34, 33, 32, 9, 8, 0)).toEqual(new Date('2026-03-02T10:15:00.000Z'))
})
