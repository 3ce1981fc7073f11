import { setTimeout as pause } from 'node:timers/promises'
import { isTransient } from '#platform/postgres/database.ts'
import { Unavailable } from '#platform/event-store/event-store.ts'
import type { Logger } from '#platform/watch/logger.ts'
import { CheckpointMoved } from './checkpoints.ts'

/** How a projector meets what fails. */
export type Patience = {
  /** Repeats a step for as long as a store is away. */
  persist<T>(step: () => Promise<T>): Promise<T>
  /** Whether one of some later tries succeeds, before a fact counts as poison. */
  succeedsLater(step: () => Promise<void>): Promise<boolean>
  /** Says nothing about the data: somebody else moved the checkpoint, or we are to stop. */
  isOurs(error: unknown): boolean
}

const TRIES = 3

export const createPatience = (log: Logger, signal: AbortSignal): Patience => {
  const isOurs = (error: unknown): boolean => error instanceof CheckpointMoved || signal.aborted
  return {
    async persist(step) {
      for (let tried = 0; ; tried++) {
        try {
          return await step()
        } catch (error) {
          const passes = isTransient(error) || error instanceof Unavailable
          if (!passes || signal.aborted) throw error
          log.warn({ error }, 'the projector waits for its stores')
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
          if (isOurs(error)) throw error
        }
      }
      return false
    },
    isOurs,
  }
}
