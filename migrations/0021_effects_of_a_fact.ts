import type { Knex } from 'knex'

/** How many mails a fact caused is asked when their outcomes are recorded. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw('CREATE INDEX effects_event ON effects (event_id)')
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
