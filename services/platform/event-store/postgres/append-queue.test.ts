import { describe, expect, test, vi } from 'vitest'
import { BatchFailed, createAppendQueue, type AppendConnection, type Verdict } from './append-queue.ts'
import type { CheckedAppend } from '../check-append.ts'
import { Ambiguous, Unavailable } from '../event-store.ts'

const appendTo = (stream: string, bytes = 100): CheckedAppend => ({ stream, expected: -1, events: [], bytes })
const taken: Verdict = { actual: -1, position: 'p1:1' }

/** A connection whose batches the test answers. */
const createFake = () => {
  const batches: { streams: string[]; answer(): void; fail(outcome: BatchFailed['outcome']): void }[] = []
  const opening = vi.fn(async () => {})
  let isOpen = true
  const connection: AppendConnection = {
    isOpen: () => isOpen,
    async open() {
      await opening()
      isOpen = true
    },
    send: (batch) =>
      new Promise((resolve, reject) => {
        batches.push({
          streams: batch.map(({ stream }) => stream),
          answer: () => resolve(batch.map(() => taken)),
          fail(outcome) {
            if (outcome === 'lost') isOpen = false
            reject(new BatchFailed(outcome, new Error(outcome)))
          },
        })
      }),
  }
  const arrived = (count: number) =>
    vi.waitFor(() => expect(batches).toHaveLength(count), { timeout: 20_000, interval: 1 })
  const breakOff = () => (isOpen = false)
  return { connection, batches, arrived, opening, breakOff, queue: createAppendQueue(connection) }
}

describe('the append queue', () => {
  test('sends the first append at once and those that queue behind it in one batch', async () => {
    const { queue, batches, arrived } = createFake()
    const all = ['a-1', 'b-1', 'c-1'].map((stream) => queue.add(appendTo(stream), 1_000))
    expect(batches.map(({ streams }) => streams)).toEqual([['a-1']])
    batches[0]!.answer()
    await arrived(2)
    expect(batches[1]!.streams).toEqual(['b-1', 'c-1'])
    batches[1]!.answer()
    expect(await Promise.all(all)).toEqual([taken, taken, taken])
  })

  test('batches callers that append again after their answer', async () => {
    const { queue, batches, arrived } = createFake()
    const twice = async (stream: string) => {
      await queue.add(appendTo(stream), 1_000)
      for (let reaction = 0; reaction < 20; reaction += 1) await Promise.resolve()
      return queue.add(appendTo(stream), 1_000)
    }
    const all = ['a-1', 'b-1', 'c-1'].map(twice)
    batches[0]!.answer()
    await arrived(2)
    expect(batches[1]!.streams).toEqual(['b-1', 'c-1', 'a-1'])
    batches[1]!.answer()
    await arrived(3)
    expect(batches[2]!.streams).toEqual(['b-1', 'c-1'])
    batches[2]!.answer()
    await Promise.all(all)
  })

  test('a batch holds one append of a stream, and the others keep their order', async () => {
    const { queue, batches, arrived } = createFake()
    const streams = ['x-1', 'a-1', 'a-1', 'b-1', 'a-1']
    const all = streams.map((stream) => queue.add(appendTo(stream), 1_000))
    for (const expected of [['x-1'], ['a-1', 'b-1'], ['a-1'], ['a-1']]) {
      const { streams: sent, answer } = batches.at(-1)!
      expect(sent).toEqual(expected)
      answer()
      if (expected.length === 1 && batches.length === 4) break
      await arrived(batches.length + 1)
    }
    await Promise.all(all)
  })

  test('a batch holds at most 256 appends and 4 MiB', async () => {
    const { queue, batches, arrived } = createFake()
    const many = Array.from({ length: 301 }, (_, i) => queue.add(appendTo(`a-${i}`), 1_000))
    batches[0]!.answer()
    await arrived(2)
    expect(batches[1]!.streams).toHaveLength(256)
    const large = Array.from({ length: 3 }, (_, i) => queue.add(appendTo(`b-${i}`, 2 * 1024 * 1024), 1_000))
    batches[1]!.answer()
    await arrived(3)
    expect(batches[2]!.streams).toHaveLength(44 + 1)
    batches[2]!.answer()
    await arrived(4)
    batches[3]!.answer()
    await Promise.all([...many, ...large])
  })

  test('sends a lost batch again on a new connection until there is a verdict', async () => {
    const { queue, batches, arrived, opening } = createFake()
    const verdict = queue.add(appendTo('a-1'), 1_000)
    batches[0]!.fail('lost')
    await arrived(2)
    batches[1]!.fail('lost')
    await arrived(3)
    expect(batches[2]!.streams).toEqual(['a-1'])
    batches[2]!.answer()
    expect(await verdict).toEqual(taken)
    expect(opening).toHaveBeenCalledTimes(2)
  })

  test('an append in flight at its timeout is ambiguous', async () => {
    const { queue, batches } = createFake()
    const verdict = queue.add(appendTo('a-1'), 20)
    expect(batches).toHaveLength(1)
    await expect(verdict).rejects.toThrow(Ambiguous)
  })

  test('an append that was never sent is unavailable and has the cause', async () => {
    const { queue, batches, opening, breakOff } = createFake()
    breakOff()
    opening.mockRejectedValue(new Error('connection refused'))
    const verdict = queue.add(appendTo('a-1'), 60)
    await expect(verdict).rejects.toThrow(Unavailable)
    await expect(verdict).rejects.toMatchObject({ cause: { message: 'connection refused' } })
    expect(batches).toHaveLength(0)
  })

  test('uses a connection that comes back in time', async () => {
    const { queue, batches, arrived, opening, breakOff } = createFake()
    breakOff()
    opening.mockRejectedValueOnce(new Error('starting up'))
    const verdict = queue.add(appendTo('a-1'), 1_000)
    await arrived(1)
    batches[0]!.answer()
    expect(await verdict).toEqual(taken)
  })

  test('a lost append stays ambiguous even if a later attempt was refused', async () => {
    const { queue, batches, arrived } = createFake()
    const verdict = queue.add(appendTo('a-1'), 1_000)
    batches[0]!.fail('lost')
    await arrived(2)
    batches[1]!.fail('never')
    await expect(verdict).rejects.toThrow(Ambiguous)
  })

  test('sends the appends of a batch that failed for good one by one', async () => {
    const { queue, batches, arrived } = createFake()
    const streams = ['x-1', 'a-1', 'b-1', 'c-1']
    const settled = Promise.allSettled(streams.map((stream) => queue.add(appendTo(stream), 1_000)))
    batches[0]!.answer()
    await arrived(2)
    batches[1]!.fail('never')
    for (const stream of ['a-1', 'b-1', 'c-1']) {
      await arrived(batches.length === 2 ? 3 : batches.length + 1)
      expect(batches.at(-1)!.streams).toEqual([stream])
      if (stream === 'b-1') batches.at(-1)!.fail('never')
      else batches.at(-1)!.answer()
    }
    const outcomes = await settled
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(outcomes[2]).toMatchObject({ reason: expect.any(Unavailable) })
  })

  test('close waits for pending appends and rejects new ones', async () => {
    const { queue, batches } = createFake()
    const verdict = queue.add(appendTo('a-1'), 1_000)
    const closed = queue.close()
    await expect(queue.add(appendTo('b-1'), 1_000)).rejects.toThrow(Unavailable)
    batches[0]!.answer()
    expect(await verdict).toEqual(taken)
    await closed
  })
})
