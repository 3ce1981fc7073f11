import type { Knex } from 'knex'

/** Which command has spent a token, and whether what came of it is a fact yet. */
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
