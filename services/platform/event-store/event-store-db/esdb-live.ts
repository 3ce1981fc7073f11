import { START, type AllStreamRecordedEvent, type EventStoreDBClient } from '@eventstore/db-client'
import { closeClient, whenLeft } from './esdb-client.ts'
import { Silent } from './esdb-errors.ts'
import { isOurs, logPositionOf, positionOf, toEvent } from './esdb-events.ts'
import type { EventStore, Position, StoredEvent } from '../event-store.ts'

const confirmedWithinMs = 5_000
/** An acknowledged event usually arrives within milliseconds. After this time the subscription counts as dead. */
const deliveredWithinMs = 3_000
const headEveryMs = 10_000
/** The number of recent events that are kept for new readers. */
const kept = 256

/** A reader did not take its events fast enough. */
export class Overflow extends Error {}

/** A reader of a shared subscription with its own buffer of at most `max` events. */
const createReader = (after: Position | null, max: number) => {
  const waiting: StoredEvent[] = []
  let reason: unknown
  let hasEnded = false
  let wake: () => void = () => {}
  const end = (why: unknown) => {
    if (hasEnded) return
    hasEnded = true
    reason = why
    wake()
  }
  return {
    take(event: StoredEvent) {
      if (hasEnded || event.position <= (after ?? '')) return
      if (waiting.length >= max) return end(new Overflow('events come faster than they are used'))
      waiting.push(event)
      wake()
    },
    end,
    /** Returns 1 to `limit` events; undefined after the end. */
    async next(limit: number): Promise<readonly StoredEvent[] | undefined> {
      if (waiting.length === 0 && !hasEnded) await new Promise<void>((resolve) => (wake = resolve))
      return waiting.length > 0 ? waiting.splice(0, limit) : undefined
    },
    hasMore: () => waiting.length > 0,
    reason: () => reason,
  }
}
type Reader = ReturnType<typeof createReader>

/** Opens a subscription after `after`. It ends its readers when it ends, and ends with its last reader. */
const openSubscription = (client: EventStoreDBClient, after: Position | null) => {
  const readers = new Set<Reader>()
  const recent: StoredEvent[] = []
  /** `recent` contains all events after this position. */
  let base = after ?? ''
  let seen = base
  let hasEnded = false
  let overdue: NodeJS.Timeout | undefined
  const over = new AbortController()

  const end = (why: unknown) => {
    if (hasEnded) return
    hasEnded = true
    clearTimeout(overdue)
    clearTimeout(unconfirmed)
    over.abort()
    for (const reader of readers) reader.end(why)
    void closeClient(client)
  }
  const unconfirmed = setTimeout(
    () => end(new Silent('the event store did not confirm the subscription')),
    confirmedWithinMs,
  )

  const take = (record: AllStreamRecordedEvent) => {
    const position = positionOf(record.position)
    if (hasEnded || position <= seen) return
    seen = position
    if (!isOurs(record)) return
    const event = toEvent(record)
    if (recent.push(event) >= 2 * kept) base = recent.splice(0, kept).at(-1)!.position
    for (const reader of readers) reader.take(event)
  }

  const fromPosition = after === null ? START : logPositionOf(after)
  const subscription = client.subscribeToAll({ fromPosition, requiresLeader: true })
  subscription.on('confirmation', () => {
    clearTimeout(unconfirmed)
    whenLeft(client, () => end(new Error('the event store ends the connection'))).catch(end)
  })
  subscription.on('data', ({ event }) => event && take(event))
  subscription.on('error', end)
  subscription.on('end', () => end(new Error('the event store ended the subscription')))
  subscription.on('close', () => end(new Error('the subscription was closed')))

  return {
    over: over.signal,
    /** Whether a new reader after `position` misses no event. */
    holds: (position: Position | null) => !hasEnded && (position ?? '') >= base,
    join(reader: Reader) {
      readers.add(reader)
      for (const event of recent) reader.take(event)
    },
    leave(reader: Reader) {
      readers.delete(reader)
      if (readers.size === 0) end(undefined)
    },
    /** Ends the subscription unless it reaches `position` soon. */
    expect(position: Position) {
      if (hasEnded || overdue || position <= seen) return
      overdue = setTimeout(() => {
        overdue = undefined
        if (seen < position) end(new Silent('an acknowledged event was not delivered'))
      }, deliveredWithinMs)
      overdue.unref()
    },
  }
}
type Subscription = ReturnType<typeof openSubscription>

type Options = {
  readonly open: () => EventStoreDBClient
  readonly head: EventStore['head']
  /** Calls `fn` with the positions that this process appends. Returns a function that stops it. */
  readonly onAccepted: (fn: (position: Position) => void) => () => void
}

/** Tells the subscription which positions to expect: those of our own appends, and the head. */
const watch = ({ expect, over }: Subscription, { head, onAccepted }: Options): void => {
  const stopListening = onAccepted(expect)
  const timer = setInterval(() => {
    head().then(
      (position) => position !== null && expect(position),
      () => {},
    )
  }, headEveryMs)
  timer.unref()
  over.addEventListener('abort', () => {
    stopListening()
    clearInterval(timer)
  })
}

/**
 * Returns a function that opens a live reader after a position. All readers of a process share one subscription, so each event is
 * sent once. Each reader has a buffer, so the server never waits. A reader whose buffer exceeds `max` ends with Overflow and then
 * reads pages.
 */
export const createLives = (options: Options) => {
  let newest: Subscription | undefined
  return (after: Position | null, max: number) => {
    if (!newest?.holds(after)) {
      newest = openSubscription(options.open(), after)
      watch(newest, options)
    }
    const subscription = newest
    const reader = createReader(after, max)
    subscription.join(reader)
    return {
      ...reader,
      end() {
        reader.end(undefined)
        subscription.leave(reader)
      },
    }
  }
}

export type OpenLive = ReturnType<typeof createLives>
