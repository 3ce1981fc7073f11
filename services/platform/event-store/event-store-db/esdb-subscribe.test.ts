import { expect, test } from 'vitest'
import { eventually } from '#support/eventually.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { subscribeAll } from './esdb-subscribe.ts'
import type { Page, Position, StoredEvent } from '../event-store.ts'

type Options = Parameters<typeof subscribeAll>[0]

const event = (position: Position) => ({ position }) as StoredEvent
const pageTo = (next: Position): Page => ({ events: [event(next)], next, atHead: false })

/** A subscription to a store with the pages `answers`. `asked` lists the positions after which pages were read. */
const followPages = (answers: readonly (() => Promise<Page>)[]) => {
  const asked: (Position | null)[] = []
  const readAll: Options['readAll'] = ({ after }) => answers[asked.push(after) - 1]!()
  const options = { after: null, signal: new AbortController().signal, readAll, log: silentLog }
  return { asked, pages: subscribeAll(options as unknown as Options) }
}

test('reads exactly one page ahead while the consumer is busy', async () => {
  const { asked, pages } = followPages(['e1', 'e2', 'e3'].map((at) => async () => pageTo(at)))
  expect((await pages.next()).value).toEqual(pageTo('e1'))
  await eventually(() => expect(asked).toEqual([null, 'e1']))
  expect((await pages.next()).value).toEqual(pageTo('e2'))
  await eventually(() => expect(asked).toEqual([null, 'e1', 'e2']))
})

test('an error of a page that was read ahead is thrown at its turn', async () => {
  const failure = new TypeError('a bug')
  const { asked, pages } = followPages([async () => pageTo('e1'), () => Promise.reject(failure)])
  expect((await pages.next()).value).toEqual(pageTo('e1'))
  await eventually(() => expect(asked).toEqual([null, 'e1']))
  await new Promise((resolve) => setImmediate(resolve))
  await expect(pages.next()).rejects.toBe(failure)
})

test('one that is told to end while its consumer has the newest page waits for no event', async () => {
  const ending = new AbortController()
  const page = { ...pageTo('e1'), atHead: true }
  const waits = () => Promise.reject(new Error('it waits'))
  const pages = subscribeAll({
    after: null,
    signal: ending.signal,
    readAll: async () => page,
    openLive: () => ({ next: waits, end: () => {}, hasMore: () => false, reason: () => undefined }),
    log: silentLog,
  } as unknown as Options)
  expect((await pages.next()).value).toEqual(page)
  ending.abort()
  expect(await pages.next()).toEqual({ done: true, value: undefined })
})

test('a patient one gets the events that come soon after the first together with it', async () => {
  const arriving = [event('e2'), event('e3')]
  const next = async () => [arriving.shift()!]
  const openLive = () => ({
    next,
    end: () => {},
    hasMore: () => arriving.length > 0,
    reason: () => undefined,
  })
  const readAll = async () => ({ ...pageTo('e1'), atHead: true })
  const ending = new AbortController()
  const follow = (isPatient: boolean) =>
    subscribeAll({
      after: null,
      isPatient,
      signal: ending.signal,
      readAll,
      openLive,
      log: silentLog,
    } as unknown as Options)
  const patient = follow(true)
  await patient.next()
  expect((await patient.next()).value).toMatchObject({ events: [event('e2'), event('e3')], next: 'e3' })

  arriving.push(event('e2'), event('e3'))
  const impatient = follow(false)
  await impatient.next()
  expect((await impatient.next()).value).toMatchObject({ events: [event('e2')], next: 'e2' })
  ending.abort()
})
