import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createProbe } from './probes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A dependency that counts how often it is asked, and answers what `answer` does. */
const counted = (answer: () => Promise<unknown>, freshMs?: number) => {
  const asked = vi.fn(answer)
  return { asked, probe: createProbe(asked, freshMs) }
}

test('however many ask, the dependency is asked once in a while', async () => {
  const { asked, probe } = counted(async () => {})
  for (let i = 0; i < 50; i += 1) expect(await probe.state()).toBe('ok')
  await Promise.all(Array.from({ length: 50 }, () => probe.state()))
  expect(asked).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(2_000)
  await probe.state()
  expect(asked).toHaveBeenCalledTimes(2)
})

test('one that does not answer is waited for no longer than 2 s, and asked once by all who wait', async () => {
  const { asked, probe } = counted(() => new Promise(() => {}))
  const states = [probe.state(), probe.state()]
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await Promise.all(states)).toEqual(['no answer', 'no answer'])
  expect(asked).toHaveBeenCalledTimes(1)
})

test('what is well may be left alone for long, what is not is asked again soon', async () => {
  let isThere = true
  const { asked, probe } = counted(async () => {
    if (!isThere) throw new Error('connection refused')
  }, 60_000)
  expect(await probe.state()).toBe('ok')
  isThere = false
  vi.advanceTimersByTime(59_000)
  expect(await probe.state()).toBe('ok')
  vi.advanceTimersByTime(1_000)
  expect(await probe.state()).toBe('away')
  isThere = true
  vi.advanceTimersByTime(2_000)
  expect(await probe.state()).toBe('ok')
  expect(asked).toHaveBeenCalledTimes(3)
})

test('it tells without waiting for how long the dependency has not been well', async () => {
  let isThere = true
  const { probe } = counted(async () => {
    if (!isThere) throw new Error('connection refused')
  })
  await probe.state()
  isThere = false
  expect(probe.unwellFor()).toBe(0)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(probe.unwellFor()).toBe(0)
  await vi.advanceTimersByTimeAsync(8_000)
  expect(probe.unwellFor()).toBe(10)
  isThere = true
  await vi.advanceTimersByTimeAsync(2_000)
  expect(probe.unwellFor()).toBeGreaterThan(0)
  await vi.advanceTimersByTimeAsync(0)
  expect(probe.unwellFor()).toBe(0)
})
