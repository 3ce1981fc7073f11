import type { Knex } from 'knex'

/** The credential of a passkey, and the signature counter of its authenticator. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('passkeys', (table) => {
    table.uuid('device_id').primary()
    table.uuid('user_id').notNullable().index()
    table.text('credential_id').notNullable().unique()
    table.specificType('transports', 'text[]').notNullable()
    table.bigInteger('counter').notNullable()
  })
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
