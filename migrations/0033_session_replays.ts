import type { Knex } from 'knex'

/** Sessions that were ended because an old token was replayed, and whether the event is recorded yet. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('sessions', (table) => {
    table.timestamp('replayed_at')
    table.boolean('replay_told').notNullable().defaultTo(false)
  })
  await knex.raw(
    'CREATE INDEX sessions_replayed ON sessions (id) WHERE replayed_at IS NOT NULL AND NOT replay_told',
  )
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
