import type { Request } from '#contract/requests.ts'

export type RequestState = Request['status'] | NonNullable<Request['closedReason']>

/** One word for status and reason: how it ended, or `pending`. */
export const stateOf = (request: Pick<Request, 'status' | 'closedReason'>): RequestState =>
  request.status === 'declined' ? (request.closedReason ?? 'declined') : request.status
