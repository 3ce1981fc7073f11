import type { Knex } from 'knex'

/** How many wrong passwords came in a row, for as long as it takes: throttles forget theirs. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable(
    'credentials',
    (table) => void table.integer('wrong_guesses').notNullable().defaultTo(0),
  )
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
