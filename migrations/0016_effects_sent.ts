import type { Knex } from 'knex'

/** The time at which the mail server accepted a mail whose outcome is not recorded yet. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE effects ADD COLUMN sent_at timestamptz')
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
