import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { createStreamMutex } from '../event-store/stream-mutex.ts'

/** Runs the commands of this process on one stream one after the other. */
export type CommandQueue = {
  /**
   * Throws what `work` throws, Unavailable if the commands before it take longer than 10 s, and an error if `work` itself runs a
   * command on the stream (it would wait for itself).
   */
  run<T>(stream: string, work: () => Promise<T>): Promise<T>
  /** Another process appended first, while this command took `tookMs`: for a second the stream counts as shared. */
  noteConflict(stream: string, tookMs: number): void
}

/** Longer than one append waits for an unavailable store. */
const QUEUE_MS = 10_000
const SHARED_MS = 1_000
const MAX_SHARED = 1_000
const MAX_PAUSE_MS = 50

/**
 * Commands can only conflict with those of other processes. On a shared stream the queue pauses after each command. Otherwise
 * the process that appended last would win again and again, because it needs no read before its next append.
 */
export const createCommandQueue = (): CommandQueue => {
  const mutex = createStreamMutex()
  /** The streams that the running command holds. */
  const held = new AsyncLocalStorage<readonly string[]>()
  /** How long the attempt took that another process won, by stream. */
  const conflicts = new LRUCache<string, number>({ max: MAX_SHARED, ttl: SHARED_MS })

  const giveWay = async (stream: string): Promise<void> => {
    const tookMs = conflicts.get(stream)
    if (tookMs !== undefined) await pause(Math.random() * Math.min(3 * tookMs, MAX_PAUSE_MS))
  }

  return {
    run: <T>(stream: string, work: () => Promise<T>): Promise<T> => {
      const before = held.getStore() ?? []
      if (before.includes(stream)) throw new Error(`a command on ${stream} commands its own stream`)
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      mutex
        .run(stream, QUEUE_MS, async () => {
          await held.run([...before, stream], work).then(resolve, reject)
          // The caller already has its answer and does not wait for this pause.
          await giveWay(stream)
        })
        .catch(reject)
      return promise
    },
    noteConflict: (stream, tookMs) => void conflicts.set(stream, tookMs),
  }
}
