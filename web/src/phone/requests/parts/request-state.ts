import type { Request } from '#contract/requests/requests.ts'

export type RequestState = Request['status'] | 'verified' | NonNullable<Request['closedReason']>

/** Combines type, status and reason into one state. A call check is verified, not approved. */
export const stateOf = ({
  type,
  status,
  closedReason,
}: Pick<Request, 'type' | 'status' | 'closedReason'>): RequestState => {
  if (status === 'declined') return closedReason ?? 'declined'
  return status === 'approved' && type === 'verification' ? 'verified' : status
}

/** Returns whether the request was reported after its decision, so that nobody should rely on it. */
export const isReportedLater = ({
  closedReason,
  reportedAt,
}: Pick<Request, 'closedReason' | 'reportedAt'>): boolean =>
  reportedAt !== null && closedReason !== 'reported'
