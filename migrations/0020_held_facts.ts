import type { Knex } from 'knex'

/**
 * What a newer program wrote is held rather than parked, and read again from its stream when that program runs; the
 * checkpoint counts how often, so that nobody else goes on from what they remember of its lanes.
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
