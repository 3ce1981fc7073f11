import type { Knex } from 'knex'

/** Which master keys wrap the data keys, without telling them; the highest wraps new ones. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('master_keys', (table) => {
    table.integer('number').primary()
    table.text('mark').notNullable()
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now())
  })
  await knex.schema.alterTable('data_keys', (table) => {
    // Its reference keeps a number for as long as one key needs it.
    table.integer('master_number').notNullable().references('number').inTable('master_keys').index()
  })
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
