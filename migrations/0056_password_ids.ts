import type { Knex } from 'knex'

/** Which password it is: another id with each that is set, the same one when it is only hashed anew. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable(
    'credentials',
    (table) => void table.uuid('password_id').notNullable().defaultTo(knex.raw('gen_random_uuid()')),
  )
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
