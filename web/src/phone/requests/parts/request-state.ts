import type { Request } from '#contract/requests/requests.ts'

export type RequestState = Request['status'] | 'verified' | NonNullable<Request['closedReason']>

/** One word for type, status and reason: how it ended, or `pending`. A call check is verified, not approved. */
export const stateOf = ({
  type,
  status,
  closedReason,
}: Pick<Request, 'type' | 'status' | 'closedReason'>): RequestState => {
  if (status === 'declined') return closedReason ?? 'declined'
  return status === 'approved' && type === 'verification' ? 'verified' : status
}

/** Somebody said “this was not me” of what had been decided already: what was decided is not to be relied on. */
export const isReportedLater = ({
  closedReason,
  reportedAt,
}: Pick<Request, 'closedReason' | 'reportedAt'>): boolean =>
  reportedAt !== null && closedReason !== 'reported'
