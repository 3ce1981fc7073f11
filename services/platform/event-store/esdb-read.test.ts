import { EventEmitter } from 'node:events'
import { AccessDeniedError } from '@eventstore/db-client'
import { expect, test } from 'vitest'
import type { Clients } from './esdb-client.ts'
import { createReader } from './esdb-read.ts'
import { AccessRefused } from './event-store.ts'

test('a server that refuses the password is not asked again, and the error says what it refuses', async () => {
  let asked = 0
  const readStream = () => {
    asked += 1
    const read = new EventEmitter()
    setImmediate(() => read.emit('error', new AccessDeniedError()))
    return read
  }
  let givenUp = 0
  const clients = { current: () => ({ readStream }), giveUp: () => (givenUp += 1) } as unknown as Clients
  const error = await createReader(clients)
    .readStream('user-1', 0, 1)
    .catch((refused: unknown) => refused)
  expect(error).toBeInstanceOf(AccessRefused)
  expect(String(error)).toMatch(/refuses these credentials/)
  expect({ asked, givenUp }).toEqual({ asked: 1, givenUp: 0 })
})
