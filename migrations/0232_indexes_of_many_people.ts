import type { Knex } from 'knex'

/** For what would read each of these tables whole: the challenges of one person, and deferred calls that are too old. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('challenges', (table) => table.index('user_id'))
  await knex.schema.alterTable('newcomer_wishes', (table) => table.index('created_at'))
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
