import { useEffect } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Request } from '#contract/requests.ts'

/** The server's clock may be a little behind. */
const LATER_MS = 500
/** Browsers take no longer timers; nobody looks at a page that long. */
const A_DAY_MS = 86_400_000

/** Reads a pending request again when its time is over: nobody does anything then that would be told. */
export const useReadWhenOver = ({ data, refetch }: UseQueryResult<Request>): void => {
  const expiresAt = data?.status === 'pending' ? data.expiresAt : undefined
  useEffect(() => {
    const left = expiresAt === undefined ? A_DAY_MS : Date.parse(expiresAt) - Date.now() + LATER_MS
    if (left >= A_DAY_MS || left < 0) return
    const timer = setTimeout(() => void refetch(), left)
    return () => clearTimeout(timer)
  }, [expiresAt, refetch])
}
