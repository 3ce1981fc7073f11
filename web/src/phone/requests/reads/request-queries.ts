import { useInfiniteQuery, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { requestDetails, requestInbox, requestList, type Request } from '#contract/requests/requests.ts'
import { relatedWorkspaces, type WorkspaceMembership } from '#contract/workspaces/workspaces.ts'
import { endpointKey, endpointPages, endpointQuery } from '#shared/api/api.ts'

/** Read again whenever the page comes to the front: a phone lies in a pocket most of the time. */
const alwaysFresh = { staleTime: 0, refetchOnWindowFocus: 'always' } as const

/** The workspaces of the caller with his own participant record in each. */
export const useMemberships = () => useQuery(endpointQuery(relatedWorkspaces, { query: { limit: 100 } }))

export const membershipIn = (
  workspaces: readonly WorkspaceMembership[] | undefined,
  workspaceId: string,
): WorkspaceMembership | undefined => workspaces?.find((workspace) => workspace.id === workspaceId)

/** What waits for the caller, page by page. */
export const useInbox = () =>
  useInfiniteQuery({ ...endpointPages(requestInbox, { query: {} }), ...alwaysFresh })

/** The newest `limit` requests that the caller made in a workspace. */
export const useOwnRequests = (workspaceId: string, limit: number) =>
  useQuery({
    ...endpointQuery(requestList, { params: { id: workspaceId }, query: { mine: 'asked', limit } }),
    ...alwaysFresh,
  })

const LISTS: readonly unknown[] = [requestInbox, requestList].map(({ operation }) => operation)
type Listed = readonly Request[] | { readonly pages: readonly { readonly reply: readonly Request[] }[] }

/** A request as the list has it that was read last, and when that was. */
const findListed = (client: QueryClient, id: string): { data?: Request; at?: number } => {
  const found = client
    .getQueryCache()
    .findAll({ predicate: ({ queryKey }) => LISTS.includes(queryKey[0]) })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .flatMap(({ state: { data = [], dataUpdatedAt: at } }) => {
      const listed = data as Listed
      const requests = 'pages' in listed ? listed.pages.flatMap(({ reply }) => reply) : listed
      return requests.filter((request) => request.id === id).map((request) => ({ data: request, at }))
    })
  return found[0] ?? {}
}

/** One request. Without a network as the inbox or another list had it. */
export const useRequest = (id: string) => {
  const client = useQueryClient()
  return useQuery({
    ...endpointQuery(requestDetails, { params: { id } }),
    ...alwaysFresh,
    ...(!navigator.onLine && {
      initialData: () => findListed(client, id).data,
      initialDataUpdatedAt: () => findListed(client, id).at,
    }),
  })
}

/** Takes over what the server answered. */
export const useCacheRequest = (): ((request: Request) => void) => {
  const client = useQueryClient()
  return (request) =>
    client.setQueryData(endpointKey(requestDetails, { params: { id: request.id } }), request)
}
