import type { Knex } from 'knex'

/** The number of wrong passwords in a row, without a time limit. (Throttle counters expire.) */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable(
    'credentials',
    (table) => void table.integer('wrong_guesses').notNullable().defaultTo(0),
  )
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
