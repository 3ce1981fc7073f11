import type { Metrics } from '../metrics.ts'
import { WrongExpectedRevision, type EventStore } from './event-store.ts'

/** The same store, its appends timed and its conflicts counted. */
export const timed = (eventStore: EventStore, metrics: Metrics): EventStore => ({
  ...eventStore,
  async append(...append) {
    const startedAt = performance.now()
    let outcome = 'failed'
    try {
      const appended = await eventStore.append(...append)
      outcome = 'done'
      return appended
    } catch (error) {
      if (error instanceof WrongExpectedRevision) {
        outcome = 'conflict'
        metrics.count('append_conflicts_total')
      }
      throw error
    } finally {
      metrics.observe('append_seconds', (performance.now() - startedAt) / 1_000, { outcome })
    }
  },
})
