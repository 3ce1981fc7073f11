import type { Knex } from 'knex'

/** The build number distinguishes a rebuilt projection at the same position. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE checkpoints ADD COLUMN build integer NOT NULL DEFAULT 1')
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
