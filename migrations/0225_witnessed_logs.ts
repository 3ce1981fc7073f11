import type { Knex } from 'knex'

/**
 * What each witness has last signed of each audit log, and why it does not sign. The signature proves itself; no row is needed for
 * anything else than to hand it out and to ask again at the right time.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('witnessed_logs', (table) => {
    table.uuid('workspace_id').notNullable()
    // Its verifier key.
    table.text('witness').notNullable()
    // Of the newest checkpoint that it signed; null before the first.
    table.bigInteger('size')
    table.text('root')
    table.text('line')
    table.timestamp('signed_at', { useTz: true })
    // Why the last attempt failed, since when they fail, and how many did; null after one that succeeded.
    table.text('trouble')
    table.timestamp('failing_since', { useTz: true })
    table.integer('failures').notNullable().defaultTo(0)
    table.timestamp('next_at', { useTz: true }).notNullable()
    // When the witness said last that the log is not the one that it had seen. Stays.
    table.timestamp('contradicted_at', { useTz: true })
    table.primary(['workspace_id', 'witness'])
  })
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
