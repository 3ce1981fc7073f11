import {
  AccessDeniedError,
  InvalidArgumentError,
  MaxAppendSizeExceededError,
  NotLeaderError,
  StreamDeletedError,
} from '@eventstore/db-client'

/** The server did not answer within our own deadline; the client that asked is thrown away. */
export class Silent extends Error {}

/** One node spoke of facts that another, or the same, does not show: a leader that lost its office, or a write under way. */
export class Behind extends Error {}

/** Texts of the client's transport and of the server for requests that never reached the log. */
const notTaken =
  /no connection established|channel (has been|closed)|failed to discover|name resolution failed|waiting for (lb pick|name resolution)|server is (not ready|too busy)|leader info/i

const refusals = [AccessDeniedError, InvalidArgumentError, MaxAppendSizeExceededError, StreamDeletedError]

/** 'lost': it may have been written; 'later': not written, try again; 'never': not written, and never will be */
export type Outcome = 'lost' | 'later' | 'never'

export const outcomeOf = (error: unknown): Outcome => {
  if (refusals.some((refusal) => error instanceof refusal)) return 'never'
  if (error instanceof NotLeaderError || error instanceof Behind) return 'later'
  return error instanceof Error && notTaken.test(error.message) ? 'later' : 'lost'
}

/** What to tell whoever runs the product. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof AccessDeniedError) return 'it refuses the credentials of EVENTSTORE_URL'
  return error instanceof Error ? error.message : String(error)
}

/**
 * No event begins at the position that was asked for: 24.x says so; 23.10 only says that it met a fault, as it would of
 * any other (StorageReaderWorker.ReadAllEventsForward).
 */
export const isNowhere = (error: unknown): boolean =>
  error instanceof Error && /ReadAllResult: (InvalidPosition|Error)/.test(error.message)
