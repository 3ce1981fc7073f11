import type { Knex } from 'knex'

/**
 * Time stamps (RFC 3161) over checkpoints of audit logs. A token proves itself. They stay while the workspace does: each is the
 * earliest for the entries since the one before.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('time_stamps', (table) => {
    table.uuid('workspace_id').notNullable()
    table.bigInteger('size').notNullable()
    // The checkpoint, and the token over it as base64.
    table.text('text').notNullable()
    table.text('token').notNullable()
    table.timestamp('stamped_at', { useTz: true }).notNullable()
    // A log that was restored from a backup reaches a size a second time.
    table.primary(['workspace_id', 'size', 'stamped_at'])
  })
  await knex.schema.createTable('stamped_logs', (table) => {
    table.uuid('workspace_id').primary()
    // Of the newest checkpoint that was stamped; null before the first.
    table.bigInteger('size')
    // Why the last attempt failed, since when they fail, and how many did; null after one that succeeded.
    table.text('trouble')
    table.timestamp('failing_since', { useTz: true })
    table.integer('failures').notNullable().defaultTo(0)
    table.timestamp('next_at', { useTz: true }).notNullable()
  })
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
