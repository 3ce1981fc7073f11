import type { Knex } from 'knex'

/** What the mail server has taken, where its fact could not be written at once. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE effects ADD COLUMN sent_at timestamptz')
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
