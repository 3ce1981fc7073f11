import type { Knex } from 'knex'

/** Views of audit logs that people have saved. The content is sealed with a key of the person in the workspace. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('history_views', (table) => {
    table.uuid('id').primary()
    table.uuid('user_id').notNullable()
    table.uuid('workspace_id').notNullable().index()
    table.jsonb('content').notNullable()
    table.specificType('address_hashes', 'text[]').notNullable()
    table.index(['user_id', 'workspace_id'])
  })
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
