import type { ErrorBody } from '#contract/common.ts'
import type { ErrorCode, ErrorDetails } from '#contract/errors.ts'
import { loadGermanErrors } from './texts/german-error-of.ts'

export const UNKNOWN_ERROR = 'Unknown error occurred'

/** What a failed call rejects with: the server's error body, or `statusCode` 0 when no response came. */
export class ApiError extends Error {
  readonly statusCode: number
  /** An ErrorCode of the contract, or `network.failed` without a response. */
  readonly code: ErrorCode | 'network.failed'
  readonly requestId: string
  readonly details: ErrorDetails
  readonly retryAfterSeconds: number | null
  constructor(body: ErrorBody, retryAfterSeconds: number | null = null) {
    super(body.message)
    this.name = 'ApiError'
    this.statusCode = body.statusCode
    this.code = body.code as ErrorCode
    this.requestId = body.requestId
    this.details = body.details ?? []
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export const isApiError = (error: unknown, code?: ErrorCode): error is ApiError =>
  error instanceof ApiError && (code === undefined || error.code === code)

/** The server refused the call and changed nothing. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.statusCode >= 400 && error.statusCode < 500

/** Whether the outcome is unknown: no response, or a 5xx. */
export const isUncertain = (error: unknown): boolean =>
  error instanceof ApiError && (error.statusCode === 0 || error.statusCode >= 500)

export const networkError = (): ApiError =>
  new ApiError({ statusCode: 0, code: 'network.failed', message: UNKNOWN_ERROR, requestId: '' })

const isErrorBody = (value: unknown): value is ErrorBody =>
  typeof value === 'object' && value !== null && 'code' in value && 'message' in value

/** Returns the error for a response outside 2xx. A foreign body becomes the unknown error. */
export const errorOf = async (response: Response): Promise<ApiError> => {
  const [body] = await Promise.all([response.json().catch((): unknown => null), loadGermanErrors()])
  const seconds = Number(response.headers.get('Retry-After'))
  const retryAfter = Number.isFinite(seconds) && seconds > 0 ? seconds : null
  if (isErrorBody(body)) return new ApiError({ ...body, statusCode: response.status }, retryAfter)
  const unknown = { statusCode: response.status, code: 'server.unexpected', message: UNKNOWN_ERROR }
  return new ApiError({ ...unknown, requestId: response.headers.get('X-Request-Id') ?? '' }, retryAfter)
}
