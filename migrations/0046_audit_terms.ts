import type { Knex } from 'knex'

/** The terms for the filters of the audit log; the index is in projections/audit/tables.ts. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    -- The exact values of an entry for filters, and its range of the log: 16,384 entries (2^14), as in
    -- projections/audit/ranges.ts.
    CREATE FUNCTION audit_terms(
      workspace_id uuid, sequence bigint, action text, outcome text, actor uuid, cause uuid,
      target_kind text, target_id text, device text, hash text
    ) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT ARRAY[
        workspace_id::text || ' ' || (sequence >> 14)::text,
        'action ' || action,
        'outcome ' || outcome,
        'actor ' || actor::text,
        CASE WHEN cause IS NULL THEN 'no mail' END,
        'target ' || target_kind,
        'id ' || lower(left(target_id, 3)),
        'device ' || device,
        'hash ' || left(hash, 3)
      ]
    $$;
  `)
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
