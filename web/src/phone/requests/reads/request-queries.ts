import { useInfiniteQuery, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { askedRequests } from '#contract/requests/asked.ts'
import type { Query } from '#contract/endpoint.ts'
import { requestInbox } from '#contract/requests/inbox.ts'
import { requestDetails, requestList, type Request } from '#contract/requests/requests.ts'
import { endpointKey, endpointPages, endpointQuery } from '#shared/api/api.ts'

/** Reads again whenever the page comes to the front, because a phone is in a pocket most of the time. */
export const alwaysFresh = { staleTime: 0, refetchOnWindowFocus: 'always' } as const

/** The requests that wait for the user, page by page. */
export const useInbox = (query: Query<typeof requestInbox> = {}) =>
  useInfiniteQuery({ ...endpointPages(requestInbox, { query }), ...alwaysFresh })

/** The user's newest `limit` requests in a workspace. */
export const useOwnRequests = (workspaceId: string, limit: number) =>
  useQuery({
    ...endpointQuery(requestList, { params: { id: workspaceId }, query: { mine: 'asked', limit } }),
    ...alwaysFresh,
  })

/** By its name, because the first screen does not load its contract. */
const ASKED: (typeof askedRequests)['operation'] = 'requests.asked'
const LISTS: readonly unknown[] = [requestInbox.operation, requestList.operation, ASKED]
type ListData = readonly Request[] | { readonly pages: readonly { readonly reply: readonly Request[] }[] }

/** Finds a request in the cached list that was read last, and when that was. */
const findInLists = (client: QueryClient, id: string): { data?: Request; at?: number } => {
  const found = client
    .getQueryCache()
    .findAll({ predicate: ({ queryKey }) => LISTS.includes(queryKey[0]) })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .flatMap(({ state: { data = [], dataUpdatedAt: at } }) => {
      const list = data as ListData
      const requests = 'pages' in list ? list.pages.flatMap(({ reply }) => reply) : list
      return requests.filter((request) => request.id === id).map((request) => ({ data: request, at }))
    })
  return found[0] ?? {}
}

/** One request. Offline, it comes from the inbox or another list. */
export const useRequest = (id: string) => {
  const client = useQueryClient()
  return useQuery({
    ...endpointQuery(requestDetails, { params: { id } }),
    ...alwaysFresh,
    ...(!navigator.onLine && {
      initialData: () => findInLists(client, id).data,
      initialDataUpdatedAt: () => findInLists(client, id).at,
    }),
  })
}

/** Returns a function that puts a server reply into the cache. */
export const useCacheRequest = (): ((request: Request) => void) => {
  const client = useQueryClient()
  return (request) =>
    client.setQueryData(endpointKey(requestDetails, { params: { id: request.id } }), request)
}
