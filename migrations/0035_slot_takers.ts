import type { Knex } from 'knex'

/** How many tries of one command hold a slot: it goes when the last of them is refused. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE request_slots ADD COLUMN takers integer NOT NULL DEFAULT 1')
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
