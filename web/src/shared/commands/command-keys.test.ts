import { expect, test } from 'vitest'
import { ApiError, networkError } from '../api-error.ts'
import { createCommandKeys } from './command-keys.ts'

const error = (statusCode: number) => new ApiError({ statusCode, code: 'x.y', message: 'm', requestId: 'r' })
const invite = { body: { email: 'a@b.de' } }

test.each([networkError(), error(503), error(500)])('after %s the same input keeps its key', (reason) => {
  const keys = createCommandKeys()
  const first = keys.keyFor(invite)
  keys.settle(reason)
  expect(keys.keyFor({ body: { email: 'a@b.de' } })).toBe(first)
})

test('another input gets another key, even while the outcome of the first is unknown', () => {
  const keys = createCommandKeys()
  const first = keys.keyFor(invite)
  keys.settle(networkError())
  expect(keys.keyFor({ body: { email: 'c@d.de' } })).not.toBe(first)
})

test.each([undefined, error(409), error(400)])(
  'once it is known how it ended (%s) the key is spent',
  (end) => {
    const keys = createCommandKeys()
    const first = keys.keyFor(invite)
    keys.settle(end)
    expect(keys.keyFor(invite)).not.toBe(first)
  },
)
