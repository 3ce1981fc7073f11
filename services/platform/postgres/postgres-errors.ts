import pg from 'pg'

/** Whether the server rejected the statement. False if the connection broke, so that the outcome is unknown. */
export const isRefusal = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && !/^(08|57P)/.test(error.code ?? '')

/** Whether the statement timed out in the client. (Knex prefixes the message with the statement.) */
export const isSilence = (error: unknown): boolean =>
  error instanceof Error && error.message.endsWith('Query read timeout')

/** Returns all values as text, independent of pg's global type parsers. */
export const rawText = { getTypeParser: () => (text: string) => text }
