import type { Knex } from 'knex'

/**
 * Which two people an open call check is between, over all workspaces, so that they never ask each other at once in two of them.
 * `asks_first`: the requester is the one whose user id sorts first. A row names no person, and counts as long as its slot does.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('check_people', (table) => {
    table.uuid('request_id').primary()
    table.uuid('people_id').notNullable().index()
    table.boolean('asks_first').notNullable()
    table.timestamp('expires_at', { useTz: true }).notNullable().index()
  })
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
