import type { Knex } from 'knex'

/** The subjects of the data in a read model, so that it can delete the data when a key is destroyed. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('workspaces', (table) => {
    table.text('billing_address_hash').index()
  })
  await knex.schema.alterTable('participants', (table) => {
    table.index('address_hash')
  })
  await knex.schema.alterTable('requests', (table) => {
    table.uuid('approver_user_id').index()
    table.uuid('decided_by_user_id').index()
    table.index('requester_user_id')
  })
  // The subjects of the label and of each value before and after, and all of them for the search.
  await knex.raw(`
    ALTER TABLE audit_entries
      ADD COLUMN target_label_of text,
      ADD COLUMN owners jsonb NOT NULL DEFAULT '[]',
      ADD COLUMN subjects text[] NOT NULL DEFAULT '{}';
    CREATE INDEX audit_entries_subjects ON audit_entries USING gin (subjects);
    ALTER TABLE audit_targets
      ADD COLUMN label_of text,
      ADD COLUMN subjects text[] NOT NULL DEFAULT '{}';
    CREATE INDEX audit_targets_subjects ON audit_targets USING gin (subjects);

    CREATE FUNCTION is_gone(subject text, gone text[]) RETURNS boolean LANGUAGE sql IMMUTABLE AS
      'SELECT subject IS NOT NULL AND (gone IS NULL OR subject = ANY (gone))';

    -- The changes of an entry without the values of the erased subjects; null erases all subjects.
    CREATE FUNCTION without_values(changes jsonb, owners jsonb, gone text[]) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
      SELECT coalesce(jsonb_agg(c
        || CASE WHEN is_gone(o ->> 'before', gone) THEN '{"before": null}' ELSE '{}' END::jsonb
        || CASE WHEN is_gone(o ->> 'after', gone) THEN '{"after": null}' ELSE '{}' END::jsonb ORDER BY n), '[]')
      FROM jsonb_array_elements(changes) WITH ORDINALITY a (c, n)
      JOIN jsonb_array_elements(owners) WITH ORDINALITY b (o, m) ON n = m
    $$;
    -- The same for the fields of a target. A personal field is {value, of}.
    CREATE FUNCTION without_values(fields jsonb, gone text[]) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
      SELECT coalesce(jsonb_object_agg(k, CASE WHEN is_gone(v ->> 'of', gone) THEN v || '{"value": null}' ELSE v END), '{}')
      FROM jsonb_each(fields) f (k, v)
    $$;
  `)
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
