import { EventEmitter } from 'node:events'
import { AccessDeniedError, StreamNotFoundError } from '@eventstore/db-client'
import { expect, test } from 'vitest'
import type { Clients } from './esdb-client.ts'
import { positionOf } from './esdb-position.ts'
import { createReader } from './esdb-read.ts'
import { AccessRefused, Unavailable } from '../event-store.ts'

const position = { commit: 9n, prepare: 9n }

/** A read that gives `events`, or fails. */
const readOf = (outcome: object[] | Error) => {
  const read = new EventEmitter()
  setImmediate(() => {
    if (outcome instanceof Error) return read.emit('error', outcome)
    for (const event of outcome) read.emit('data', { event })
    return read.emit('end')
  })
  return read
}

test('what a client answers after it was given up may be stale, and is asked of the next', async () => {
  const next = { readStream: () => readOf([{ streamId: 'user-1', revision: 7n, position }]) }
  const frozen = { readStream: () => readOf(new StreamNotFoundError(null as never, 'user-1')) }
  const asked = [frozen, next]
  const clients = {
    current: () => asked.shift(),
    isCurrent: (client: object) => client === next,
    giveUp: () => {},
    noteAnswer: () => {},
  }
  const events = await createReader(clients as unknown as Clients).readStream('user-1', 0, 1)
  expect(events).toMatchObject([{ revision: 7 }])
})

test('a server that refuses the password is not asked again, and the error says what it refuses', async () => {
  let asked = 0
  const readStream = () => {
    asked += 1
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
  expect({ asked, givenUp }).toEqual({ asked: 1, givenUp: 0 })
})

const nothingThere = (text: string) => new Error(`2 UNKNOWN: Unexpected ReadAllResult: ${text}`)
const factAt = (atPlace: Error, atEnd: object[] | Error) => {
  const readAll = ({ direction }: { direction?: string }) => readOf(direction ? atEnd : atPlace)
  const client = { readAll }
  const clients = { current: () => client, giveUp: () => {}, isCurrent: () => true, noteAnswer: () => {} }
  return createReader(clients as unknown as Clients).factAt(positionOf(position))
}

test.each(['InvalidPosition', 'Error'])(
  'no fact is where no event begins, of which a server says %s',
  async (text) => {
    expect(await factAt(nothingThere(text), [])).toBeNull()
  },
)

test('of a server that can read nothing at all nobody learns that a fact is gone', async () => {
  await expect(factAt(nothingThere('Error'), nothingThere('Error'))).rejects.toThrow(Unavailable)
})
