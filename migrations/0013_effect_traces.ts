import type { Knex } from 'knex'

/** The trace of the event that caused the effect. Each attempt belongs to it. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE effects ADD COLUMN traceparent text')
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
