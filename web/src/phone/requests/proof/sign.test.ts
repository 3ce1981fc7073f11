import { expect, it } from 'vitest'
import { isUsable, triesLeft } from './sign.ts'

it('signs a challenge only as long as the proof can arrive within its 120 s', () => {
  const compared = { takenAt: 5_000 }
  expect(isUsable(compared, 104_999)).toBe(true)
  expect(isUsable(compared, 105_000)).toBe(false)
})

it('reads the tries left from the details of a refusal, wherever they stand', () => {
  expect(triesLeft([{ field: 'pin' }, { triesLeft: 0 }])).toBe(0)
  expect(triesLeft([{ field: 'pin' }])).toBeNull()
  expect(triesLeft([])).toBeNull()
})
