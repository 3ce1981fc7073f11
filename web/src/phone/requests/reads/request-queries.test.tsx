import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { requestInbox } from '#contract/requests/inbox.ts'
import { requestDetails, requestList } from '#contract/requests/requests.ts'
import { endpointPages, endpointQuery } from '#shared/api/api.ts'
import { createQueryClient } from '#shared/reads/query-client.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { requestOf } from '../../../testing/request-samples.ts'
import { ids, signIn } from '../../../testing/samples.ts'
import { persistQueries } from '../../reads/persisted-queries.ts'
import { readSealed } from '../../reads/sealed-cache.ts'
import { useRequest } from './request-queries.ts'

beforeEach(signIn)
afterEach(() => localStorage.clear())

/** Starts the app again in the same browser. */
const start = async () => {
  const client = createQueryClient()
  await persistQueries(client)
  return client
}

test('offline, a request comes from the list that was read last, also after a restart', async () => {
  const api = fakeApi()
  const params = { id: ids.workspace }
  api.answer(requestInbox, [requestOf(1), requestOf(2)])
  api.answer(requestList, ({ query }) =>
    query?.mine === 'asked' ? [requestOf(3)] : [requestOf(2, { status: 'approved' }), requestOf(4)],
  )
  const client = await start()
  await client.fetchInfiniteQuery(endpointPages(requestInbox, { query: {} }))
  await client.fetchQuery(endpointQuery(requestList, { params, query: { mine: 'asked', limit: 3 } }))
  await waitFor(async () => {
    const addressed = endpointPages(requestList, { params, query: { mine: 'addressed' } })
    await client.fetchInfiniteQuery({ ...addressed, staleTime: 0 })
    const [inbox, list] = client
      .getQueryCache()
      .findAll({ predicate: ({ queryKey }) => queryKey.at(-1) === 'pages' })
    expect(list!.state.dataUpdatedAt).toBeGreaterThan(inbox!.state.dataUpdatedAt)
  })

  await waitFor(async () => expect(await readSealed()).toContain(requestOf(4).id))
  const next = await start()
  api.lose(requestDetails)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => void vi.restoreAllMocks())
  const shown = (number: number) =>
    renderHook(() => useRequest(requestOf(number).id), {
      wrapper: ({ children }) => <QueryClientProvider client={next}>{children}</QueryClientProvider>,
    }).result.current
  expect([1, 2, 3, 4].map((number) => shown(number).data)).toEqual([
    requestOf(1),
    requestOf(2, { status: 'approved' }),
    requestOf(3),
    requestOf(4),
  ])
  expect(shown(5).data).toBeUndefined()
  const [list] = next
    .getQueryCache()
    .findAll({ predicate: ({ queryKey }) => queryKey[0] === requestList.operation })
  expect(shown(3).dataUpdatedAt).toBe(list!.state.dataUpdatedAt)
})

test('a restored paged list is read again from its first page', async () => {
  const api = fakeApi()
  api.answer(requestInbox, [requestOf(1)])
  const inbox = { ...endpointPages(requestInbox, { query: {} }), staleTime: 0 }
  await (await start()).fetchInfiniteQuery(inbox)
  await waitFor(async () => expect(await readSealed()).toContain('pages'))
  api.answer(requestInbox, [requestOf(2)])
  const { pages } = await (await start()).fetchInfiniteQuery(inbox)
  expect(pages.map(({ reply }) => reply)).toEqual([[requestOf(2)]])
  expect(api.sentTo(requestInbox).map(({ query }) => query)).toEqual([{}, {}])
})
