import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '../../watch/logger.ts'
import { Overflow, type OpenLive } from './esdb-live.ts'
import { PATIENT_MS, Unavailable, type EventStore, type Page } from '../event-store.ts'

const retryAfterMs = { first: 50, longest: 5_000 }
const maxBuffered = 1_000

type Options = Parameters<EventStore['subscribeAll']>[0] & {
  readonly readAll: EventStore['readAll']
  readonly openLive: OpenLive
  readonly log: Logger
}

/**
 * Yields pages of history and then live events, for ever and never an empty page. After the end of a subscription it continues
 * behind the last event that it yielded. Ends when `signal` aborts.
 */
export async function* subscribeAll(options: Options): AsyncGenerator<Page, void> {
  const { after, max = 1_000, signal, isPatient, readAll, openLive, log } = options
  let position = after
  let retryMs = retryAfterMs.first
  const backOff = async (reason: unknown) => {
    log.warn({ err: reason, retryMs }, 'subscription waits for the event store')
    await pause(retryMs, undefined, { signal }).catch(() => {})
    retryMs = Math.min(retryMs * 2, retryAfterMs.longest)
  }

  /** The next live events; for a patient subscriber with those that come soon after the first. */
  const nextLive = async ({ next, hasMore }: ReturnType<OpenLive>) => {
    const events = await next(max)
    if (!isPatient || !events) return events
    await pause(PATIENT_MS, undefined, { signal }).catch(() => {})
    const room = max - events.length
    return hasMore() && room > 0 ? [...events, ...((await next(room)) ?? [])] : events
  }

  async function* live() {
    const subscription = openLive(position, maxBuffered)
    signal.addEventListener('abort', subscription.end)
    try {
      if (signal.aborted) return undefined
      for (let events = await nextLive(subscription); events; events = await nextLive(subscription)) {
        if (signal.aborted) return undefined
        position = events.at(-1)?.position ?? position
        retryMs = retryAfterMs.first
        yield { events, next: position, atHead: !subscription.hasMore() }
      }
      return subscription.reason()
    } finally {
      signal.removeEventListener('abort', subscription.end)
      subscription.end()
    }
  }

  /** Returns errors instead of rejecting, because a page that is read ahead is not awaited at once. */
  const read = () => readAll({ after: position, max }).catch((error: unknown) => ({ error }))
  let ahead: ReturnType<typeof read> | undefined

  while (!signal.aborted) {
    const page = await (ahead ?? read())
    ahead = undefined
    if (signal.aborted) return
    if ('error' in page) {
      if (!(page.error instanceof Unavailable)) throw page.error
      await backOff(page.error)
      continue
    }
    if (page.events.length > 0) {
      position = page.next
      // Read the next page while the consumer handles this one.
      if (!page.atHead) ahead = read()
      yield page
    }
    if (!page.atHead) continue
    const reason = yield* live()
    if (!signal.aborted && !(reason instanceof Overflow)) await backOff(reason)
  }
}
