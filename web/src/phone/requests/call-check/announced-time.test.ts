import { expect, it } from 'vitest'
import { announcedTime } from './announced-time.ts'

it('announces five minutes seven times: each minute, and at 30 and 10 seconds', () => {
  const announced = Array.from({ length: 300 }, (_, passed) => JSON.stringify(announcedTime(300 - passed)))
  const wholeMinutes = [5, 4, 3, 2, 1].map((minutes) => ({ minutes }))
  expect([...new Set(announced)]).toEqual(
    [...wholeMinutes, { seconds: 30 }, { seconds: 10 }].map((time) => JSON.stringify(time)),
  )
  expect(announcedTime(0)).toBeNull()
})
