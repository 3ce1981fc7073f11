import type { Logger } from '../../watch/logger.ts'
import type { EventStore, Position } from '../event-store.ts'
import { Unavailable } from '../event-store.ts'

const pollMs = 5_000
const retryAfterMs = { first: 50, longest: 5_000 }

/** Remembers a ring that came while nobody was waiting. */
const createAlarm = () => {
  let hasRung = false
  let wake: (() => void) | undefined
  const ring = () => {
    hasRung = true
    wake?.()
  }
  const wait = async (ms: number) => {
    const timer = setTimeout(ring, ms)
    if (!hasRung) await new Promise<void>((woken) => (wake = woken))
    clearTimeout(timer)
    hasRung = false
  }
  return { ring, wait }
}

type Options = Parameters<EventStore['subscribeAll']>[0] & {
  readonly readAll: EventStore['readAll']
  /** Calls `fn` with the newest position, or null when that is unknown; answers how to stop it. */
  readonly onAppended: (fn: (newest: Position | null) => void) => () => void
  readonly log: Logger
}

/** Pages of history, then of what is new, for ever; never an empty page. Ends when `signal` aborts. */
export async function* subscribeAll({ after, max, signal, readAll, onAppended, log }: Options) {
  const alarm = createAlarm()
  let position = after
  let retryMs = retryAfterMs.first
  const stopListening = onAppended((newest) => {
    if (newest === null || position === null || newest > position) alarm.ring()
  })
  signal.addEventListener('abort', alarm.ring)

  const nextPage = async () => {
    try {
      const page = await readAll({ after: position, ...(max === undefined ? {} : { max }) })
      retryMs = retryAfterMs.first
      return page
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      log.warn({ err: error, retryMs }, 'subscription waits for the event store')
      return undefined
    }
  }

  try {
    while (!signal.aborted) {
      const page = await nextPage()
      if (signal.aborted) return
      if (page === undefined) {
        await alarm.wait(retryMs)
        retryMs = Math.min(retryMs * 2, retryAfterMs.longest)
        continue
      }
      if (page.events.length > 0) {
        position = page.next
        yield page
      }
      if (page.atHead) await alarm.wait(pollMs)
    }
  } finally {
    stopListening()
    signal.removeEventListener('abort', alarm.ring)
  }
}
