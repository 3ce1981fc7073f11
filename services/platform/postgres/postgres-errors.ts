import pg from 'pg'

/** The server's own verdict on a statement, as opposed to a connection that broke while it was under way. */
export const isRefusal = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && !/^(08|57P)/.test(error.code ?? '')

/** A statement that was given up because no answer came; the query builder puts the statement in front. */
export const isSilence = (error: unknown): boolean =>
  error instanceof Error && error.message.endsWith('Query read timeout')

/** For connections of the event store: text as it comes, whatever else in the process changed pg's parsers. */
export const rawText = { getTypeParser: () => (text: string) => text }
