import type { Knex } from 'knex'

/**
 * The live streams that are open in any process, until when at most; so that one account cannot take the streams of all. Written again
 * while they stay open. Unlogged: after a crash there are none, and the next heartbeat of a process writes its own.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE UNLOGGED TABLE open_streams (
      id uuid PRIMARY KEY, user_id uuid NOT NULL, opened_at timestamptz NOT NULL, until timestamptz NOT NULL
    ) WITH (fillfactor = 50);
    CREATE INDEX ON open_streams (user_id, opened_at)`)
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
