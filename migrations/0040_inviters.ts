import type { Knex } from 'knex'

/** Read model: the inviter, whose invitations end with their rights. The new version of `workspaces` fills it. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('participants', (table) => {
    table.uuid('invited_by')
  })
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
