import type { Reply } from '#contract/endpoint.ts'
import { requestApprovers } from '#contract/requests/requests.ts'
import { endpointPages } from '#shared/api/api.ts'

export type Approver = Reply<typeof requestApprovers>[number]

const PAGE_SIZE = 10

/** Pages of the approvers that the user may ask and whose address contains `q`. */
export const approverPages = (workspaceId: string, q = '') =>
  endpointPages(requestApprovers, { params: { workspaceId }, query: { q, limit: PAGE_SIZE } })
