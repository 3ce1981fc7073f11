import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createProbe } from './probes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A probe of a dependency that answers with `answer` and counts its calls. */
const createCounted = (answer: () => Promise<unknown>, freshMs?: number) => {
  const ask = vi.fn(answer)
  return { ask, probe: createProbe(ask, freshMs) }
}

test('asks the dependency once per interval for any number of callers', async () => {
  const { ask, probe } = createCounted(async () => {})
  for (let i = 0; i < 50; i += 1) expect(await probe.state()).toBe('ok')
  await Promise.all(Array.from({ length: 50 }, () => probe.state()))
  expect(ask).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(2_000)
  await probe.state()
  expect(ask).toHaveBeenCalledTimes(2)
})

test('waits at most 2 s for an answer, and all waiting callers share one request', async () => {
  const { ask, probe } = createCounted(() => new Promise(() => {}))
  const states = [probe.state(), probe.state()]
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await Promise.all(states)).toEqual(['no answer', 'no answer'])
  expect(ask).toHaveBeenCalledTimes(1)
})

test('caches a good state for long and a bad one briefly', async () => {
  let isThere = true
  const { ask, probe } = createCounted(async () => {
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
  expect(ask).toHaveBeenCalledTimes(3)
})

test('reports without waiting how long the dependency has been unwell', async () => {
  let isThere = true
  const { probe } = createCounted(async () => {
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
