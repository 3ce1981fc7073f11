import type { Knex } from 'knex'

/** The id of a password: new for each password that is set, and kept when it is only rehashed. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable(
    'credentials',
    (table) => void table.uuid('password_id').notNullable().defaultTo(knex.raw('gen_random_uuid()')),
  )
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
