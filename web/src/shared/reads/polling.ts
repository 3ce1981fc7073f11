import type { Query } from '@tanstack/react-query'
import { isOld } from '../api/read-models.ts'

/** Up to a hundred clients may share one IP address and its rate limit. */
const POLL_MS = 30_000

/** Polls while the page is visible. */
export const polled = { refetchInterval: POLL_MS, refetchIntervalInBackground: false } as const

/** For progress that somebody watches. Rarely more than one person does. */
const WATCH_MS = 5_000

/** Polls more often while the data shows something in progress. */
export const polledWhile = <T>(isUnderWay: (data: T) => boolean) => ({
  ...polled,
  refetchInterval: ({ state: { data } }: { readonly state: { readonly data: T | undefined } }): number =>
    data !== undefined && isUnderWay(data) ? WATCH_MS : POLL_MS,
})

/** For all other reads: repeats while the data is out of date. */
export const polledWhileOld = {
  ...polled,
  refetchInterval: (query: Pick<Query, 'queryHash'>): number | false => (isOld(query) ? POLL_MS : false),
}
