import { focusManager, QueryObserver, type QueryObserverResult } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from '../api-error.ts'
import { createQueryClient } from './query-client.ts'
import { noteBehind, standingOf } from '../api/read-models.ts'

// Nothing is retried or polled on a server.
vi.hoisted(() => Object.assign(globalThis, { window: globalThis }))

beforeEach(() => {
  vi.useFakeTimers()
  focusManager.setFocused(true)
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.useRealTimers()
  focusManager.setFocused(undefined)
  vi.unstubAllGlobals()
})

const away = (code: string, retryAfter: number | null = 2) =>
  new ApiError({ statusCode: 503, code, message: 'm', requestId: 'r' }, retryAfter)

/** A read that returns the most recently set result or error. */
const reading = (first: unknown) => {
  const client = createQueryClient()
  const read = { answer: first, asked: 0 }
  const queryFn = async () => {
    read.asked += 1
    if (read.answer instanceof Error) throw read.answer
    return read.answer
  }
  const observer = new QueryObserver(client, { queryKey: ['x'], queryFn })
  let result: QueryObserverResult = observer.getCurrentResult()
  onTestFinished(observer.subscribe((next) => (result = next)))
  return {
    client,
    read,
    result: () => result,
    standing: () => standingOf(client.getQueryCache().getAll()),
  }
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

test.each(['read-model.building', 'read-model.behind', 'read-model.parked', 'store.unavailable'])(
  'a read that answers %s is asked until there is an answer, and never fails',
  async (code) => {
    const { read, result, standing } = reading(away(code))
    await pass(600)
    expect(result()).toMatchObject({ status: 'pending', isError: false })
    expect(standing()).toMatchObject({ cause: code, hasRows: false })
    read.answer = 'there'
    await pass(20)
    expect(result()).toMatchObject({ data: 'there', failureReason: null })
    expect(standing().cause).toBeNull()
  },
)

test('retries at the time that the server names, then less and less often, but at least every 20 s', async () => {
  const { read } = reading(away('read-model.building', 4))
  await pass(3.9)
  expect(read.asked).toBe(1)
  await pass(0.2)
  expect(read.asked).toBe(2)
  await pass(5.8)
  expect(read.asked).toBe(2)
  await pass(0.2)
  expect(read.asked).toBe(3)
  await pass(300)
  const before = read.asked
  await pass(200)
  expect(read.asked - before).toBe(10)
})

test('a hidden page does not retry until it becomes visible', async () => {
  const { client, read, result } = reading(away('read-model.building'))
  client.mount()
  onTestFinished(() => client.unmount())
  await pass(0)
  focusManager.setFocused(false)
  await pass(600)
  expect(read.asked).toBe(1)
  read.answer = 'there'
  focusManager.setFocused(true)
  await pass(0)
  expect(result().data).toBe('there')
})

test('keeps the data of the previous read', async () => {
  const { client, read, result, standing } = reading('before')
  await pass(0)
  read.answer = away('read-model.behind')
  void client.invalidateQueries()
  await pass(60)
  expect(result()).toMatchObject({ data: 'before', isError: false })
  expect(standing()).toMatchObject({ cause: 'read-model.behind', hasRows: true })
})

test('any other 503 with a retry time is an interruption, and retried until it is over', async () => {
  const { read, result, standing } = reading(away('server.unexpected', 4))
  await pass(600)
  expect(result()).toMatchObject({ status: 'pending', isError: false })
  expect(standing().cause).toBe('store.unavailable')
  read.answer = 'there'
  await pass(20)
  expect(result().data).toBe('there')
})

test('other errors fail at once, or after three retries if they may be temporary', async () => {
  const refused = reading(new ApiError({ statusCode: 404, code: 'x.y', message: '', requestId: '' }))
  await pass(0)
  expect(refused.result().isError).toBe(true)
  const broken = reading(away('server.unexpected', null))
  await pass(60)
  expect(broken.read.asked).toBe(4)
  expect(broken.result().isError).toBe(true)
  expect(broken.standing().cause).toBeNull()
})

test('the notice about a recorded command stays until the page has read everything again', async () => {
  const { client, read, result, standing } = reading('before')
  await pass(0)
  noteBehind()
  await pass(4)
  expect(standing().isFollowing, 'long enough to be read').toBe(true)
  await pass(2)
  expect(standing().isFollowing).toBe(false)
  read.answer = away('read-model.behind')
  noteBehind()
  // the page itself reads its lists again as well
  void client.invalidateQueries({ queryKey: ['x'] })
  await pass(60)
  expect(standing().isFollowing).toBe(true)
  read.answer = 'after'
  await pass(20)
  expect(result().data).toBe('after')
  expect(standing()).toEqual({
    isFollowing: false,
    isLost: false,
    cause: null,
    hasRows: false,
    minutesOld: null,
  })
})
