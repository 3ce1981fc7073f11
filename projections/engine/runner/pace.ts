import { setTimeout as pause } from 'node:timers/promises'
import type { EventStore, Position } from '#platform/event-store/event-store.ts'

/** Facts per page. Bounds the memory, and how long a fold blocks the process. */
const PAGE = 1_000
/** While commands come. A command that meets a page waits for it. */
const SHORT_PAGE = 100
/** Commands come until the head has stood still for so long. */
const QUIET_MS = 500
/** A page may have waited for a lock or a thread. */
const LONGEST_REST_MS = 1_000

/** How fast a build goes: in long pages without a rest, or beside commands. */
export type Pace = {
  /** How many facts the next page may have. */
  max(): number
  /** Ends a page. Rests while commands come. Throws Unavailable. */
  rest(): Promise<void>
}

/** Lets commands go first. `share`: the percentage of the time that builds may use while the head of the store moves. */
export const createPace = (eventStore: Pick<EventStore, 'head'>, share: number): Pace => {
  let head: Position | null | undefined
  let movedAt = -Infinity
  let began = performance.now()
  const commandsCome = () => performance.now() - movedAt < QUIET_MS
  return {
    max: () => (commandsCome() ? SHORT_PAGE : PAGE),
    async rest() {
      if (share === 100) return
      const worked = performance.now() - began
      const known = head
      head = await eventStore.head()
      if (known !== undefined && head !== known) movedAt = performance.now()
      if (commandsCome()) await pause(Math.min(worked * (100 / share - 1), LONGEST_REST_MS))
      began = performance.now()
    },
  }
}
