import type { Knex } from 'knex'

/** The last run of a worker over everything that is due, so that operators see whether one runs. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE time_runs (
      id integer PRIMARY KEY CHECK (id = 1),
      at timestamptz NOT NULL,
      found integer NOT NULL,
      failed integer NOT NULL
    )`)
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
