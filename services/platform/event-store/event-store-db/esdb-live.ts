import { START, type AllStreamRecordedEvent, type EventStoreDBClient } from '@eventstore/db-client'
import { closeClient, whenLeft } from './esdb-client.ts'
import { Silent } from './esdb-errors.ts'
import { isOurs, toEvent } from './esdb-events.ts'
import { logPositionOf, positionOf } from './esdb-position.ts'
import type { Position, StoredEvent } from '../event-store.ts'

const confirmedWithinMs = 5_000
/** An event that was acknowledged to us is delivered in a few milliseconds, or the subscription is dead. */
const deliveredWithinMs = 3_000

export class Overflow extends Error {}

/**
 * One subscription, from `after` to its end. What comes is kept until it is asked for, so the server never waits;
 * when it gets more than `most`, the subscription ends, and the rest is read in pages.
 */
export const openLive = (client: EventStoreDBClient, after: Position | null, most: number) => {
  const waiting: StoredEvent[] = []
  let seen = after ?? ''
  let reason: unknown
  let hasEnded = false
  let wake: () => void = () => {}
  let overdue: NodeJS.Timeout | undefined

  const end = (why: unknown) => {
    if (hasEnded) return
    hasEnded = true
    reason = why
    clearTimeout(overdue)
    clearTimeout(unconfirmed)
    wake()
    void closeClient(client)
  }
  const unconfirmed = setTimeout(
    () => end(new Silent('the event store did not confirm the subscription')),
    confirmedWithinMs,
  )

  const take = (record: AllStreamRecordedEvent) => {
    const position = positionOf(record.position)
    if (hasEnded || position <= seen) return
    if (waiting.length >= most) return end(new Overflow('events come faster than they are used'))
    seen = position
    if (!isOurs(record)) return
    waiting.push(toEvent(record))
    wake()
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
    /** At least one and at most `max` events; undefined when the subscription has ended and all is taken. */
    async next(max: number): Promise<readonly StoredEvent[] | undefined> {
      if (waiting.length === 0 && !hasEnded) await new Promise<void>((resolve) => (wake = resolve))
      return waiting.length > 0 ? waiting.splice(0, max) : undefined
    },
    hasMore: () => waiting.length > 0,
    /** Ends the subscription unless it brings this position soon. */
    expect(position: Position) {
      if (hasEnded || overdue || position <= seen) return
      overdue = setTimeout(() => {
        overdue = undefined
        if (seen < position) end(new Silent('what was acknowledged did not come back'))
      }, deliveredWithinMs)
      overdue.unref()
    },
    end: () => end(undefined),
    reason: () => reason,
  }
}

export type Live = ReturnType<typeof openLive>
