import type { Knex } from 'knex'

/**
 * Events of a newer program are held instead of parked, and are read again from their stream when that program runs. The checkpoint
 * counts the holds, so that no other process continues with a stale memory of the lanes.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('parked_facts', (table) => {
    table.boolean('held').notNullable().defaultTo(false)
    table.text('stream')
    table.bigInteger('revision')
    table.uuid('actor_user_id')
    table.index(['projection', 'lane', 'position'])
    table.index(['projection', 'workspace_id'])
  })
  await knex.raw('ALTER TABLE checkpoints ADD COLUMN resumed integer NOT NULL DEFAULT 0')
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
