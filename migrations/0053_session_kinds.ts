import type { Knex } from 'knex'

/** What each session is of, and the device that its owner knows it by: words of ours, never what a client sends. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('sessions', (table) => {
    table.text('kind').notNullable().defaultTo('web')
    table.text('device')
  })
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
