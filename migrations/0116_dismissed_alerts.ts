import type { Knex } from 'knex'

/** Alerts that an admin has dismissed. An alert is shown for a day, so rows older than that have no effect. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('dismissed_alerts', (table) => {
    table.uuid('user_id').notNullable()
    table.uuid('alert_id').notNullable()
    table.timestamp('dismissed_at', { useTz: true }).notNullable()
    table.primary(['user_id', 'alert_id'])
  })
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
