import { randomUUID } from 'node:crypto'
import type { EventStore, NewEvent, Page, Position, StoredEvent } from '#platform/event-store/event-store.ts'

/** A stream name that nobody else uses. */
export const newStream = (category = 'contract') => `${category}-${randomUUID()}`

/** An event with a fresh id; any part may be set. */
export const newEvent = (given: Partial<NewEvent> = {}): NewEvent => ({
  id: randomUUID(),
  type: 'SomethingHappened',
  data: { text: 'Grüße, 世界 "quoted" \\ {a,b} NULL', number: 1.5, list: [1, null, true, {}], empty: {} },
  metadata: { fingerprint: 'f1' },
  ...given,
})

export const newEvents = (count: number): NewEvent[] => Array.from({ length: count }, () => newEvent())

export const idsOf = (events: readonly { readonly id: string }[]) => events.map(({ id }) => id)

/** Every event after `after`, read page by page until the store says that it was the last. */
export const readToEnd = async (store: EventStore, after: Position | null, max = 1_000) => {
  const events: StoredEvent[] = []
  for (let next = after; ;) {
    const page = await store.readAll({ after: next, max })
    events.push(...page.events)
    if (page.atHead) return events
    next = page.next
  }
}

/** Follows `store` until `isEnough`, which is asked after each page; `onPage` sees each page as it comes. */
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
