import { expect, test, vi } from 'vitest'
import { mailDecider } from './mail.decider.ts'
import { readOnce } from './read-once.ts'
import type { Streams } from './mail-kind.ts'

test('a stream is read once for each fold, and a failed read fails each who waits for it', async () => {
  const load = vi.fn(async (_fold: unknown, stream: string) => {
    if (stream === 'away') throw new Error('not now')
    return { state: stream }
  })
  const streams = readOnce({ load, loadAt: vi.fn() } as unknown as Streams)
  const other = { ...mailDecider }
  const both = [streams.load(mailDecider, 'mails-1'), streams.load(mailDecider, 'mails-1')]
  expect(await Promise.all(both)).toEqual([{ state: 'mails-1' }, { state: 'mails-1' }])
  await streams.load(other, 'mails-1')
  await streams.load(mailDecider, 'mails-2')
  expect(load).toHaveBeenCalledTimes(3)
  for (let n = 0; n < 2; n += 1) await expect(streams.load(mailDecider, 'away')).rejects.toThrow('not now')
})
