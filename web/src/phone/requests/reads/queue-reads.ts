import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Query } from '#contract/endpoint.ts'
import { askedRequests } from '#contract/requests/asked.ts'
import { requestInbox } from '#contract/requests/inbox.ts'
import { endpointPages } from '#shared/api/api.ts'
import { askedFor, DEFAULT_ORDER, type QueueFilters } from '#shared/reads/queue-filters.ts'
import { alwaysFresh } from './request-queries.ts'

/** What the filters find of the inbox, page by page. */
export const useFound = (filters: QueueFilters) => {
  const query = askedFor(filters) as Query<typeof requestInbox>
  return useInfiniteQuery({
    ...endpointPages(requestInbox, { query }),
    ...alwaysFresh,
    placeholderData: keepPreviousData,
  })
}

/** What the filters find of the requests that the user has made, in all workspaces, page by page. */
export const useAsked = ({ state, sort, ...filters }: QueueFilters) => {
  const query = askedFor({ ...filters, state: state || 'all', sort: sort || DEFAULT_ORDER.asked })
  return useInfiniteQuery({
    ...endpointPages(askedRequests, { query: query as Query<typeof askedRequests> }),
    ...alwaysFresh,
    placeholderData: keepPreviousData,
  })
}
