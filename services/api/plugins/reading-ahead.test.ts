import { expect, test, vi } from 'vitest'
import { readAheadFor } from './reading-ahead.ts'

const fold = { initialState: 0, evolve: (state: number) => state }
const announced = { params: { id: 'a' }, userId: 'u', commandId: 'c' }

/** Each load is told from the others by its number. */
const reading = () => {
  let loads = 0
  const load = vi.fn(async (_fold: unknown, stream: string) => `${stream} ${(loads += 1)}`)
  const ahead = readAheadFor(
    { load: load as never },
    ({ params }) => [{ fold, stream: params['id']! }],
    announced,
  )
  return { load, ahead }
}

test('what was read ahead is not read again, except after a conflict', async () => {
  const { load, ahead } = reading()
  expect(load).toHaveBeenCalledOnce()
  expect(await ahead.load(fold, 'a')).toBe('a 1')
  expect(await ahead.load(fold, 'a')).toBe('a 2')
})

test('other streams, and other folds of the same one, are read', async () => {
  const { ahead } = reading()
  expect(await ahead.load(fold, 'b')).toBe('b 2')
  expect(await ahead.load({ ...fold, evolve: () => 1 }, 'a')).toBe('a 3')
})

test('what was read long before the body had arrived is too old', async () => {
  vi.useFakeTimers()
  const { ahead } = reading()
  vi.advanceTimersByTime(101)
  expect(await ahead.load(fold, 'a')).toBe('a 2')
  vi.useRealTimers()
})

test('an error is that of the load, and none of its own if nobody loads', async () => {
  const load = vi.fn().mockRejectedValue(new Error('away'))
  const ahead = readAheadFor({ load }, () => [{ fold, stream: 'a' }], announced)
  await new Promise((resolve) => setImmediate(resolve))
  await expect(ahead.load(fold, 'a')).rejects.toThrow('away')
})
