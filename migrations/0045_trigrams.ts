import type { Knex } from 'knex'

/**
 * Trigram indexes for the search for parts of words. Not every server has or allows the extension. Without it everything works, and
 * `npm run ops -- doctor` names the slow searches.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    DO $$ BEGIN
      CREATE EXTENSION IF NOT EXISTS pg_trgm;
    EXCEPTION WHEN undefined_file OR feature_not_supported OR insufficient_privilege THEN
      RAISE NOTICE 'pg_trgm cannot be had: %', SQLERRM;
    END $$
  `)
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
