import { useQuery } from '@tanstack/react-query'
import { requestInboxCounts } from '#contract/requests/inbox.ts'
import { endpointQuery } from '../api/api.ts'

/** How much waits for the reader in all workspaces. Undefined during loading. */
export const useInboxCounts = () => useQuery(endpointQuery(requestInboxCounts, { query: {} })).data
