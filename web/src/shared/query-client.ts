import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

const MOST_RETRIES = 3
const LONGEST_WAIT_SECONDS = 5

const isPassing = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.statusCode === 503 || error.statusCode === 0)

/** Reads are retried a few times while a store is down or behind; commands never by themselves. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < MOST_RETRIES && isPassing(error),
        retryDelay: (failures, error) => {
          const asked = isPassing(error) ? error.retryAfterSeconds : null
          return Math.min(asked ?? 2 ** failures / 2, LONGEST_WAIT_SECONDS) * 1000
        },
      },
      mutations: { retry: false },
    },
  })
