import type { Knex } from 'knex'

export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('data_keys', (table) => {
    table.uuid('id').primary()
    table.text('subject').notNullable()
    table.uuid('workspace_id').index()
    table.binary('wrapped').notNullable()
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now())
  })
  await knex.raw('CREATE UNIQUE INDEX data_keys_name ON data_keys (subject, workspace_id) NULLS NOT DISTINCT')
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
