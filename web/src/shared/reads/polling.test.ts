import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { polled, polledWhile, polledWhileOld } from './polling.ts'
import { noteAge } from '../api/read-models.ts'

// Nothing polls on a server.
vi.hoisted(() => vi.stubGlobal('window', globalThis))

afterEach(() => {
  vi.useRealTimers()
  focusManager.setFocused(undefined)
})

test('a visible page polls after 30 s, a hidden page does not', async () => {
  vi.useFakeTimers()
  let asked = 0
  focusManager.setFocused(true)
  const client = new QueryClient()
  const observer = new QueryObserver(client, { queryKey: ['x'], queryFn: async () => ++asked, ...polled })
  const stop = observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(29_000)
  expect(asked).toBe(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(asked).toBe(2)
  focusManager.setFocused(false)
  await vi.advanceTimersByTimeAsync(300_000)
  expect(asked).toBe(2)
  stop()
})

test('polls every 5 s while something is in progress, then every 30 s', async () => {
  vi.useFakeTimers()
  let asked = 0
  focusManager.setFocused(true)
  const watched = polledWhile((count: number) => count < 3)
  const client = new QueryClient()
  const observer = new QueryObserver(client, { queryKey: ['z'], queryFn: async () => ++asked, ...watched })
  const stop = observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(11_000)
  expect(asked).toBe(3)
  await vi.advanceTimersByTimeAsync(18_000)
  expect(asked).toBe(3)
  await vi.advanceTimersByTimeAsync(12_000)
  expect(asked).toBe(4)
  stop()
})

test('an unpolled read repeats only while its data is out of date', async () => {
  vi.useFakeTimers()
  let asked = 0
  focusManager.setFocused(true)
  const queryFn = async () => {
    asked += 1
    noteAge(['y'], asked < 3 ? 60 : null)
    return asked
  }
  const observer = new QueryObserver(new QueryClient(), { queryKey: ['y'], queryFn, ...polledWhileOld })
  const stop = observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(61_000)
  expect(asked).toBe(3)
  await vi.advanceTimersByTimeAsync(300_000)
  expect(asked).toBe(3)
  stop()
})
