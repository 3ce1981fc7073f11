import type { LocalAppends } from './local-appends.ts'
import type { Logger } from '../../watch/logger.ts'
import type { EventStore, Page, Position } from '../event-store.ts'
import { Unavailable } from '../event-store.ts'

const pollMs = 5_000
const retryAfterMs = { first: 50, longest: 5_000 }

/** Remembers a ring that came while nobody waited. */
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
  /** Calls `fn` with the newest position, or null if that is unknown. Returns a function that stops it. */
  readonly onAppended: (fn: (newest: Position | null) => void) => () => void
  readonly localAppends?: LocalAppends
  readonly log: Logger
}

const MAX_EVENTS = 1_000

/** Yields pages of history and then new events, for ever and never an empty page. Ends when `signal` aborts. */
export async function* subscribeAll({ after, max, signal, readAll, onAppended, ...options }: Options) {
  const { localAppends, log } = options
  const alarm = createAlarm()
  let position = after
  let retryMs = retryAfterMs.first
  let newest: Position | null = null
  /** Notifications may have been missed. */
  let mustRead = true
  const onNotified = (notified: Position | null) => {
    if (notified === null) mustRead = true
    else if (newest === null || notified > newest) newest = notified
    if (notified === null || position === null || notified > position) alarm.ring()
  }
  const local = localAppends?.subscribe(onNotified)
  const stopListening = onAppended(onNotified)
  signal.addEventListener('abort', alarm.ring)

  const localPage = async (): Promise<Page | undefined> => {
    if (!local || mustRead) return undefined
    let page = local.take(position, max ?? MAX_EVENTS)
    if (!page) {
      await local.published()
      page = local.take(position, max ?? MAX_EVENTS)
    }
    return page && { ...page, atHead: newest === null || newest <= page.next! }
  }
  const nextPage = async () => {
    try {
      const taken = await localPage()
      if (taken) return taken
      mustRead = false
      const page = await readAll({ after: position, ...(max === undefined ? {} : { max }) })
      retryMs = retryAfterMs.first
      return page
    } catch (error) {
      mustRead = true
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
    local?.close()
    stopListening()
    signal.removeEventListener('abort', alarm.ring)
  }
}
