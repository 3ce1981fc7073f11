import { expect, test, vi } from 'vitest'
import type { Listener, Notified } from '../../postgres/listener.ts'
import { gatherNotified, inOneGo } from './gather.ts'

const fakeListener = () => {
  const fns = new Set<Notified>()
  const on: Listener['on'] = (_channel, fn) => {
    fns.add(fn)
    return () => fns.delete(fn)
  }
  return { on, fns, notify: (payload: string | null) => fns.forEach((fn) => fn(payload)) }
}

test('who asks the same in one moment is answered by one read, and who asks later by another', async () => {
  const read = vi.fn(async ({ after }: { after: string | null }) => `${after} ${read.mock.calls.length}`)
  const ask = inOneGo(read)
  const both = Promise.all([
    ask({ after: 'a', max: 1 }),
    Promise.resolve().then(() => ask({ after: 'a', max: 1 })),
  ])
  expect(read).not.toHaveBeenCalled()
  expect(await both).toEqual(['a 1', 'a 1'])
  expect(await ask({ after: 'a', max: 1 })).toBe('a 2')
})

test('who asks something else has an answer of their own', async () => {
  const ask = inOneGo(async ({ after, max }) => `${after} ${max}`)
  expect(await Promise.all([ask({ after: 'a' }), ask({ after: 'b' }), ask({ after: 'a', max: 2 })])).toEqual([
    'a undefined',
    'b undefined',
    'a 2',
  ])
})

test('a read that fails is told to all who wait for it, and to nobody after them', async () => {
  const read = vi.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValue('there')
  const ask = inOneGo(read)
  const asked = await Promise.allSettled([ask({ after: null }), ask({ after: null })])
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask({ after: null })).toBe('there')
})

test('what is notified within a moment is told once, the newest to all', () => {
  vi.useFakeTimers()
  const { on, notify } = fakeListener()
  const heard: (string | null)[] = []
  const gathered = gatherNotified({ on }, 50)
  for (let i = 0; i < 2; i += 1) gathered.on('facts', (payload) => heard.push(payload))
  for (const payload of ['1', '2', '3']) notify(payload)
  expect(heard).toEqual([])
  vi.advanceTimersByTime(50)
  expect(heard).toEqual(['3', '3'])
  notify('4')
  vi.advanceTimersByTime(50)
  expect(heard).toEqual(['3', '3', '4', '4'])
  vi.useRealTimers()
})

test('that notifications were missed is told at once, and who has left hears no more', () => {
  vi.useFakeTimers()
  const { on, notify, fns } = fakeListener()
  const heard: (string | null)[] = []
  const off = gatherNotified({ on }, 50).on('facts', (payload) => heard.push(payload))
  notify(null)
  notify('1')
  off()
  vi.advanceTimersByTime(50)
  expect(heard).toEqual([null])
  expect(fns.size).toBe(0)
  vi.useRealTimers()
})
