import { EventEmitter } from 'node:events'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { pino } from 'pino'
import type { Page, Position } from '../event-store.ts'
import type { AppendConnection, Verdict } from './append-queue.ts'
import { createLocalAppends } from './local-appends.ts'
import { eventOf, positionOf, type EventRow } from './rows.ts'
import { subscribeAll } from './subscribe-all.ts'

const id = '0000000A-0000-4000-8000-000000000000'
const appendOf = (stream: string, expected: number, count: number) => ({
  stream,
  expected,
  bytes: 1,
  events: Array.from({ length: count }, () => ({ id, type: 'Happened', data: '{"n":1}', metadata: '{}' })),
})
const at = (number: number) => positionOf(String(number))
const rowAt = (number: number): EventRow => [String(number), 'read-1', '0', id, 'Happened', '{}', '{}']

/** A process that subscribes to a store of `size` events. Other processes append with `grow`, this one with `append`. */
const createFake = (size: number) => {
  const emitter = new EventEmitter()
  const ending = new AbortController()
  let ring: (newest: Position | null) => void = () => {}
  const readAll = vi.fn(async ({ after }: { after: Position | null }): Promise<Page> => {
    const from = after === null ? 0 : Number(after.slice(3))
    const events = Array.from({ length: size - from }, (_, i) => eventOf(rowAt(from + 1 + i)))
    return { events, next: events.at(-1)?.position ?? after, atHead: true }
  })
  const localAppends = createLocalAppends(emitter)
  let answer: Verdict
  let waited: Promise<void> | undefined
  const connection = localAppends.publishing<AppendConnection>({
    isOpen: () => true,
    open: async () => {},
    async send() {
      const verdict = answer
      await waited
      return [verdict]
    },
  })
  const pages = subscribeAll({
    after: null,
    signal: ending.signal,
    readAll,
    onAppended(fn) {
      ring = fn
      return () => (ring = () => {})
    },
    localAppends,
    log: pino({ level: 'silent' }),
  })[Symbol.asyncIterator]()
  return {
    readAll,
    pages,
    ending,
    emitter,
    next: async () =>
      (await pages.next()).value?.events.map(
        ({ stream, position }) => `${stream} ${Number(position.slice(3))}`,
      ),
    grow: (by: number) => void (size += by),
    append(stream: string, expected: number, count = 1) {
      size += count
      answer = { actual: expected, position: at(size) }
      return connection.send([appendOf(stream, expected, count)])
    },
    /** An append whose notification has come but not its answer. Returns a function that gives the answer. */
    appendSlowly(stream: string, expected: number) {
      size += 1
      const { promise, resolve } = Promise.withResolvers<void>()
      waited = promise
      answer = { actual: expected, position: at(size) }
      void connection.send([appendOf(stream, expected, 1)])
      ring(at(size))
      return resolve
    },
    refuse(stream: string) {
      answer = { actual: 7, position: null }
      return connection.send([appendOf(stream, 4, 1)])
    },
    ring: (newest: Position | null) => ring(newest),
  }
}

afterEach(() => vi.useRealTimers())

describe('a subscription', () => {
  test('takes the events of its own process without a read, in the form of a read', async () => {
    const { next, pages, append, readAll, ring } = createFake(1)
    await next()
    const following = pages.next()
    void append('a-1', 4, 2)
    ring(at(3))
    expect((await following).value!.events).toEqual(
      [2, 3].map((number) => ({
        id: id.toLowerCase(),
        type: 'Happened',
        data: { n: 1 },
        metadata: {},
        stream: 'a-1',
        revision: 3 + number,
        position: at(number),
      })),
    )
    expect(readAll).toHaveBeenCalledTimes(1)
  })

  test('takes two batches that came together without a read', async () => {
    const { next, append, ring, readAll } = createFake(1)
    await next()
    await append('a-1', 0)
    await append('a-2', 0)
    ring(at(3))
    expect(await next()).toEqual(['a-1 2', 'a-2 3'])
    expect(readAll).toHaveBeenCalledTimes(1)
  })

  test('reads before it takes anything, because it may be behind', async () => {
    const { next, append } = createFake(1)
    await append('a-1', 0)
    expect(await next()).toEqual(['read-1 1', 'read-1 2'])
  })

  test('reads when another process has appended in between', async () => {
    const { next, append, grow } = createFake(1)
    await next()
    const following = next()
    grow(1)
    void append('a-1', 0)
    expect(await following).toEqual(['read-1 2', 'read-1 3'])
    const later = next()
    void append('a-1', 1)
    expect(await later).toEqual(['a-1 4'])
  })

  test('reads the next event of another process even if its notification came first', async () => {
    vi.useFakeTimers()
    const { next, append, grow, ring } = createFake(1)
    await next()
    ring(at(3))
    await append('a-1', 0)
    grow(1)
    expect(await next()).toEqual(['a-1 2'])
    expect(await next()).toEqual(['read-1 3'])
  })

  test('does not take an event that a read has brought in the meantime', async () => {
    const { next, append, ring, readAll } = createFake(1)
    await next()
    await append('a-1', 0)
    ring(null)
    expect(await next()).toEqual(['read-1 2'])
    expect(readAll).toHaveBeenCalledTimes(2)
    const following = next()
    void append('a-1', 1)
    expect(await following).toEqual(['a-1 3'])
  })

  test('reads when it has fallen far behind, and keeps at most 128 events', async () => {
    const { next, append, readAll } = createFake(1)
    await next()
    for (let i = 0; i < 200; i += 1) await append('a-1', i)
    expect(await next()).toHaveLength(200)
    expect(readAll).toHaveBeenCalledTimes(2)
  })

  test('does not receive a refused append', async () => {
    const { refuse, emitter } = createFake(1)
    const onAppended = vi.fn()
    emitter.on('appended', onAppended)
    await refuse('a-1')
    expect(onAppended).not.toHaveBeenCalled()
  })

  test('waits at most a moment for the answer to its own append when the notification comes first', async () => {
    const { next, appendSlowly, readAll } = createFake(1)
    await next()
    const answer = appendSlowly('a-1', 0)
    const following = next()
    await Promise.resolve()
    answer()
    expect(await following).toEqual(['a-1 2'])
    expect(readAll).toHaveBeenCalledTimes(1)
    appendSlowly('a-1', 1)
    expect(await next()).toEqual(['read-1 3'])
  })

  test('removes its listeners when it ends', async () => {
    const { next, emitter, ending } = createFake(1)
    await next()
    expect(emitter.listenerCount('appended')).toBe(1)
    const following = next()
    ending.abort()
    await following
    expect(emitter.listenerCount('appended')).toBe(0)
  })
})
