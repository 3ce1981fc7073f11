import { expect, test } from 'vitest'
import { muteBegunAt, mutedUntil } from './mute.ts'

const now = new Date('2026-03-02T10:00:00.000Z')
const minutesAgo = (...minutes: readonly number[]) =>
  minutes.map((ago) => new Date(now.getTime() - ago * 60_000))
const until = (declines: readonly Date[]) => mutedUntil(declines, 3, now)

test('three declines within ten minutes mute for a quarter of an hour from the third on', () => {
  expect(until(minutesAgo(10, 5, 0))).toEqual(new Date('2026-03-02T10:15:00.000Z'))
  expect(until(minutesAgo(14, 16, 20))).toEqual(new Date('2026-03-02T10:01:00.000Z'))
})

test('another one meanwhile mutes anew', () => {
  expect(until(minutesAgo(12, 8, 7))).toEqual(new Date('2026-03-02T10:08:00.000Z'))
  expect(until(minutesAgo(12, 8, 7, 1))).toEqual(new Date('2026-03-02T10:14:00.000Z'))
})

test('two do not, nor three over a longer time, nor those of long ago', () => {
  expect(until(minutesAgo(1, 2))).toBeNull()
  expect(until(minutesAgo(0, 5, 10.1))).toBeNull()
  expect(until(minutesAgo(15, 16, 17))).toBeNull()
})

test('it begins with the refusal by which there are enough, and with no other one meanwhile', () => {
  const begun = (...ago: readonly number[]) => muteBegunAt(minutesAgo(...ago), 3, now)
  expect(begun(8, 7, 0)).toEqual(new Date('2026-03-02T10:15:00.000Z'))
  expect(begun(8, 0)).toBeNull()
  expect(begun(9, 8, 7, 0)).toBeNull()
  // It has grown, and has not ended since.
  expect(begun(30, 29, 28, 14, 0)).toEqual(null)
  expect(begun(34, 33, 32, 9, 8, 0)).toEqual(new Date('2026-03-02T10:15:00.000Z'))
})
