import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Query } from '#contract/endpoint.ts'
import { askedRequestCounts, askedRequests } from '#contract/requests/asked.ts'
import { requestInbox, requestInboxCounts, type InboxCounts } from '#contract/requests/inbox.ts'
import { endpointPages, endpointQuery } from '../api/api.ts'
import { askedFor, type QueueFilters, type Side } from './queue-filters.ts'

const PAGE_SIZE = 100

/** The two lists differ only in their states and orders, which the filters know. */
const LISTS = { inbox: requestInbox, asked: askedRequests as unknown as typeof requestInbox }
const COUNTS = {
  inbox: requestInboxCounts,
  asked: askedRequestCounts as unknown as typeof requestInboxCounts,
}

/** The requests that the filters find, page by page. */
export const useQueue = (filters: QueueFilters) => {
  const query = { ...askedFor(filters), limit: PAGE_SIZE } as Query<typeof requestInbox>
  return useInfiniteQuery({
    ...endpointPages(LISTS[filters.side], { query }),
    placeholderData: keepPreviousData,
  })
}

export type QueueCounts = Readonly<Record<string, number>> & Pick<InboxCounts, 'workspaces'>

/** How many of each state the search and the workspace leave. */
export const useQueueCounts = (
  side: Side,
  { q, workspace }: Pick<QueueFilters, 'q' | 'workspace'>,
): QueueCounts | undefined => {
  const query = { ...(q.trim() && { q: q.trim() }), ...(workspace && { workspaceId: workspace }) }
  return useQuery({ ...endpointQuery(COUNTS[side], { query }), placeholderData: keepPreviousData }).data as
    | QueueCounts
    | undefined
}
