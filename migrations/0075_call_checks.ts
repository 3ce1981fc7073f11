import type { Knex } from 'knex'

/** Data of an open verification that no event may keep: its number, the attempts, and when it was seen. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('call_checks', (table) => {
    table.uuid('request_id').primary()
    table.uuid('requester_user_id').notNullable()
    table.text('number').notNullable()
    // By the challenge of its proof.
    table.jsonb('tried').notNullable().defaultTo('{}')
    table.timestamp('delivered_at')
    table.timestamp('opened_at')
    table.timestamp('expires_at').notNullable().index()
  })
  await knex.schema.createTable('prepared_requests', (table) => {
    table.text('challenge').primary()
    table.text('salt').notNullable()
    table.timestamp('prepared_at').notNullable().index()
  })
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
