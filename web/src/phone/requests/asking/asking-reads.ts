import { useQuery } from '@tanstack/react-query'
import { requestApprover, requestColleagues } from '#contract/requests/asking.ts'
import type { Reply } from '#contract/endpoint.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { polledWhile } from '#shared/reads/polling.ts'

/** One approver, and what stands in the way of a call check with them. */
export type AskedOne = Reply<typeof requestApprover>

/** Whether a call check with them would be refused, or could not be answered. */
export const isRefused = ({ obstacle, hasDevice }: Pick<AskedOne, 'obstacle' | 'hasDevice'>): boolean =>
  obstacle !== null || !hasDevice

/** Read again while something stands in the way: no stream tells that a colleague opens a page, or that time has passed. */
export const useAskedOne = (workspaceId: string, approver: Pick<AskedOne, 'participantId'> | null) =>
  useQuery({
    ...endpointQuery(requestApprover, {
      params: { workspaceId, participantId: approver?.participantId ?? '' },
    }),
    ...polledWhile<AskedOne>((one) => isRefused(one) || !one.notified),
    enabled: approver !== null,
    staleTime: 0,
  })

/** The colleagues with whom the user checked a call of late. */
export const useColleagues = () => useQuery({ ...endpointQuery(requestColleagues), staleTime: 0 })
