import type { Knex } from 'knex'

/** A public key enrols once; devices from before are known by their PIN alone. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('device_pins', (table) => void table.text('key_hash').unique())
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
