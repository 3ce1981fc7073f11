import { EventEmitter } from 'node:events'
import type { EventStoreDBClient } from '@eventstore/db-client'
import { afterEach, expect, test, vi } from 'vitest'
import { positionOf } from './esdb-events.ts'
import { Silent } from './esdb-errors.ts'
import { createLives, Overflow } from './esdb-live.ts'

const at = (commit: number) => ({ commit: BigInt(commit), prepare: BigInt(commit) })
const place = (commit: number) => positionOf(at(commit))

/**
 * A subscription of a store whose events the test sends, and whose newest one is at `head`. `opened` counts the subscriptions.
 */
const openFake = (head: string | null = null) => {
  const subscription = new EventEmitter()
  let opened = 0
  const client = {
    subscribeToAll() {
      opened += 1
      return subscription
    },
    getChannel: async () => ({ watchConnectivityState: () => {}, close: () => {} }),
    dispose: async () => {},
  } as unknown as EventStoreDBClient
  const openLive = createLives({ open: () => client, head: async () => head, onAccepted: () => () => {} })
  const confirm = () => subscription.emit('confirmation')
  const send = (...commits: readonly number[]) => {
    for (const commit of commits)
      subscription.emit('data', {
        event: { streamId: 'user-1', type: 'Happened', revision: 0n, position: at(commit) },
      })
  }
  return { openLive, confirm, send, opened: () => opened }
}
afterEach(() => vi.useRealTimers())
const positions = (events: readonly { readonly position: string }[] | undefined) =>
  events?.map(({ position }) => position)

test('readers get the events after their positions from the subscription that they share', async () => {
  const { openLive, confirm, send, opened } = openFake()
  const [one, other] = [openLive(place(1), 10), openLive(place(2), 10)]
  confirm()
  const waiting = one.next(10)
  send(2, 3, 4)
  expect(positions(await waiting)).toEqual([2, 3, 4].map(place))
  expect(positions(await other.next(1))).toEqual([place(3)])
  expect(other.hasMore()).toBe(true)
  expect(positions(await other.next(10))).toEqual([place(4)])
  expect(other.hasMore()).toBe(false)
  expect(opened()).toBe(1)
  one.end()
  other.end()
})

test('a reader that does not take its events ends, and keeps those that it has', async () => {
  const { openLive, confirm, send } = openFake()
  const [slow, quick] = [openLive(place(1), 2), openLive(place(1), 10)]
  confirm()
  send(2, 3, 4, 5)
  expect(positions(await slow.next(10))).toEqual([2, 3].map(place))
  expect(await slow.next(10)).toBeUndefined()
  expect(slow.reason()).toBeInstanceOf(Overflow)
  expect(positions(await quick.next(10))).toEqual([2, 3, 4, 5].map(place))
  slow.end()
  quick.end()
})

/** A reader that got the event at 2, a minute later, of a store whose newest event is at `head`. */
const afterMinute = async (head: string) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
  const { openLive, confirm, send } = openFake(head)
  const reader = openLive(place(1), 10)
  confirm()
  send(2)
  await vi.advanceTimersByTimeAsync(60_000)
  return reader
}

test('a subscription that does not deliver what the store holds ends', async () => {
  const reader = await afterMinute(place(3))
  expect(positions(await reader.next(10))).toEqual([place(2)])
  expect(await reader.next(10)).toBeUndefined()
  expect(reader.reason()).toBeInstanceOf(Silent)
})

test('a subscription that has delivered everything stays, and leaves no timer when it ends', async () => {
  const reader = await afterMinute(place(2))
  expect(reader.reason()).toBeUndefined()
  reader.end()
  expect(vi.getTimerCount()).toBe(0)

  openFake(place(2)).openLive(place(1), 10).end()
  expect(vi.getTimerCount()).toBe(0)
})
