import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api-error.ts'
import { polledWhileOld } from './polling.ts'
import { followBy, isPassing } from '../api/read-models.ts'

const MOST_RETRIES = 3
const LONGEST_WAIT_SECONDS = 5
/** Starts with the server's retry time and grows, because a page may wait for hours. */
const WAIT_GROWTH = 1.5
const LONGEST_PATIENCE_SECONDS = 20

const mayHelp = (failures: number, error: unknown): boolean =>
  failures < MOST_RETRIES &&
  error instanceof ApiError &&
  (error.statusCode === 503 || error.statusCode === 0) &&
  navigator.onLine

const waitSeconds = (failures: number, error: unknown): number => {
  const asked = error instanceof ApiError ? error.retryAfterSeconds : null
  if (!isPassing(error)) return Math.min(asked ?? 2 ** failures / 2, LONGEST_WAIT_SECONDS)
  return Math.min((asked ?? 1) * WAIT_GROWTH ** failures, LONGEST_PATIENCE_SECONDS)
}

/**
 * Reads retry until their read model is available, or a few times for unknown errors, and only while the page is
 * visible. Commands never retry by themselves. Nothing waits for the network: a page would seem to load for ever, and
 * a command would be sent long after the reader gave it up.
 */
export const createQueryClient = (): QueryClient => {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        ...polledWhileOld,
        staleTime: 10_000,
        networkMode: 'always',
        refetchOnReconnect: 'always',
        retry: (failures, error) => isPassing(error) || mayHelp(failures, error),
        retryDelay: (failures, error) => waitSeconds(failures, error) * 1000,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  followBy(() => client.invalidateQueries())
  return client
}
