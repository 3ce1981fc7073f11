import type { Knex } from 'knex'

/** The keyed MAC of each row that opens a door, over what it claims. */
const TABLES = [
  'call_checks',
  'challenges',
  'credentials',
  'device_pins',
  'identities',
  'mail_tokens',
  'newcomer_wishes',
  'pairings',
  'passkeys',
  'sessions',
]

export const up = async (knex: Knex): Promise<void> => {
  for (const table of TABLES) await knex.raw('ALTER TABLE ?? ADD COLUMN mac text', [table])
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
