import type { Knex } from 'knex'

/** To whom approved payment runs have paid: keyed hashes, and the account sealed with the workspace's key. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('known_payees', (table) => {
    table.uuid('workspace_id').notNullable()
    table.text('payee').notNullable()
    table.text('account').notNullable()
    table.jsonb('sealed').notNullable()
    // Of the first approved run.
    table.uuid('request_id').notNullable()
    table.timestamp('first_at', { useTz: true }).notNullable()
    table.timestamp('last_at', { useTz: true }).notNullable()
    table.primary(['workspace_id', 'payee', 'account'])
  })
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
