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
  /** Asked before each append of a writer. */
  readonly goesOn: () => boolean
}

/** How long an append may look for its verdict. */
const deadlinesMs = [2_000, 6_000, 12_000]

const toLine = ({ id, stream, revision }: FactRef) => `${stream} ${revision} ${id}`

/** A clock on which a stall of a busy machine counts for no more than `longestMs`: waiting is to be measured. */
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
 * Many writers, each on a stream of its own, and one follower, on a store that meets faults. Each append is sent
 * until it is taken, as by a client that tries again. Fails unless every acknowledged fact stands once, where it
 * was said to stand, the follower got each fact once and in order, and no promise outlived twice its deadline.
 * Answers how many facts were acknowledged, and how many appends had to be sent again by the writer.
 */
export const runUnderFaults = async ({ store, random, writers, goesOn }: Run) => {
  // One writer that fails ends the others, so that the test fails instead of hanging.
  const failing = new AbortController()
  const clock = startClock()
  const acknowledged: FactRef[] = []
  let oldest = 0
  let resent = 0

  const appendForSure = async (...args: Parameters<EventStore['append']>): Promise<AppendResult> => {
    for (;;) {
      const timeoutMs = random.pick(deadlinesMs)
      const started = clock.now()
      try {
        return await store.append(args[0], args[1], args[2], { timeoutMs })
      } catch (error) {
        const mayPass = error instanceof Ambiguous || error instanceof Unavailable
        if (!mayPass || failing.signal.aborted) throw error
        resent += 1
        await pause(20)
      } finally {
        oldest = Math.max(oldest, (clock.now() - started) / timeoutMs)
      }
    }
  }
  const write = async () => {
    const stream = newStream()
    for (let next = 0; goesOn();) {
      const events = newEvents(1 + Math.floor(random.next() * 3))
      const { revision } = await appendForSure(stream, next === 0 ? 'no_stream' : next - 1, events)
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
  expect(oldest).toBeLessThan(2)
  return { acknowledged: acknowledged.length, resent }
}
