import type { Query } from '@tanstack/react-query'

/** Behind one router there may be a hundred of us. */
const POLL_MS = 30_000

/** For a read that is asked again and again, but not by a page that nobody sees. */
export const polled = { refetchInterval: POLL_MS, refetchIntervalInBackground: false } as const

/** The same, for as long as what was read is like this. */
export const polledWhile = <T>(isLikeThis: (read: T) => boolean) => ({
  ...polled,
  refetchInterval: ({ state }: Query<T, Error, T>): number | false =>
    state.data !== undefined && isLikeThis(state.data) ? POLL_MS : false,
})
