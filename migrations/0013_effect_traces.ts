import type { Knex } from 'knex'

/** The trace of the fact that caused the effect, so that each attempt belongs to it. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE effects ADD COLUMN traceparent text')
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
