import { useEffect } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Request } from '#contract/requests/requests.ts'
import { serverTime } from '#shared/api/server-time.ts'

/** The server's clock may be a little behind what is known of it: then once more. */
const LATER_MS = 500
const AT_LEAST_MS = 1_000
/** Browsers take no longer timers; nobody looks at a page that long. */
const A_DAY_MS = 86_400_000

/** Reads a pending request again when its time is over: nobody does anything then that would be told. */
export const useRefetchAtExpiry = ({ data, dataUpdatedAt, refetch }: UseQueryResult<Request>): void => {
  const expiresAt = data?.status === 'pending' ? data.expiresAt : undefined
  useEffect(() => {
    const left =
      expiresAt === undefined ? A_DAY_MS : Date.parse(expiresAt) - serverTime(dataUpdatedAt) + LATER_MS
    if (left >= A_DAY_MS) return
    const timer = setTimeout(() => void refetch(), Math.max(left, AT_LEAST_MS))
    return () => clearTimeout(timer)
  }, [expiresAt, dataUpdatedAt, refetch])
}
