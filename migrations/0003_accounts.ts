import type { Knex } from 'knex'

/** Tables beside the events: secrets, sessions and counters. Addresses are stored as HMACs only. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('credentials', (table) => {
    table.uuid('user_id').primary()
    table.text('address_hash').notNullable().unique()
    table.text('password_hash').notNullable()
    table.timestamp('updated_at').notNullable().defaultTo(knex.fn.now())
  })
  await knex.schema.createTable('sessions', (table) => {
    table.uuid('id').primary()
    table.uuid('user_id').notNullable().index()
    table.boolean('cookie_bound').notNullable()
    table.integer('counter').notNullable().defaultTo(0)
    table.timestamp('login_at').notNullable()
    table.timestamp('rotated_at').notNullable()
    table.timestamp('idle_until').notNullable()
    table.timestamp('ends_at').notNullable()
    table.timestamp('revoked_at')
  })
  await knex.schema.createTable('mail_tokens', (table) => {
    table.text('purpose').notNullable()
    table.uuid('subject_id').notNullable()
    table.integer('generation').notNullable()
    table.text('token_hash').notNullable().unique()
    table.text('password_hash')
    table.timestamp('expires_at').notNullable()
    table.timestamp('used_at')
    table.primary(['purpose', 'subject_id'])
  })
  await knex.schema.createTable('throttles', (table) => {
    table.text('key').primary()
    table.integer('count').notNullable()
    table.timestamp('since').notNullable()
    table.timestamp('blocked_until')
  })
  await knex.schema.createTable('device_pins', (table) => {
    table.uuid('device_id').primary()
    table.uuid('user_id').notNullable().index()
    table.text('pin_hash').notNullable()
    table.integer('failures').notNullable().defaultTo(0)
    table.timestamp('disabled_at')
  })
  await knex.schema.createTable('challenges', (table) => {
    table.text('challenge').primary()
    table.text('purpose').notNullable()
    table.uuid('user_id').notNullable()
    table.text('canonical')
    table.timestamp('expires_at').notNullable().index()
    table.uuid('spent_by')
  })
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
