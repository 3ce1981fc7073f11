import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Knex } from '../postgres/database.ts'
import type { Listener, Notified } from '../postgres/listener.ts'
import { openPositions, type Positions } from './positions.ts'

const AT = 'p1:7'
const BEFORE = 'p1:3'

/** The checkpoints as the database has them, how often they were read, and who is to hear of them. */
let rows: { name: string; position: string | null }[]
let reads: number
let hear: Notified
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
    hear = fn
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
  hear(null)
  await vi.advanceTimersByTimeAsync(0)
  reads = 0
})
afterEach(() => {
  positions.close()
  vi.useRealTimers()
})

const requests = (timeoutMs: number) => positions.reached(AT, ['requests'], timeoutMs)
/** What somebody who waits has been told after so long; undefined while they wait. */
const toldAfter = async (ms: number, waiting: Promise<boolean>): Promise<boolean | undefined> => {
  let told: boolean | undefined
  void waiting.then((isReached) => (told = isReached))
  await vi.advanceTimersByTimeAsync(ms)
  return told
}

test('only the read models that are named are waited for', async () => {
  const both = positions.reached(AT, ['users', 'requests'], 2_000)
  const one = requests(2_000)
  hear(`requests ${AT}`)
  expect(await toldAfter(0, one)).toBe(true)
  expect(await toldAfter(0, both)).toBeUndefined()
  hear(`users ${AT}`)
  expect(await toldAfter(0, both)).toBe(true)
  expect(await positions.reached(AT, [], 0)).toBe(true)
})

test('a name that nobody follows here is a mistake, not a read model that never comes', async () => {
  await expect(positions.reached(AT, ['audit'], 2_000)).rejects.toThrow('does not know how far audit is')
})

describe('the checkpoints are read', () => {
  test('once for all who wait, when nothing was heard for a while', async () => {
    const waiting = Array.from({ length: 100 }, () => requests(2_000))
    await vi.advanceTimersByTimeAsync(240)
    expect(reads).toBe(0)
    await vi.advanceTimersByTimeAsync(20)
    expect(reads).toBe(1)
    rows = rows.map((row) => ({ ...row, position: AT }))
    expect(
      await toldAfter(
        250,
        Promise.all(waiting).then((all) => all.every(Boolean)),
      ),
    ).toBe(true)
    expect(reads).toBe(2)
  })

  test('never while notifications arrive', async () => {
    const waiting = requests(2_000)
    for (let i = 0; i < 15; i += 1) {
      hear(`users p1:4${i}`)
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(reads).toBe(0)
    hear(`requests ${AT}`)
    expect(await waiting).toBe(true)
  })

  test('never when nobody waits: no timer is left', async () => {
    const waiting = [requests(2_000), requests(500)]
    hear(`requests ${AT}`)
    await Promise.all(waiting)
    expect(vi.getTimerCount()).toBe(0)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(reads).toBe(0)
  })

  test('and what was heard meanwhile is not overwritten by what they said before', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    answer = () => promise
    const waiting = requests(2_000)
    await vi.advanceTimersByTimeAsync(300)
    hear(`requests ${AT}`)
    expect(await waiting).toBe(true)
    resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(await requests(0)).toBe(true)
  })
})

describe('a read model that stood still for a whole wait', () => {
  beforeEach(async () => {
    if (await toldAfter(2_000, requests(2_000))) throw new Error('it moved')
  })

  test('is not waited for again, and the others are', async () => {
    expect(await toldAfter(0, requests(2_000))).toBe(false)
    expect(await toldAfter(0, positions.reached(AT, ['users', 'requests'], 2_000))).toBe(false)
    const other = positions.reached(AT, ['users'], 2_000)
    expect(await toldAfter(100, other)).toBeUndefined()
  })

  test('still answers for what it had reached before', async () => {
    expect(await positions.reached(BEFORE, ['requests'], 0)).toBe(true)
  })

  test('is waited for again once a notification says that it has moved', async () => {
    hear('requests p1:4')
    const waiting = requests(2_000)
    expect(await toldAfter(100, waiting)).toBeUndefined()
    hear(`requests ${AT}`)
    expect(await waiting).toBe(true)
  })

  test('is waited for again once its checkpoint says so, though nobody was notified', async () => {
    rows = [{ name: 'requests', position: 'p1:4' }]
    await vi.advanceTimersByTimeAsync(1_000)
    const before = reads
    const all = await Promise.all(Array.from({ length: 10 }, () => requests(2_000)))
    expect(new Set(all)).toEqual(new Set([false]))
    expect(reads).toBe(before + 1)
    expect(await toldAfter(0, requests(2_000))).toBeUndefined()
  })

  test('is waited for again when notifications may have been lost', async () => {
    hear(null)
    expect(await toldAfter(100, requests(2_000))).toBeUndefined()
  })
})

test('a read model that moved, or was not waited for long, does not stand still', async () => {
  expect(await toldAfter(900, requests(900))).toBe(false)
  const waiting = requests(2_000)
  expect(await toldAfter(1_900, waiting)).toBeUndefined()
  hear('requests p1:4')
  expect(await toldAfter(100, waiting)).toBe(false)
  expect(await toldAfter(100, requests(2_000))).toBeUndefined()
})

test('when notifications may have been lost, what was known counts for nothing, nor what is being read', async () => {
  hear(`requests ${AT}`)
  const { promise, resolve } = Promise.withResolvers<void>()
  answer = () => promise
  rows = [{ name: 'requests', position: AT }]
  hear(null)
  expect(await requests(0)).toBe(false)
  answer = async () => {}
  rows = [{ name: 'requests', position: BEFORE }]
  hear(null)
  resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(await requests(0)).toBe(false)
  expect(await positions.reached(BEFORE, ['requests'], 0)).toBe(true)
})
