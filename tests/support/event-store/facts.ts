import { randomUUID } from 'node:crypto'
import type { EventStore, NewEvent, Page, Position, StoredEvent } from '#platform/event-store/event-store.ts'

/** Returns a unique stream name. */
export const newStream = (category = 'contract') => `${category}-${randomUUID()}`

/** Returns an event with a new id. */
export const newEvent = (given: Partial<NewEvent> = {}): NewEvent => ({
  id: randomUUID(),
  type: 'SomethingHappened',
  data: { text: 'Grüße, 世界 "quoted" \\ {a,b} NULL', number: 1.5, list: [1, null, true, {}], empty: {} },
  metadata: { fingerprint: 'f1' },
  ...given,
})

export const newEvents = (count: number): NewEvent[] => Array.from({ length: count }, () => newEvent())

export const idsOf = (events: readonly { readonly id: string }[]) => events.map(({ id }) => id)

/** Reads all events after `after`, page by page up to the head. */
export const readToEnd = async (store: EventStore, after: Position | null, max = 1_000) => {
  const events: StoredEvent[] = []
  for (let next = after; ;) {
    const page = await store.readAll({ after: next, max })
    events.push(...page.events)
    if (page.atHead) return events
    next = page.next
  }
}

/** Subscribes to `store` until `isEnough` returns true after a page. Calls `onPage` with each page. */
export const follow = async (
  store: EventStore,
  after: Position | null,
  isEnough: (events: readonly StoredEvent[]) => boolean,
  { max, onPage }: { max?: number; onPage?: (page: Page) => void | Promise<void> } = {},
) => {
  const ending = new AbortController()
  const events: StoredEvent[] = []
  const pages = store.subscribeAll({ after, signal: ending.signal, ...(max === undefined ? {} : { max }) })
  for await (const page of pages) {
    events.push(...page.events)
    await onPage?.(page)
    if (isEnough(events)) ending.abort()
  }
  return events
}
