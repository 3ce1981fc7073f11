import { expect, it } from 'vitest'
import { announcedTime } from './announced-time.ts'

it('tells of five minutes seven times: at each minute that began, and at 30 and 10 seconds', () => {
  const told = Array.from({ length: 300 }, (_, passed) => JSON.stringify(announcedTime(300 - passed)))
  const marks = [5, 4, 3, 2, 1].map((minutes) => ({ minutes }))
  expect([...new Set(told)]).toEqual(
    [...marks, { seconds: 30 }, { seconds: 10 }].map((mark) => JSON.stringify(mark)),
  )
  expect(announcedTime(0)).toBeNull()
})
