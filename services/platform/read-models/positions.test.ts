import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Knex } from '../postgres/database.ts'
import type { Listener, Notified } from '../postgres/listener.ts'
import { openPositions, type Positions } from './positions.ts'

const AT = 'p1:7'
const BEFORE = 'p1:3'

/** The checkpoints in the database, the number of reads, and the listener. */
let rows: { name: string; position: string | null }[]
let reads: number
let notify: Notified
let answer: () => Promise<void>
let positions: Positions

const active = {
  async select() {
    reads += 1
    const found = rows.map((row) => ({ ...row }))
    await answer()
    return found
  },
}
const db = (() => ({ where: () => active })) as unknown as Knex
const listener: Listener = {
  on: (_channel, fn) => {
    notify = fn
    return () => {}
  },
  local: new EventEmitter(),
  close: async () => {},
}

beforeEach(async () => {
  vi.useFakeTimers()
  rows = ['users', 'requests'].map((name) => ({ name, position: BEFORE }))
  answer = async () => {}
  positions = openPositions(db, listener, ['users', 'requests'])
  notify(null)
  await vi.advanceTimersByTimeAsync(0)
  reads = 0
})
afterEach(() => {
  positions.close()
  vi.useRealTimers()
})

const requests = (timeoutMs: number) => positions.reached(AT, ['requests'], timeoutMs)
/** Advances the clock by `ms` and returns the result of `waiting`; undefined while it is pending. */
const resultAfter = async (ms: number, waiting: Promise<boolean>): Promise<boolean | undefined> => {
  let result: boolean | undefined
  void waiting.then((isReached) => (result = isReached))
  await vi.advanceTimersByTimeAsync(ms)
  return result
}

test('waits only for the named read models', async () => {
  const both = positions.reached(AT, ['users', 'requests'], 2_000)
  const one = requests(2_000)
  notify(`requests ${AT}`)
  expect(await resultAfter(0, one)).toBe(true)
  expect(await resultAfter(0, both)).toBeUndefined()
  notify(`users ${AT}`)
  expect(await resultAfter(0, both)).toBe(true)
  expect(await positions.reached(AT, [], 0)).toBe(true)
})

test('throws for an unknown read model', async () => {
  await expect(positions.reached(AT, ['audit'], 2_000)).rejects.toThrow('does not know how far audit is')
})

describe('reads the checkpoints', () => {
  test('once for all waiters if no notification came for a while', async () => {
    const waiting = Array.from({ length: 100 }, () => requests(2_000))
    await vi.advanceTimersByTimeAsync(240)
    expect(reads).toBe(0)
    await vi.advanceTimersByTimeAsync(20)
    expect(reads).toBe(1)
    rows = rows.map((row) => ({ ...row, position: AT }))
    expect(
      await resultAfter(
        250,
        Promise.all(waiting).then((all) => all.every(Boolean)),
      ),
    ).toBe(true)
    expect(reads).toBe(2)
  })

  test('not while notifications arrive', async () => {
    const waiting = requests(2_000)
    for (let i = 0; i < 15; i += 1) {
      notify(`users p1:4${i}`)
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(reads).toBe(0)
    notify(`requests ${AT}`)
    expect(await waiting).toBe(true)
  })

  test('not without waiters, and leaves no timer', async () => {
    const waiting = [requests(2_000), requests(500)]
    notify(`requests ${AT}`)
    await Promise.all(waiting)
    expect(vi.getTimerCount()).toBe(0)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(reads).toBe(0)
  })

  test('without overwriting a newer notification', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    answer = () => promise
    const waiting = requests(2_000)
    await vi.advanceTimersByTimeAsync(300)
    notify(`requests ${AT}`)
    expect(await waiting).toBe(true)
    resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(await requests(0)).toBe(true)
  })
})

describe('a read model without progress during a full wait', () => {
  beforeEach(async () => {
    if (await resultAfter(2_000, requests(2_000))) throw new Error('it moved')
  })

  test('is not waited for again, and the others are', async () => {
    expect(await resultAfter(0, requests(2_000))).toBe(false)
    expect(await resultAfter(0, positions.reached(AT, ['users', 'requests'], 2_000))).toBe(false)
    const other = positions.reached(AT, ['users'], 2_000)
    expect(await resultAfter(100, other)).toBeUndefined()
  })

  test('still answers for what it had reached before', async () => {
    expect(await positions.reached(BEFORE, ['requests'], 0)).toBe(true)
  })

  test('is waited for again once a notification says that it has moved', async () => {
    notify('requests p1:4')
    const waiting = requests(2_000)
    expect(await resultAfter(100, waiting)).toBeUndefined()
    notify(`requests ${AT}`)
    expect(await waiting).toBe(true)
  })

  test('is waited for again once its checkpoint has moved without a notification', async () => {
    rows = [{ name: 'requests', position: 'p1:4' }]
    await vi.advanceTimersByTimeAsync(1_000)
    const before = reads
    const all = await Promise.all(Array.from({ length: 10 }, () => requests(2_000)))
    expect(new Set(all)).toEqual(new Set([false]))
    expect(reads).toBe(before + 1)
    expect(await resultAfter(0, requests(2_000))).toBeUndefined()
  })

  test('is waited for again when notifications may be missing', async () => {
    notify(null)
    expect(await resultAfter(100, requests(2_000))).toBeUndefined()
  })
})

test('a read model is not stalled if it moved or the wait was short', async () => {
  expect(await resultAfter(900, requests(900))).toBe(false)
  const waiting = requests(2_000)
  expect(await resultAfter(1_900, waiting)).toBeUndefined()
  notify('requests p1:4')
  expect(await resultAfter(100, waiting)).toBe(false)
  expect(await resultAfter(100, requests(2_000))).toBeUndefined()
})

test('missed notifications discard the known positions and a read in progress', async () => {
  notify(`requests ${AT}`)
  const { promise, resolve } = Promise.withResolvers<void>()
  answer = () => promise
  rows = [{ name: 'requests', position: AT }]
  notify(null)
  expect(await requests(0)).toBe(false)
  answer = async () => {}
  rows = [{ name: 'requests', position: BEFORE }]
  notify(null)
  resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(await requests(0)).toBe(false)
  expect(await positions.reached(BEFORE, ['requests'], 0)).toBe(true)
})
