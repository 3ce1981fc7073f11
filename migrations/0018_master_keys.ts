import type { Knex } from 'knex'

/** The master keys that wrap data keys, identified by HMACs. The highest number wraps new data keys. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('master_keys', (table) => {
    table.integer('number').primary()
    table.text('mark').notNullable()
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now())
  })
  await knex.schema.alterTable('data_keys', (table) => {
    // The reference keeps a number as long as a data key needs it.
    table.integer('master_number').notNullable().references('number').inTable('master_keys').index()
  })
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
