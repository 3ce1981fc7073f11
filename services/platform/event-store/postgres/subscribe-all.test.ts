import { afterEach, describe, expect, test, vi } from 'vitest'
import { pino } from 'pino'
import { Unavailable, type Page, type Position, type StoredEvent } from '../event-store.ts'
import { positionOf } from './rows.ts'
import { subscribeAll } from './subscribe-all.ts'

const eventAt = (number: number): StoredEvent => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  type: 'Happened',
  data: {},
  metadata: { fingerprint: 'f' },
  stream: 'a-1',
  revision: number - 1,
  position: positionOf(String(number)),
})

/** A store of `size` events that the test can grow, with reads that it can let fail. */
const createFake = (size: number) => {
  const ending = new AbortController()
  let ring: (newest: Position | null) => void = () => {}
  const readAll = vi.fn(async ({ after }: { after: Position | null }): Promise<Page> => {
    const from = after === null ? 0 : Number(after.slice(3))
    const events = Array.from({ length: size - from }, (_, i) => eventAt(from + 1 + i))
    return { events, next: events.at(-1)?.position ?? after, atHead: true }
  })
  const pages = subscribeAll({
    after: null,
    signal: ending.signal,
    readAll,
    onAppended(fn) {
      ring = fn
      return () => (ring = () => {})
    },
    log: pino({ level: 'silent' }),
  })[Symbol.asyncIterator]()
  const next = async () => (await pages.next()).value?.events.map(({ position }) => Number(position.slice(3)))
  const grow = (by: number) => (size += by)
  return { readAll, next, grow, ending, ring: (newest: Position | null) => ring(newest) }
}

afterEach(() => vi.useRealTimers())

describe('a subscription', () => {
  test('wakes up for a newer position only', async () => {
    const { readAll, next, grow, ring } = createFake(2)
    expect(await next()).toEqual([1, 2])
    const following = next()
    ring(positionOf('2'))
    ring(positionOf('1'))
    await Promise.resolve()
    expect(readAll).toHaveBeenCalledTimes(1)
    grow(1)
    ring(positionOf('3'))
    expect(await following).toEqual([3])
  })

  test('reads again when notifications may be missing', async () => {
    const { next, grow, ring } = createFake(1)
    await next()
    grow(1)
    ring(null)
    expect(await next()).toEqual([2])
  })

  test('does not miss an append while its consumer is busy', async () => {
    const { next, grow, ring } = createFake(1)
    await next()
    grow(1)
    ring(positionOf('2'))
    expect(await next()).toEqual([2])
  })

  test('reads again after 5 seconds without a notification', async () => {
    vi.useFakeTimers()
    const { next, grow } = createFake(1)
    await next()
    const following = next()
    grow(1)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await following).toEqual([2])
  })

  test('waits while the store is unavailable and then continues', async () => {
    const { next, grow, readAll, ring } = createFake(1)
    await next()
    grow(1)
    readAll.mockRejectedValueOnce(new Unavailable()).mockRejectedValueOnce(new Unavailable())
    ring(null)
    expect(await next()).toEqual([2])
    expect(readAll).toHaveBeenCalledTimes(4)
  })

  test('waits longer after each failure, and after a success as briefly as at first', async () => {
    vi.useFakeTimers()
    const { next, grow, readAll, ring } = createFake(1)
    await next()
    /** The next event comes after this many failures. Returns how long that took. */
    const waitOf = async (failures: number) => {
      for (let i = 0; i < failures; i += 1) readAll.mockRejectedValueOnce(new Unavailable())
      const began = Date.now()
      const following = next()
      grow(1)
      // A notification during the wait would end it.
      ring(null)
      await vi.runAllTimersAsync()
      await following
      return Date.now() - began
    }
    expect([await waitOf(1), await waitOf(3), await waitOf(1)]).toEqual([50, 50 + 100 + 200, 50])
  })

  test('ends with any other error', async () => {
    const { next, readAll } = createFake(1)
    readAll.mockRejectedValueOnce(new RangeError('no position'))
    await expect(next()).rejects.toThrow(RangeError)
  })

  test('ends at once when its signal aborts while it waits', async () => {
    vi.useFakeTimers()
    const { next, ending } = createFake(1)
    await next()
    const following = next()
    ending.abort()
    expect(await following).toBeUndefined()
  })
})
