import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { requestDetails, requestInbox, requestList, type Request } from '#contract/requests.ts'
import { relatedWorkspaces } from '#contract/workspaces.ts'
import type { WorkspaceMembership } from '#contract/workspaces.ts'
import { endpointKey, endpointPages, endpointQuery } from '../../shared/api.ts'

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

/** One request. Without a network as the inbox had it. */
export const useRequest = (id: string) => {
  const client = useQueryClient()
  const { queryKey } = endpointPages(requestInbox, { query: {} })
  const listed = () =>
    client
      .getQueryData(queryKey)
      ?.pages.flatMap(({ reply }) => reply)
      .find((request) => request.id === id)
  return useQuery({
    ...endpointQuery(requestDetails, { params: { id } }),
    ...alwaysFresh,
    ...(!navigator.onLine && {
      initialData: listed,
      initialDataUpdatedAt: () => client.getQueryState(queryKey)?.dataUpdatedAt,
    }),
  })
}

/** Takes over what the server answered. */
export const useTakeRequest = (): ((request: Request) => void) => {
  const client = useQueryClient()
  return (request) =>
    client.setQueryData(endpointKey(requestDetails, { params: { id: request.id } }), request)
}
