import { expect, test } from 'vitest'
import { eventually } from '#support/eventually.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { subscribeAll } from './esdb-subscribe.ts'
import type { Page, Position, StoredEvent } from '../event-store.ts'

type Options = Parameters<typeof subscribeAll>[0]

const event = (position: Position) => ({ position }) as StoredEvent
const pageTo = (next: Position): Page => ({ events: [event(next)], next, atHead: false })

/** Follows a store whose pages are `answers`; `asked` tells after which positions pages were read. */
const followPages = (answers: readonly (() => Promise<Page>)[]) => {
  const asked: (Position | null)[] = []
  const readAll: Options['readAll'] = ({ after }) => answers[asked.push(after) - 1]!()
  const options = { after: null, signal: new AbortController().signal, readAll, log: silentLog }
  return { asked, pages: subscribeAll(options as unknown as Options) }
}

test('the next page of history is read while the consumer is busy, and no more than one', async () => {
  const { asked, pages } = followPages(['e1', 'e2', 'e3'].map((at) => async () => pageTo(at)))
  expect((await pages.next()).value).toEqual(pageTo('e1'))
  await eventually(() => expect(asked).toEqual([null, 'e1']))
  expect((await pages.next()).value).toEqual(pageTo('e2'))
  await eventually(() => expect(asked).toEqual([null, 'e1', 'e2']))
})

test('a page read ahead that fails is told of when its turn has come', async () => {
  const failure = new TypeError('a bug')
  const { asked, pages } = followPages([async () => pageTo('e1'), () => Promise.reject(failure)])
  expect((await pages.next()).value).toEqual(pageTo('e1'))
  await eventually(() => expect(asked).toEqual([null, 'e1']))
  await new Promise((resolve) => setImmediate(resolve))
  await expect(pages.next()).rejects.toBe(failure)
})
