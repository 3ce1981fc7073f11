import type { Knex } from 'knex'

/**
 * When a mail was last handed to the mail server. Until its answer is recorded nobody knows whether it was delivered; if it is then
 * no longer needed, its outcome is that it was perhaps sent.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE effects ADD COLUMN handed_at timestamptz')
  await knex.raw('ALTER TABLE effects DROP CONSTRAINT effects_status_check')
  // It allows more than before, so no row needs a check.
  await knex.raw(`
    ALTER TABLE effects ADD CONSTRAINT effects_status_check
      CHECK (status IN ('pending', 'sending', 'sent', 'perhapsSent', 'dropped', 'failed')) NOT VALID
  `)
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
