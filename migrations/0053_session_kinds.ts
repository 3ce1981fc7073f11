import type { Knex } from 'knex'

/** The kind of each session, and its device name for the owner: our own words, never text from a client. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('sessions', (table) => {
    table.text('kind').notNullable().defaultTo('web')
    table.text('device')
  })
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
