import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { createLanes } from '../event-store/lanes.ts'

/** Commands to one stream, one after the other within this process. */
export type StreamLines = {
  /** Throws what `work` throws; Unavailable when those before it take too long; and where it would wait for itself. */
  run<T>(stream: string, work: () => Promise<T>): Promise<T>
  /** Another process wrote first, while we took so long: for a moment the stream is shared. */
  noteConflict(stream: string, tookMs: number): void
}

/** Longer than one append waits for a store that is away. */
const LINE_MS = 10_000
const SHARED_MS = 1_000
const MOST_SHARED = 1_000
const LONGEST_PAUSE_MS = 50

/**
 * So they conflict with other processes alone. Where they do, the line pauses after each command: whoever has just won
 * knows the state already, needs no read before the next append, and would win again and again.
 */
export const createStreamLines = (): StreamLines => {
  const inLine = createLanes()
  /** The streams whose line is held by what runs now. */
  const held = new AsyncLocalStorage<readonly string[]>()
  const shared = new Map<string, { readonly until: number; readonly tookMs: number }>()

  const giveWay = async (stream: string): Promise<void> => {
    const conflict = shared.get(stream)
    if (!conflict) return
    if (performance.now() > conflict.until) shared.delete(stream)
    else await pause(Math.random() * Math.min(3 * conflict.tookMs, LONGEST_PAUSE_MS))
  }

  return {
    run: <T>(stream: string, work: () => Promise<T>): Promise<T> => {
      const before = held.getStore() ?? []
      if (before.includes(stream)) throw new Error(`a command on ${stream} commands its own stream`)
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      inLine(stream, LINE_MS, async () => {
        await held.run([...before, stream], work).then(resolve, reject)
        // Its own answer does not wait for that.
        await giveWay(stream)
      }).catch(reject)
      return promise
    },
    noteConflict(stream, tookMs) {
      shared.delete(stream)
      shared.set(stream, { until: performance.now() + SHARED_MS, tookMs })
      if (shared.size > MOST_SHARED) shared.delete(shared.keys().next().value!)
    },
  }
}
