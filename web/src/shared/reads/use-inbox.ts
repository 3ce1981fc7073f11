import { useQuery } from '@tanstack/react-query'
import { requestInbox } from '#contract/requests/inbox.ts'
import type { Request } from '#contract/requests/requests.ts'
import { endpointQuery } from '../api/api.ts'

/** The inbox is read up to this number. */
export const MOST_WAITING = 50

/** The requests that wait for the reader in all workspaces. Empty during loading. */
export const useInbox = (): readonly Request[] =>
  useQuery(endpointQuery(requestInbox, { query: { limit: MOST_WAITING } })).data ?? []
