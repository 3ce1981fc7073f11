import type { AppendedHere } from './appended-here.ts'
import type { Logger } from '../../watch/logger.ts'
import type { EventStore, Page, Position } from '../event-store.ts'
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
  /** Absent: everything is read. */
  readonly appendedHere?: AppendedHere
  readonly log: Logger
}

const MOST = 1_000

/** Pages of history, then of what is new, for ever; never an empty page. Ends when `signal` aborts. */
export async function* subscribeAll({ after, max, signal, readAll, onAppended, ...options }: Options) {
  const { appendedHere, log } = options
  const alarm = createAlarm()
  let position = after
  let retryMs = retryAfterMs.first
  let newest: Position | null = null
  /** Something may be there that nobody has told us of. */
  let mustRead = true
  const hear = (told: Position | null) => {
    if (told === null) mustRead = true
    else if (newest === null || told > newest) newest = told
    if (told === null || position === null || told > position) alarm.ring()
  }
  const here = appendedHere?.follow(hear)
  const stopListening = onAppended(hear)
  signal.addEventListener('abort', alarm.ring)

  const givenPage = async (): Promise<Page | undefined> => {
    if (!here || mustRead) return undefined
    let given = here.take(position, max ?? MOST)
    if (!given) {
      await here.told()
      given = here.take(position, max ?? MOST)
    }
    return given && { ...given, atHead: newest === null || newest <= given.next! }
  }
  const nextPage = async () => {
    try {
      const given = await givenPage()
      if (given) return given
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
    here?.leave()
    stopListening()
    signal.removeEventListener('abort', alarm.ring)
  }
}
