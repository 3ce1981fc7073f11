import { useQuery } from '@tanstack/react-query'
import { readiness, type Readiness } from '#contract/workspaces/readiness.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { polledWhile } from '#shared/reads/polling.ts'

const isSending = ({ mails }: Readiness): boolean => mails.waiting > 0

/** How far the people of a workspace are. Follows invitations while their mails are sent. */
export const useReadiness = (workspaceId: string) =>
  useQuery({
    ...endpointQuery(readiness, { params: { id: workspaceId } }),
    ...polledWhile<Readiness>(isSending),
  })

/** Whether nobody lags, or nobody else is there. */
export const isReady = ({ invited, joined, withDevice, mails, unreached }: Readiness): boolean =>
  invited < 2 || (withDevice === invited && joined === invited && mails.waiting + unreached === 0)
