import type { Metrics } from '../watch/metrics.ts'
import { inSpan } from '../watch/tracing.ts'
import { categoryOf, WrongExpectedRevision, type EventStore } from './event-store.ts'

/** Returns the store with appends traced and timed, and conflicts counted. */
export const timed = (eventStore: EventStore, metrics: Metrics): EventStore => ({
  ...eventStore,
  async append(stream, expected, events, options) {
    const startedAt = performance.now()
    let outcome = 'failed'
    const span = {
      name: `append ${categoryOf(stream)}`,
      kind: 'client',
      attributes: { 'vieraugen.event_types': events.map(({ type }) => type) },
    } as const
    try {
      const appended = await inSpan(span, () => eventStore.append(stream, expected, events, options))
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
