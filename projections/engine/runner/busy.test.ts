import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createIsBusy } from './busy.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const openStore = () => {
  const store = { position: 1, asked: 0, isAway: false }
  const isBusy = createIsBusy({
    async head() {
      store.asked += 1
      if (store.isAway) throw new Error('away')
      return `p${store.position}`
    },
  })
  const after = (ms: number) => {
    vi.advanceTimersByTime(ms)
    return isBusy()
  }
  return { store, after }
}

test('others are busy from the first fact that comes until none has come for a second', async () => {
  const { store, after } = openStore()
  expect(await after(0)).toBe(false)
  store.position += 1
  expect(await after(150)).toBe(true)
  expect(await after(800)).toBe(true)
  store.position += 1
  expect(await after(150)).toBe(true)
  expect(await after(900)).toBe(true)
  expect(await after(200)).toBe(false)
})

test('the head is looked at once in a tenth of a second at most', async () => {
  const { store, after } = openStore()
  for (let ms = 0; ms < 1_000; ms += 10) await after(10)
  expect(store.asked).toBe(10)
})

test('a store that is away is not busy, and what it missed counts when it is back', async () => {
  const { store, after } = openStore()
  await after(0)
  store.isAway = true
  expect(await after(200)).toBe(false)
  Object.assign(store, { isAway: false, position: 2 })
  expect(await after(200)).toBe(true)
})
