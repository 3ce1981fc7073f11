import type { Knex } from 'knex'

/** The worker looks for ended sessions and old counters at every tick. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw('CREATE INDEX sessions_ends_at ON sessions (ends_at)')
  await knex.raw('CREATE INDEX throttles_since ON throttles (since)')
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
