import type { Query } from '@tanstack/react-query'
import { isOld } from './read-models.ts'

/** Behind one router there may be a hundred of us. */
const POLL_MS = 30_000

/** For a read that is asked again and again, but not by a page that nobody sees. */
export const polled = { refetchInterval: POLL_MS, refetchIntervalInBackground: false } as const

/** The same, for as long as what was read is like this, or old. */
export const polledWhile = <T>(isLikeThis: (read: T) => boolean) => ({
  ...polled,
  refetchInterval: (query: Query<T, Error, T>): number | false => {
    const { data } = query.state
    return isOld(query) || (data !== undefined && isLikeThis(data)) ? POLL_MS : false
  },
})

/** For every other read: again while what was read is old. */
export const polledWhileOld = {
  ...polled,
  refetchInterval: (query: Pick<Query, 'queryHash'>): number | false => (isOld(query) ? POLL_MS : false),
}
