import pg from 'pg'

/** The server's own verdict on a statement, as opposed to a connection that broke while it was under way. */
export const isRefusal = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && !/^(08|57P)/.test(error.code ?? '')

/** For connections of the event store: text as it comes, whatever else in the process changed pg's parsers. */
export const rawText = { getTypeParser: () => (text: string) => text }
