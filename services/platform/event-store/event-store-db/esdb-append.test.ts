import { WrongExpectedVersionError } from '@eventstore/db-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newEvents, newStream } from '#support/event-store/facts.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { checkAppend } from '../check-append.ts'
import { createAppender } from './esdb-append.ts'
import type { Clients } from './esdb-client.ts'
import { positionOf } from './esdb-events.ts'
import type { Reader } from './esdb-read.ts'
import { Unavailable, type Position, type StoredEvent } from '../event-store.ts'

type Appender = Parameters<typeof createAppender>[0]

const wrongRevision = (actual: bigint) => () => {
  throw new WrongExpectedVersionError(null as never, { streamName: 's', current: actual, expected: 0n })
}
const position = { commit: 9n, prepare: 9n }

/** An appender whose server gives `answers` in turn, and whose reads return `stored` in turn. */
const appenderOf = (
  answers: (() => unknown)[],
  stored: StoredEvent[][] = [],
  head: Position | null = null,
) => {
  const client = { appendToStream: async () => answers.shift()!() }
  const clients = {
    credentials: {},
    current: () => client,
    giveUp: () => {},
    noteAnswer: () => {},
  } as unknown as Clients
  const reader: Pick<Reader, 'readStream' | 'lastRevision' | 'head'> = {
    readStream: async () => stored.shift() ?? [],
    lastRevision: async () => 3,
    head: async () => head,
  }
  return createAppender({ clients, reader, log: silentLog } as Appender)
}

test('stored events that a stale node does not return yet are not a conflict', async () => {
  const stream = newStream()
  const [event] = newEvents(1)
  const stored = { ...event!, stream, revision: 0, position: positionOf(position) }
  const { append } = appenderOf([wrongRevision(0n), wrongRevision(0n)], [[], [stored]])
  const result = await append(checkAppend(stream, 'no_stream', [event!]), [event!], 5_000)
  expect(result).toMatchObject({ revision: 0, position: stored.position })
})

test('after a lost answer the refusal of a stale node is not a verdict', async () => {
  const lost = () => {
    throw new Error('read ECONNRESET')
  }
  const { append } = appenderOf([lost, wrongRevision(3n), () => ({ position })])
  const events = newEvents(1)
  const result = await append(checkAppend(newStream(), 5, events), events, 5_000)
  expect(result).toMatchObject({ revision: 6, position: positionOf(position) })
})

test('an append that another process had done is a repetition, also for a process that has just begun', async () => {
  const events = newEvents(1)
  const appendAfter = (head: Position | null) =>
    appenderOf([() => ({ position })], [], head).append(
      checkAppend(newStream(), 'no_stream', events),
      events,
      5_000,
    )
  expect(await appendAfter(positionOf(position))).toMatchObject({ deduplicated: true })
  expect(await appendAfter(positionOf({ commit: 8n, prepare: 8n }))).toMatchObject({ deduplicated: false })
  expect(await appendAfter(null)).toMatchObject({ deduplicated: false })
})

test('an append ends in time even if the system clock is set back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const began = Date.now()
  const refuse = () => {
    vi.setSystemTime(began - 3_600_000)
    throw new Error('No connection established')
  }
  const appender = appenderOf(Array.from({ length: 100 }, () => refuse))
  const events = newEvents(1)
  const append = appender.append(checkAppend(newStream(), 'no_stream', events), events, 200)
  await expect(append).rejects.toThrow(Unavailable)
})
