import type { Knex } from 'knex'

export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('users', (table) => {
    table.uuid('id').primary()
    table.text('email')
    table.text('address_hash').notNullable().index()
    table.text('role').notNullable()
    table.text('language').notNullable()
    table.boolean('verified').notNullable()
    table.timestamp('created_at').notNullable()
    table.timestamp('updated_at').notNullable()
  })
  await knex.schema.createTable('devices', (table) => {
    table.uuid('id').primary()
    table.uuid('user_id').notNullable().index()
    table.text('kind').notNullable()
    table.text('name')
    table.text('public_key').notNullable()
    table.boolean('disabled').notNullable()
    table.timestamp('created_at').notNullable()
    table.timestamp('last_used_at')
  })
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
