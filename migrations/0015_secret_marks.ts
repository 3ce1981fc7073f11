import type { Knex } from 'knex'

/** HMACs that identify the secrets which must never change. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('secret_marks', (table) => {
    table.text('name').primary()
    table.text('mark').notNullable()
  })
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
