import type { Query } from '@tanstack/react-query'
import { isOld } from './read-models.ts'

/** Behind one router there may be a hundred of us. */
const POLL_MS = 30_000

/** For a read that is asked again and again, but not by a page that nobody sees. */
export const polled = { refetchInterval: POLL_MS, refetchIntervalInBackground: false } as const

/** For every other read: again while what was read is old. */
export const polledWhileOld = {
  ...polled,
  refetchInterval: (query: Pick<Query, 'queryHash'>): number | false => (isOld(query) ? POLL_MS : false),
}
