import type { Knex } from 'knex'

/** Sign-in with a provider: the owners of identities, as HMACs, and the hashes of used tokens until they expire. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('identities', (table) => {
    table.text('identity_hash').primary()
    table.uuid('user_id').notNullable().index()
    table.timestamp('linked_at').notNullable().defaultTo(knex.fn.now())
  })
  await knex.schema.createTable('provider_tokens', (table) => {
    table.text('token_hash').primary()
    table.timestamp('expires_at').notNullable().index()
  })
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
