import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import type { Clients } from './esdb-client.ts'
import { createPages } from './esdb-pages.ts'
import { positionOf } from './esdb-events.ts'
import type { Page, Position, StoredEvent } from '../event-store.ts'

const records = Array.from({ length: 10 }, (_, i) => ({
  id: `id-${i}`,
  type: 'Happened',
  streamId: 'user-1',
  revision: BigInt(i),
  position: { commit: BigInt(i), prepare: BigInt(i) },
  data: {},
  metadata: {},
}))
const events = records.map(({ id, position }) => ({ id, position: positionOf(position) })) as StoredEvent[]

/** Pages of ten events. The long read sends those before `breaksAt` and ends as `how` says. */
const openPages = (breaksAt: number, how: 'end' | 'error') => {
  const reads = { pages: 0, longReads: 0 }
  const readAll = ({ fromPosition }: { fromPosition: { commit: bigint } }) => {
    reads.longReads += 1
    const read = Object.assign(new EventEmitter(), { pause: () => {}, resume: () => {} })
    setImmediate(() => {
      for (const event of records.slice(Number(fromPosition.commit), breaksAt)) read.emit('data', { event })
      read.emit(how, new Error('cut'))
    })
    return read
  }
  const readPage = async (after: Position | null, max: number): Promise<Page> => {
    reads.pages += 1
    const left = events.filter(({ position }) => after === null || position > after)
    const page = left.slice(0, max)
    return { events: page, next: page.at(-1)?.position ?? after, atHead: left.length <= max }
  }
  const clients = { open: () => ({ readAll, dispose: async () => {} }) } as unknown as Pick<Clients, 'open'>
  return { reads, pages: createPages(clients, readPage) }
}

const readToHead = async ({ pages }: ReturnType<typeof openPages>, max: number): Promise<string[]> => {
  const ids: string[] = []
  for (let after: Position | null = null; ;) {
    const page: Page = await pages.readAll(after, max)
    ids.push(...page.events.map(({ id }) => id))
    if (page.atHead) return ids
    after = page.next
  }
}

const all = events.map(({ id }) => id)

test('continued reads take their pages from one long read', async () => {
  const opened = openPages(10, 'end')
  expect(await readToHead(opened, 2)).toEqual(all)
  // Single reads: the first page, and the last one, which finds the head.
  expect(opened.reads).toEqual({ longReads: 1, pages: 2 })
})

test.each([2, 3, 4, 10])(
  'a long read that breaks loses nothing and doubles nothing, in pages of %i',
  async (max) => {
    for (const breaksAt of [0, 3, 4, 7, 10])
      expect(await readToHead(openPages(breaksAt, 'error'), max)).toEqual(all)
  },
)

test('two reads from the same position both get every event', async () => {
  const opened = openPages(10, 'end')
  expect(await Promise.all([readToHead(opened, 2), readToHead(opened, 2)])).toEqual([all, all])
})
