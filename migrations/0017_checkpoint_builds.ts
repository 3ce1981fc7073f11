import type { Knex } from 'knex'

/** A projection that is built anew may stand where it stood: the number of its build tells. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE checkpoints ADD COLUMN build integer NOT NULL DEFAULT 1')
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
