import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

const MOST_RETRIES = 3
const LONGEST_WAIT_SECONDS = 5

const isPassing = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.statusCode === 503 || error.statusCode === 0)

/**
 * Reads are retried a few times while a store is down or behind; commands never by themselves. Nothing waits for the
 * network in silence: a page would seem to load for ever, and a command would go out long after it was given up.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        networkMode: 'always',
        refetchOnReconnect: 'always',
        retry: (failures, error) => failures < MOST_RETRIES && isPassing(error) && navigator.onLine,
        retryDelay: (failures, error) => {
          const asked = isPassing(error) ? error.retryAfterSeconds : null
          return Math.min(asked ?? 2 ** failures / 2, LONGEST_WAIT_SECONDS) * 1000
        },
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
