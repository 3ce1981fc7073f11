import type { Knex } from 'knex'

/** Codes that sign a phone in from a desktop, with their owner and state. Codes and claims are stored as HMACs. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('pairings', (table) => {
    table.uuid('id').primary()
    table.uuid('user_id').notNullable().index()
    table.uuid('session_id').notNullable()
    table.uuid('password_id')
    table.text('state').notNullable()
    table.text('code_hash').notNullable().unique()
    table.text('claim_hash').unique()
    table.text('number')
    table.text('name')
    table.timestamp('expires_at').notNullable().index()
  })
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
