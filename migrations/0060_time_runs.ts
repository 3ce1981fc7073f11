import type { Knex } from 'knex'

/** When a worker last looked at what time brings, so that operators see whether one does. */
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
