import type { Knex } from 'knex'

/** A checkpoint identifies the event at its position, because an event store that was restored may have grown past it since. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE checkpoints ADD COLUMN fact text')
  await knex.raw('ALTER TABLE reactor_checkpoints ADD COLUMN fact text')
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
