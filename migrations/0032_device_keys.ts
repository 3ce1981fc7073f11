import type { Knex } from 'knex'

/** A public key can be enrolled once. Older devices have only a PIN. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('device_pins', (table) => void table.text('key_hash').unique())
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
