import type { Knex } from 'knex'

/**
 * Guesses that are being checked, one row each, so that a right one need not write a counter that many people share. Unlogged,
 * because a database that crashed has lost the checks as well.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE UNLOGGED TABLE guesses_in_flight (
      id uuid NOT NULL,
      key text NOT NULL,
      until timestamptz NOT NULL,
      PRIMARY KEY (key, id)
    )
  `)
  await knex.raw('CREATE INDEX guesses_in_flight_id ON guesses_in_flight (id)')
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
