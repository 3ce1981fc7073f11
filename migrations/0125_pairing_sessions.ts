import type { Knex } from 'knex'

/**
 * When a session was opened, as a later login makes `login_at` later, and the session that signed it in. Null for the sessions of
 * before, which were opened at their login.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('sessions', (table) => {
    table.timestamp('created_at', { useTz: true })
    table.uuid('paired_by')
  })
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
