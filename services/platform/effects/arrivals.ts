import { LRUCache } from 'lru-cache'
import type { ClaimedEffect } from './effect-ledger.ts'
import type { StoredEvent } from '../event-store/event-store.ts'

/** A fact as it came to a reactor of this process, and when, by `performance.now()`. */
export type Arrival = { readonly event: StoredEvent; readonly at: number }

/** The facts that came lately and caused mails or pushes, so that sending them need not read the facts again. */
export type Arrivals = {
  note(events: readonly StoredEvent[], at: number): void
  /** Only for a first attempt: a later one asks anew what is true now. */
  of(effect: Pick<ClaimedEffect, 'eventId' | 'attempt'>): Arrival | undefined
}

const LATELY = { max: 500, ttl: 5_000 }

export const createArrivals = (): Arrivals => {
  const lately = new LRUCache<string, Arrival>(LATELY)
  return {
    note(events, at) {
      for (const event of events) lately.set(event.id, { event, at })
    },
    of: ({ eventId, attempt }) => (attempt === 1 ? lately.get(eventId) : undefined),
  }
}
