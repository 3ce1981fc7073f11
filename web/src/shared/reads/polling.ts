import type { Query } from '@tanstack/react-query'
import { isOld } from '../api/read-models.ts'

/** Behind one router there may be a hundred of us. */
const POLL_MS = 30_000

/** For a read that is asked again and again, but not by a page that nobody sees. */
export const polled = { refetchInterval: POLL_MS, refetchIntervalInBackground: false } as const

/** What somebody watches as it is made; there is hardly ever more than one of them. */
const WATCH_MS = 5_000

/** The same, and sooner while it tells of something that is under way. */
export const polledWhile = <T>(isUnderWay: (data: T) => boolean) => ({
  ...polled,
  refetchInterval: ({ state: { data } }: { readonly state: { readonly data: T | undefined } }): number =>
    data !== undefined && isUnderWay(data) ? WATCH_MS : POLL_MS,
})

/** For every other read: again while what was read is old. */
export const polledWhileOld = {
  ...polled,
  refetchInterval: (query: Pick<Query, 'queryHash'>): number | false => (isOld(query) ? POLL_MS : false),
}
