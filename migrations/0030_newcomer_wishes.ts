import type { Knex } from 'knex'

/**
 * Requests for an address by people who are not logged in: stored before the answer, carried out after it, then deleted. Also the
 * sign-up of each confirmation token, whose password waits beside it.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('newcomer_wishes', (table) => {
    table.uuid('id').primary()
    table.bigIncrements('number', { primaryKey: false })
    table.text('address_hash').notNullable().index()
    table.jsonb('sealed').notNullable()
    table.text('password_hash')
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now())
    table.timestamp('claimed_until').notNullable().defaultTo(knex.fn.now())
  })
  await knex.schema.alterTable('mail_tokens', (table) => void table.uuid('sign_up_id'))
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
