import type { Knex } from 'knex'

/** Erased subjects and workspaces, and their keys: a key with `dying_at` is no longer used and will be deleted. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE erasures (
      subject text,
      workspace_id uuid,
      erased_at timestamptz NOT NULL DEFAULT now(),
      CHECK (num_nonnulls(subject, workspace_id) = 1)
    );
    CREATE UNIQUE INDEX erasures_whose ON erasures (subject, workspace_id) NULLS NOT DISTINCT;
    CREATE INDEX erasures_workspace ON erasures (workspace_id);

    ALTER TABLE data_keys ADD COLUMN dying_at timestamptz;
    CREATE UNIQUE INDEX data_keys_living ON data_keys (subject, workspace_id) NULLS NOT DISTINCT
      WHERE dying_at IS NULL;
    DROP INDEX data_keys_name;
    CREATE INDEX data_keys_dying ON data_keys (dying_at) WHERE dying_at IS NOT NULL;
    CREATE INDEX data_keys_fingerprints ON data_keys (subject) WHERE subject LIKE 'fingerprints:%';
  `)
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
