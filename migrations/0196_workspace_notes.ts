import type { Knex } from 'knex'

/** What super admins write about a workspace for each other. The text is sealed. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('workspace_notes', (table) => {
    table.uuid('workspace_id').primary()
    table.uuid('version').notNullable()
    table.jsonb('sealed').notNullable()
    table.uuid('changed_by').notNullable()
    table.timestamp('changed_at', { useTz: true }).notNullable()
  })
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
