import type { Knex } from 'knex'

/** An index for the number of mails of an event, which is necessary to record their outcomes. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw('CREATE INDEX effects_event ON effects (event_id)')
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
