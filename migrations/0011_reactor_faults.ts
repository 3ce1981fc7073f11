import type { Knex } from 'knex'

/** Faults of reactors and of mails that were given up, for all processes to read. */
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
