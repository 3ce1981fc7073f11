import type { Knex } from 'knex'

/** The command that has spent a token, and whether its event is recorded yet. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('mail_tokens', (table) => {
    table.uuid('spent_by')
    table.boolean('spent_told').notNullable().defaultTo(true)
  })
  await knex.raw('CREATE INDEX mail_tokens_spent ON mail_tokens (subject_id) WHERE NOT spent_told')
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
