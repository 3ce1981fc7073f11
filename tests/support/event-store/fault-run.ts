import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import {
  Ambiguous,
  Unavailable,
  type AppendResult,
  type EventStore,
} from '#platform/event-store/event-store.ts'
import { eventually } from '../eventually.ts'
import { follow, newEvent, newEvents, newStream, readToEnd } from './facts.ts'
import type { Random } from './random.ts'

type FactRef = { readonly id: string; readonly stream: string; readonly revision: number }
type Run = {
  readonly store: EventStore
  readonly random: Random
  readonly writers: number
  /** Called before each append of a writer. */
  readonly goesOn: () => boolean
}

/** The timeouts of appends. */
const deadlinesMs = [2_000, 6_000, 12_000]

const toLine = ({ id, stream, revision }: FactRef) => `${stream} ${revision} ${id}`

/** A clock that counts a stall of a busy machine as at most `longestMs`. */
const startClock = (longestMs = 500) => {
  let now = 0
  let before = performance.now()
  const timer = setInterval(() => {
    const elapsed = performance.now() - before
    before += elapsed
    now += Math.min(elapsed, longestMs)
  }, 50)
  return { now: () => now, stop: () => clearInterval(timer) }
}

/**
 * Runs many writers, each on its own stream, and one subscription on a store with faults. A writer repeats each append until it is
 * accepted. Fails unless every acknowledged event is stored once at its place, the subscription got each event once and in order, and
 * no append took more than twice its timeout. Returns the number of acknowledged events and of repeated appends.
 */
export const runUnderFaults = async ({ store, random, writers, goesOn }: Run) => {
  // A writer that fails stops the others, so that the test fails instead of hanging.
  const failing = new AbortController()
  const clock = startClock()
  const acknowledged: FactRef[] = []
  /** The longest append in relation to its timeout. */
  let longest = 0
  let resent = 0

  const appendUntilAccepted = async (...args: Parameters<EventStore['append']>): Promise<AppendResult> => {
    for (;;) {
      const timeoutMs = random.pick(deadlinesMs)
      const started = clock.now()
      try {
        return await store.append(args[0], args[1], args[2], { timeoutMs })
      } catch (error) {
        const isTransient = error instanceof Ambiguous || error instanceof Unavailable
        if (!isTransient || failing.signal.aborted) throw error
        resent += 1
        await pause(20)
      } finally {
        longest = Math.max(longest, (clock.now() - started) / timeoutMs)
      }
    }
  }
  const write = async () => {
    const stream = newStream()
    for (let next = 0; goesOn();) {
      const events = newEvents(1 + Math.floor(random.next() * 3))
      const { revision } = await appendUntilAccepted(stream, next === 0 ? 'no_stream' : next - 1, events)
      expect(revision).toBe(next + events.length - 1)
      events.forEach(({ id }, i) => acknowledged.push({ id, stream, revision: next + i }))
      next += events.length
    }
  }

  const last = newEvent()
  const following = follow(store, null, (events) => events.at(-1)?.id === last.id, { max: 100 })
  try {
    await Promise.all(Array.from({ length: writers }, write))
  } catch (error) {
    failing.abort()
    throw error
  } finally {
    clock.stop()
  }
  const stream = newStream()
  await eventually(() => store.append(stream, 'no_stream', [last]))
  const seen = await following

  expect(seen.slice(0, -1).map(toLine).sort()).toEqual(acknowledged.map(toLine).sort())
  expect(await readToEnd(store, null)).toEqual(seen)
  expect(longest).toBeLessThan(2)
  return { acknowledged: acknowledged.length, resent }
}
