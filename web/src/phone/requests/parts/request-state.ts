import type { Request } from '#contract/requests/requests.ts'

export type RequestState = Request['status'] | 'verified' | NonNullable<Request['closedReason']>

/** Combines type, status and reason into one state. A call check is verified, not approved. */
export const stateOf = ({
  type,
  status,
  closedReason,
}: Pick<Request, 'type' | 'status' | 'closedReason'>): RequestState => {
  switch (status) {
    case 'declined':
      return closedReason ?? status
    case 'approved':
      return type === 'verification' ? 'verified' : status
    case 'pending':
      return status
  }
}

/** Returns whether the request was reported after its decision, so that nobody should rely on it. */
export const isReportedLater = ({
  closedReason,
  reportedAt,
}: Pick<Request, 'closedReason' | 'reportedAt'>): boolean =>
  reportedAt !== null && closedReason !== 'reported'
