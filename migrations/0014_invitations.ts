import type { Knex } from 'knex'

/** Read model: the target of each invitation, in any state. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('invitations', (table) => {
    table.uuid('id').primary()
    table.uuid('workspace_id').notNullable()
    table.text('role').notNullable()
  })
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
