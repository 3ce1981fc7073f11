import type { Knex } from 'knex'

/** The number of attempts of one command that hold a slot. The slot is released when the last one is rejected. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE request_slots ADD COLUMN takers integer NOT NULL DEFAULT 1')
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
