import { expect, it } from 'vitest'
import { isUsable } from '#shared/sign-in/signable.ts'
import { triesLeft } from './sign.ts'

it('uses a challenge only while the proof can still arrive within 120 s', () => {
  const compared = { takenAt: 5_000 }
  expect(isUsable(compared, 104_999)).toBe(true)
  expect(isUsable(compared, 105_000)).toBe(false)
})

it('finds the tries left anywhere in the details of a refusal', () => {
  expect(triesLeft([{ field: 'pin' }, { triesLeft: 0 }])).toBe(0)
  expect(triesLeft([{ field: 'pin' }])).toBeNull()
  expect(triesLeft([])).toBeNull()
})
