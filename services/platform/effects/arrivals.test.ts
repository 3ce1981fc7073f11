import { expect, test } from 'vitest'
import type { StoredEvent } from '../event-store/event-store.ts'
import { createArrivals } from './arrivals.ts'

const event = { id: 'one' } as StoredEvent

test('a fact that came lately is known to the first attempt, and when it came', () => {
  const arrivals = createArrivals()
  arrivals.note([event], 7)
  expect(arrivals.of({ eventId: 'one', attempt: 1 })).toEqual({ event, at: 7 })
  expect(arrivals.of({ eventId: 'another', attempt: 1 })).toBeUndefined()
})

test('a later attempt asks anew', () => {
  const arrivals = createArrivals()
  arrivals.note([event], 7)
  expect(arrivals.of({ eventId: 'one', attempt: 2 })).toBeUndefined()
})
