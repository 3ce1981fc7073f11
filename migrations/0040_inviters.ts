import type { Knex } from 'knex'

/** Read model: who invited, whose invitations end with their rights; set anew by the new version of `workspaces`. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('participants', (table) => {
    table.uuid('invited_by')
  })
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
