import { START, type AllStreamRecordedEvent, type EventStoreDBClient } from '@eventstore/db-client'
import { closeClient, whenLeft } from './esdb-client.ts'
import { Silent } from './esdb-errors.ts'
import { isOurs, toEvent } from './esdb-events.ts'
import { logPositionOf, positionOf } from './esdb-position.ts'
import type { EventStore, Position, StoredEvent } from '../event-store.ts'

const confirmedWithinMs = 5_000
/** An event that was acknowledged to us is delivered in a few milliseconds, or the subscription is dead. */
const deliveredWithinMs = 3_000
const lookAfterMs = 10_000
/** So many of the last events are kept for whoever joins. */
const kept = 256

export class Overflow extends Error {}

/** One of those who share a subscription: what came for it and is not asked for yet. */
const createReader = (after: Position | null, most: number) => {
  const waiting: StoredEvent[] = []
  let seen = after ?? ''
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
      if (hasEnded || event.position <= seen) return
      if (waiting.length >= most) return end(new Overflow('events come faster than they are used'))
      seen = event.position
      waiting.push(event)
      wake()
    },
    end,
    /** At least one and at most `max` events; undefined when it has ended and all is taken. */
    async next(max: number): Promise<readonly StoredEvent[] | undefined> {
      if (waiting.length === 0 && !hasEnded) await new Promise<void>((resolve) => (wake = resolve))
      return waiting.length > 0 ? waiting.splice(0, max) : undefined
    },
    hasMore: () => waiting.length > 0,
    reason: () => reason,
  }
}
type Reader = ReturnType<typeof createReader>

/** One subscription, from `after` to its end; its readers end with it, and it ends with its last reader. */
const openSubscription = (client: EventStoreDBClient, after: Position | null) => {
  const readers = new Set<Reader>()
  const recent: StoredEvent[] = []
  /** `recent` is all that came after it. */
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
    /** Whether somebody who had everything up to `position` misses nothing here. */
    holds: (position: Position | null) => !hasEnded && (position ?? '') >= base,
    join(reader: Reader) {
      readers.add(reader)
      for (const event of recent) reader.take(event)
    },
    leave(reader: Reader) {
      readers.delete(reader)
      if (readers.size === 0) end(undefined)
    },
    /** Ends the subscription unless it brings this position soon. */
    expect(position: Position) {
      if (hasEnded || overdue || position <= seen) return
      overdue = setTimeout(() => {
        overdue = undefined
        if (seen < position) end(new Silent('what was acknowledged did not come back'))
      }, deliveredWithinMs)
      overdue.unref()
    },
  }
}
type Subscription = ReturnType<typeof openSubscription>

type Options = {
  readonly open: () => EventStoreDBClient
  readonly head: EventStore['head']
  /** Calls `fn` with what this process appended; answers how to stop it. */
  readonly onAccepted: (fn: (position: Position) => void) => () => void
}

/** Feeds the watchdog: with our own appends, and with the head, which others may have moved. */
const watch = ({ expect, over }: Subscription, { head, onAccepted }: Options): void => {
  const stopListening = onAccepted(expect)
  const timer = setInterval(() => {
    head().then(
      (position) => position !== null && expect(position),
      () => {},
    )
  }, lookAfterMs)
  timer.unref()
  over.addEventListener('abort', () => {
    stopListening()
    clearInterval(timer)
  })
}

/**
 * What comes after a position, live. All who follow here share one subscription, so that an event comes to a process
 * once; it is kept for each until asked for, so the server never waits. Whoever gets more than `most` is ended alone, and
 * reads the rest in pages.
 */
export const createLives = (options: Options) => {
  let newest: Subscription | undefined
  return (after: Position | null, most: number) => {
    if (!newest?.holds(after)) {
      newest = openSubscription(options.open(), after)
      watch(newest, options)
    }
    const subscription = newest
    const reader = createReader(after, most)
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
