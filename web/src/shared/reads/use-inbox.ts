import { useQuery } from '@tanstack/react-query'
import { requestInbox, type Request } from '#contract/requests/requests.ts'
import { endpointQuery } from '../api/api.ts'

/** As many are asked for at most; there may be more. */
export const MOST_WAITING = 50

/** The requests that wait for the reader, over all workspaces; none until they are known. */
export const useInbox = (): readonly Request[] =>
  useQuery(endpointQuery(requestInbox, { query: { limit: MOST_WAITING } })).data ?? []
