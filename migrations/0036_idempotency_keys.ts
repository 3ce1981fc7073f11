import type { Knex } from 'knex'

/** The request fingerprint of an Idempotency-Key whose command appended no event. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('idempotency_keys', (table) => {
    table.uuid('command_id').primary()
    table.text('fingerprint').notNullable()
    table.timestamp('used_at').notNullable().index()
  })
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
