import { expect, test } from 'vitest'
import { once } from './once.ts'

test('work is done once, whoever asks for it again and whatever came of it', async () => {
  let done = 0
  const count = once(async () => (done += 1))
  expect(await Promise.all([count(), count()])).toEqual([1, 1])
  expect(await count()).toBe(1)
  const fail = once(async () => {
    done += 1
    throw new Error('refused')
  })
  await expect(fail()).rejects.toThrow('refused')
  await expect(fail()).rejects.toThrow('refused')
  expect(done).toBe(2)
})
