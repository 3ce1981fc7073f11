import type { Knex } from 'knex'

/**
 * Lets parts of words be found by an index. Not every server has the extension, or lets us have it: everything works
 * without, and `npm run ops -- doctor` says what is slow.
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
