import type { Knex } from 'knex'

/** Web Push subscriptions of browsers. Each belongs to a session and is deleted with it. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('push_subscriptions', (table) => {
    table.uuid('id').primary()
    table.uuid('user_id').notNullable().index()
    table.uuid('session_id').notNullable().unique().references('id').inTable('sessions').onDelete('CASCADE')
    table.text('endpoint').notNullable().unique()
    table.text('p256dh').notNullable()
    table.text('auth').notNullable()
    table.timestamp('created_at', { useTz: true }).notNullable()
  })
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
