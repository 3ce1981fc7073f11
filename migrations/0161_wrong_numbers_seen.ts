import type { Knex } from 'knex'

/** When the last wrong number was typed, for the requester of an open check. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('call_checks', (table) => {
    table.timestamp('wrong_at')
  })
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
