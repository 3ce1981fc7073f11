import type { EventStore, Position } from '#platform/event-store/event-store.ts'

const LOOK_AGAIN_MS = 100
const CALM_AFTER_MS = 1_000

/** Whether others write facts now, who should not wait for a build. */
export type IsBusy = () => Promise<boolean>

/** Looks at the head of the store at most ten times a second. Between two calls it does not look. */
export const createIsBusy = (eventStore: Pick<EventStore, 'head'>): IsBusy => {
  let head: Position | null | undefined
  let [lookedAt, movedAt] = [-Infinity, -Infinity]
  return async () => {
    if (performance.now() - lookedAt >= LOOK_AGAIN_MS) {
      const known = head
      // Who is away writes nothing.
      head = await eventStore.head().catch(() => known)
      lookedAt = performance.now()
      if (known !== undefined && head !== known) movedAt = lookedAt
    }
    return performance.now() - movedAt < CALM_AFTER_MS
  }
}
