import type { Knex } from 'knex'

/**
 * Who has a page open that would show a question, until when at most. Written again while the page stays open. Unlogged: after a crash
 * nobody has one, and the next heartbeat of a process writes who does.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE UNLOGGED TABLE open_pages (user_id uuid PRIMARY KEY, until timestamptz NOT NULL);
    CREATE INDEX ON open_pages (until)`)
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
