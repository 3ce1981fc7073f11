import { EventEmitter } from 'node:events'
import { AccessDeniedError, END, StreamNotFoundError } from '@eventstore/db-client'
import { expect, test } from 'vitest'
import type { Clients } from './esdb-client.ts'
import { positionOf } from './esdb-events.ts'
import { createReader } from './esdb-read.ts'
import { AccessRefused, Unavailable } from '../event-store.ts'

const position = { commit: 9n, prepare: 9n }

/** A read that returns events or fails. */
const readOf = (outcome: object[] | Error) => {
  const read = new EventEmitter()
  setImmediate(() => {
    if (outcome instanceof Error) return read.emit('error', outcome)
    for (const event of outcome) read.emit('data', { event })
    return read.emit('end')
  })
  return read
}

test('an answer of a client that was given up is discarded, and the next client is asked', async () => {
  const next = { readStream: () => readOf([{ streamId: 'user-1', revision: 7n, position }]) }
  const frozen = { readStream: () => readOf(new StreamNotFoundError(null as never, 'user-1')) }
  const clientsInTurn = [frozen, next]
  const clients = {
    current: () => clientsInTurn.shift(),
    isCurrent: (client: object) => client === next,
    giveUp: () => {},
    noteAnswer: () => {},
  }
  const events = await createReader(clients as unknown as Clients).readStream('user-1', 0, 1)
  expect(events).toMatchObject([{ revision: 7 }])
})

test('rejected credentials are not retried, and the error names them', async () => {
  let calls = 0
  const readStream = () => {
    calls += 1
    return readOf(new AccessDeniedError())
  }
  let givenUp = 0
  const clients = {
    current: () => ({ readStream }),
    giveUp: () => (givenUp += 1),
    isCurrent: () => true,
  } as unknown as Clients
  const error = await createReader(clients)
    .readStream('user-1', 0, 1)
    .catch((refused: unknown) => refused)
  expect(error).toBeInstanceOf(AccessRefused)
  expect(String(error)).toMatch(/refuses these credentials/)
  expect({ calls, givenUp }).toEqual({ calls: 1, givenUp: 0 })
})

test('a read of no events asks no server', async () => {
  const clients = { current: () => expect.unreachable() } as unknown as Clients
  expect(await createReader(clients).readStream('user-1', 0, 0)).toEqual([])
})

type Read = { readonly direction?: string; readonly fromPosition: unknown; readonly maxCount: number }
type Place = { readonly commit: bigint; readonly prepare: bigint }
const placeOf = (n: number): Place => ({ commit: BigInt(n), prepare: BigInt(n) })

/** A store that holds these streams' events, the oldest first at position 1. It returns at most `maxCount` of them per read. */
const storeOf = (streams: readonly string[]) => {
  const log = streams.map((streamId, i) => ({
    streamId,
    type: 'Happened',
    revision: 0n,
    position: placeOf(i + 1),
  }))
  const directions: string[] = []
  const readAll = ({ direction = 'forwards', fromPosition, maxCount }: Read) => {
    directions.push(direction)
    const at = fromPosition === END ? log.length + 1 : Number((fromPosition as Place).commit)
    if (direction === 'forwards') return readOf(log.slice(at - 1, at - 1 + maxCount))
    return readOf(log.slice(Math.max(0, at - 1 - maxCount), at - 1).toReversed())
  }
  const client = { readAll }
  const clients = { current: () => client, giveUp: () => {}, isCurrent: () => true, noteAnswer: () => {} }
  return { head: createReader(clients as unknown as Clients).head, directions }
}
const headOf = (streams: readonly string[]) => storeOf(streams).head()
const ofServer = (count: number) => Array.from({ length: count }, () => '$stats-0.0.0.0:2113')

test.each([0, 31, 32, 33, 544, 1_200])(
  'the head is our last event, behind %d newer ones of the server itself',
  async (count) => {
    const last = positionOf({ commit: 2n, prepare: 2n })
    expect(await headOf(['user-1', 'user-2', ...ofServer(count)])).toBe(last)
  },
)

test.each([0, 1, 32, 544, 1_200])(
  'a store with only %d events of the server itself has no head',
  async (count) => {
    expect(await headOf(ofServer(count))).toBeNull()
  },
)

const users = (count: number) => Array.from({ length: count }, (_, i) => `user-${i}`)

test('a head that was known is read on from there, by one page: a page from the end always takes another', async () => {
  const { head, directions } = storeOf([...users(100), ...ofServer(3)])
  expect(await head(positionOf(placeOf(80)))).toBe(positionOf(placeOf(100)))
  expect(directions).toEqual(['forwards'])
})

test.each([
  ['more than a page follow it', 50],
  ['the store was set back', 140],
])('the head is read from the end if %s', async (_why, known) => {
  const { head, directions } = storeOf(users(100))
  expect(await head(positionOf(placeOf(known)))).toBe(positionOf(placeOf(100)))
  expect(directions).toEqual(['forwards', 'backwards'])
})

const nothingThere = (text: string) => new Error(`2 UNKNOWN: Unexpected ReadAllResult: ${text}`)
const factAt = (atPlace: Error, atEnd: object[] | Error) => {
  const readAll = ({ direction }: { direction?: string }) => readOf(direction ? atEnd : atPlace)
  const client = { readAll }
  const clients = { current: () => client, giveUp: () => {}, isCurrent: () => true, noteAnswer: () => {} }
  return createReader(clients as unknown as Clients).factAt(positionOf(position))
}

test.each(['InvalidPosition', 'Error'])(
  'returns null for a position without an event, if the server says %s',
  async (text) => {
    expect(await factAt(nothingThere(text), [])).toBeNull()
  },
)

test('throws Unavailable if the server cannot read at all', async () => {
  await expect(factAt(nothingThere('Error'), nothingThere('Error'))).rejects.toThrow(Unavailable)
})
