import { setTimeout as pause } from 'node:timers/promises'
import { isTransient } from '#platform/postgres/database.ts'
import { Unavailable } from '#platform/event-store/event-store.ts'
import type { Logger } from '#platform/watch/logger.ts'
import { CheckpointMoved } from './checkpoints.ts'

export type Retries = {
  /** Repeats a step until its store is available. */
  untilAvailable<T>(step: () => Promise<T>): Promise<T>
  /** Repeats a step that failed on a fact; returns false when the fact is poison. */
  succeedsLater(step: () => Promise<void>): Promise<boolean>
  /** Whether the error does not concern the facts: another process moved the checkpoint, or the projector stops. */
  isInterruption(error: unknown): boolean
}

const TRIES = 3

export const createRetries = (log: Logger, signal: AbortSignal): Retries => {
  const isInterruption = (error: unknown): boolean => error instanceof CheckpointMoved || signal.aborted
  return {
    async untilAvailable(step) {
      for (let tried = 0; ; tried++) {
        try {
          return await step()
        } catch (error) {
          const passes = isTransient(error) || error instanceof Unavailable
          if (!passes || signal.aborted) throw error
          log.warn({ error }, 'the projector waits for a store')
          await pause(Math.min(5_000, 100 * 2 ** tried), undefined, { signal })
        }
      }
    },
    async succeedsLater(step) {
      for (let tried = 1; tried < TRIES; tried++) {
        await pause(50 * 2 ** tried, undefined, { signal })
        try {
          await step()
          return true
        } catch (error) {
          if (isInterruption(error)) throw error
        }
      }
      return false
    },
    isInterruption,
  }
}
