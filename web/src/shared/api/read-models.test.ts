import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from '../api-error.ts'
import { noteAge, shownOf, standingOf } from './read-models.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const away = (code: string) => new ApiError({ statusCode: 503, code, message: 'm', requestId: 'r' })

/** A page with reads that are unavailable for these reasons. */
const pageOf = async (...codes: string[]) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: true, retryDelay: 1000 } } })
  const show = (name: string, queryFn: () => Promise<string>) =>
    new QueryObserver(client, { queryKey: [name], queryFn }).subscribe(() => {})
  const hides = codes.map((code) => show(code, () => Promise.reject(away(code))))
  onTestFinished(() => client.clear())
  await vi.advanceTimersByTimeAsync(0)
  return { client, hides, standing: () => standingOf(client.getQueryCache().getAll()) }
}

test('shows the most serious of several causes', async () => {
  const page = await pageOf('read-model.behind', 'store.unavailable', 'read-model.building')
  expect(page.standing().cause).toBe('store.unavailable')
  const lesser = await pageOf('read-model.behind', 'read-model.building')
  expect(lesser.standing().cause).toBe('read-model.building')
})

test('ignores reads that the page no longer shows', async () => {
  const { hides, standing } = await pageOf('read-model.building')
  hides[0]?.()
  expect(standing().cause).toBeNull()
})

test('the age is that of the oldest response, and grows', async () => {
  const { client, standing } = await pageOf()
  for (const name of ['a', 'b'])
    new QueryObserver(client, { queryKey: [name], queryFn: async () => name }).subscribe(() => {})
  noteAge(['a'], 59)
  noteAge(['b'], 180)
  noteAge(['not shown'], 6000)
  expect(standing().minutesOld).toBe(3)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(standing().minutesOld).toBe(4)
  noteAge(['b'], null)
  expect(standing().minutesOld).toBe(1)
})

test('rows of the previous query are hidden while the next one is unavailable', () => {
  const read = { fetchStatus: 'fetching', failureReason: away('read-model.building'), data: 'rows' } as const
  expect(shownOf({ ...read, isPlaceholderData: true })).toBeUndefined()
  expect(shownOf({ ...read, isPlaceholderData: false })).toBe('rows')
  expect(shownOf({ ...read, failureReason: null, isPlaceholderData: true })).toBe('rows')
})
