import { expect, test } from 'vitest'
import { runOnce } from './run-once.ts'

test('runs the work once and gives every caller its result or its error', async () => {
  let runs = 0
  const count = runOnce(async () => (runs += 1))
  expect(await Promise.all([count(), count()])).toEqual([1, 1])
  expect(await count()).toBe(1)
  const fail = runOnce(async () => {
    runs += 1
    throw new Error('refused')
  })
  await expect(fail()).rejects.toThrow('refused')
  await expect(fail()).rejects.toThrow('refused')
  expect(runs).toBe(2)
})
