import { withTimeout } from '../primitives/timeouts.ts'
import { Unavailable } from './event-store.ts'

/** Runs work on one stream in the order of the calls, one at a time. */
export const createStreamMutex = () => {
  const tails = new Map<string, Promise<void>>()
  const tooLate = () => new Unavailable('earlier appends to the stream are still under way')

  return {
    /** Throws Unavailable if the work before it takes longer than `timeoutMs`. */
    async run<T>(stream: string, timeoutMs: number, work: () => Promise<T>): Promise<T> {
      const before = tails.get(stream)
      const done = Promise.withResolvers<void>()
      const tail = before ? before.then(() => done.promise) : done.promise
      tails.set(stream, tail)
      try {
        if (before) await withTimeout(before, timeoutMs, tooLate)
        return await work()
      } finally {
        done.resolve()
        void tail.then(() => tails.get(stream) === tail && tails.delete(stream))
      }
    },
    async idle(): Promise<void> {
      await Promise.all(tails.values())
    },
  }
}
