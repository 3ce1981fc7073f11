import { useEffect } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Request } from '#contract/requests/requests.ts'
import { serverTime } from '#shared/api/server-time.ts'

/** The estimated server time may be slightly ahead. */
const MARGIN_MS = 500
const LEAST_DELAY_MS = 1_000
/** Timers overflow after 24.8 days, and no page stays open that long. */
const DAY_MS = 86_400_000

/** Reads a pending request again when it expires, because expiry causes no live update. */
export const useRefetchAtExpiry = ({ data, dataUpdatedAt, refetch }: UseQueryResult<Request>): void => {
  const expiresAt = data?.status === 'pending' ? data.expiresAt : undefined
  useEffect(() => {
    const left =
      expiresAt === undefined ? DAY_MS : Date.parse(expiresAt) - serverTime(dataUpdatedAt) + MARGIN_MS
    if (left >= DAY_MS) return
    const timer = setTimeout(() => void refetch(), Math.max(left, LEAST_DELAY_MS))
    return () => clearTimeout(timer)
  }, [expiresAt, dataUpdatedAt, refetch])
}
