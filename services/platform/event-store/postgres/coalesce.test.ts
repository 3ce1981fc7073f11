import { expect, test, vi } from 'vitest'
import type { Listener, Notified } from '../../postgres/listener.ts'
import { coalesceReads, throttleNotifications } from './coalesce.ts'

const fakeListener = () => {
  const fns = new Set<Notified>()
  const on: Listener['on'] = (_channel, fn) => {
    fns.add(fn)
    return () => fns.delete(fn)
  }
  return { on, fns, notify: (payload: string | null) => fns.forEach((fn) => fn(payload)) }
}

test('equal reads of one tick share a read; a later one reads again', async () => {
  const read = vi.fn(async ({ after }: { after: string | null }) => `${after} ${read.mock.calls.length}`)
  const ask = coalesceReads(read)
  const both = Promise.all([
    ask({ after: 'a', max: 1 }),
    Promise.resolve().then(() => ask({ after: 'a', max: 1 })),
  ])
  expect(read).not.toHaveBeenCalled()
  expect(await both).toEqual(['a 1', 'a 1'])
  expect(await ask({ after: 'a', max: 1 })).toBe('a 2')
})

test('different reads are not shared', async () => {
  const ask = coalesceReads(async ({ after, max }) => `${after} ${max}`)
  expect(await Promise.all([ask({ after: 'a' }), ask({ after: 'b' }), ask({ after: 'a', max: 2 })])).toEqual([
    'a undefined',
    'b undefined',
    'a 2',
  ])
})

test('a failed read rejects for all who share it, and the next one reads again', async () => {
  const read = vi.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValue('there')
  const ask = coalesceReads(read)
  const results = await Promise.allSettled([ask({ after: null }), ask({ after: null })])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask({ after: null })).toBe('there')
})

test('notifications within the interval are passed on once, the newest to all subscribers', () => {
  vi.useFakeTimers()
  const { on, notify } = fakeListener()
  const received: (string | null)[] = []
  const throttled = throttleNotifications({ on }, 50)
  for (let i = 0; i < 2; i += 1) throttled.on('facts', (payload) => received.push(payload))
  for (const payload of ['1', '2', '3']) notify(payload)
  expect(received).toEqual([])
  vi.advanceTimersByTime(50)
  expect(received).toEqual(['3', '3'])
  notify('4')
  vi.advanceTimersByTime(50)
  expect(received).toEqual(['3', '3', '4', '4'])
  vi.useRealTimers()
})

test('missed notifications are passed on at once, and an unsubscribed listener gets nothing', () => {
  vi.useFakeTimers()
  const { on, notify, fns } = fakeListener()
  const received: (string | null)[] = []
  const off = throttleNotifications({ on }, 50).on('facts', (payload) => received.push(payload))
  notify(null)
  notify('1')
  off()
  vi.advanceTimersByTime(50)
  expect(received).toEqual([null])
  expect(fns.size).toBe(0)
  vi.useRealTimers()
})
