import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PAIR_WAIT_SECONDS } from '#contract/accounts/pairing.ts'
import { createPairingWaits } from './pairing-waits.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A screen that waits while the pairing is 'old'. */
const open = () => {
  let state = 'old'
  const listeners = new Set<() => void>()
  const reply = { raw: new EventEmitter() }
  const { until } = createPairingWaits({
    listener: {
      on(_: string, changed: () => void) {
        listeners.add(changed)
        return () => listeners.delete(changed)
      },
    },
  } as never)
  const call = { raw: { reply } } as never
  const answers: string[] = []
  const waiting = until(
    async () => state,
    (found) => found === 'old',
    call,
  ).then((found) => answers.push(found))
  return {
    answers,
    waiting,
    listeners,
    leave: () => reply.raw.emit('close'),
    async changes(to: string) {
      state = to
      for (const changed of listeners) changed()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

test('a screen that polls in vain is answered with the last state when its time is up', async () => {
  const { answers, listeners } = open()
  await vi.advanceTimersByTimeAsync(PAIR_WAIT_SECONDS * 1_000 - 1)
  expect(answers).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(answers).toEqual(['old'])
  expect(listeners.size).toBe(0)
})

test('a screen is answered at the change, and one that has gone holds nothing', async () => {
  const [told, gone] = [open(), open()]
  await vi.advanceTimersByTimeAsync(0)
  await told.changes('old')
  expect(told.answers).toEqual([])
  await told.changes('new')
  expect(told.answers).toEqual(['new'])
  gone.leave()
  await gone.waiting
  expect(gone.listeners.size).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})
