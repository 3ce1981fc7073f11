import type { Knex } from 'knex'

/** The outcome of each mail. The mails of one event share one audit entry, which contains `cause_id`. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('audit_mails', (table) => {
    table.uuid('workspace_id').notNullable()
    table.uuid('cause_id').notNullable()
    table.text('purpose').notNullable()
    table.text('recipient').notNullable()
    table.text('outcome').notNullable()
    table.text('reason')
    table.timestamp('at').notNullable()
    table.primary(['cause_id', 'purpose', 'recipient'])
  })
  await knex.raw('ALTER TABLE audit_entries ADD COLUMN cause_id uuid')
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
