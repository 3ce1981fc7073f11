import type { Knex } from 'knex'

/** A reactor that cannot go on says so where every process can read it, and so does a mail that was given up. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('reactor_checkpoints', (table) => {
    table.timestamp('failing_since')
    table.text('fault')
  })
  await knex.raw(`CREATE INDEX effects_failed ON effects (updated_at) WHERE status = 'failed'`)
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
