import type { Knex } from 'knex'

/** The local mailbox receives the mails if no mail server is configured. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('mailbox_messages', (table) => {
    table.bigIncrements('id')
    table.text('message_id').notNullable().unique()
    table.text('recipient').notNullable()
    table.text('subject').notNullable()
    table.text('text').notNullable()
    table.text('html').notNullable()
    table.timestamp('received_at').notNullable().defaultTo(knex.fn.now())
    table.integer('copies').notNullable().defaultTo(1)
  })
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
