import {
  AccessDeniedError,
  InvalidArgumentError,
  MaxAppendSizeExceededError,
  NotLeaderError,
  StreamDeletedError,
} from '@eventstore/db-client'

/** The server did not answer within our deadline. */
export class Silent extends Error {}

/** A node lacks events that another one has reported: it is a deposed leader, or the write is in flight. */
export class Behind extends Error {}

/** Messages of the transport and the server for requests that never reached the log. */
const notTaken =
  /no connection established|channel (has been|closed)|failed to discover|name resolution failed|waiting for (lb pick|name resolution)|server is (not ready|too busy)|leader info/i

const refusals = [AccessDeniedError, InvalidArgumentError, MaxAppendSizeExceededError, StreamDeletedError]

/** 'lost': may have been written; 'later': not written, try again; 'never': not written, do not try again. */
export type Outcome = 'lost' | 'later' | 'never'

export const outcomeOf = (error: unknown): Outcome => {
  if (refusals.some((refusal) => error instanceof refusal)) return 'never'
  if (error instanceof NotLeaderError || error instanceof Behind) return 'later'
  return error instanceof Error && notTaken.test(error.message) ? 'later' : 'lost'
}

/** Returns the reason in words for the operator. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof AccessDeniedError) return 'it refuses the credentials of EVENTSTORE_URL'
  return error instanceof Error ? error.message : String(error)
}

/**
 * Whether no event begins at the requested position. 24.x says so. 23.10 reports an unspecified error, as for any other fault
 * (StorageReaderWorker.ReadAllEventsForward).
 */
export const isNowhere = (error: unknown): boolean =>
  error instanceof Error && /ReadAllResult: (InvalidPosition|Error)/.test(error.message)
