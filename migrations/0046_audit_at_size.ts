import type { Knex } from 'knex'

/** Read models: what the pages and filters of a million entries or requests go by. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    -- What an entry is found by where whole values are asked for, and the stretch of its log in which it stands:
    -- 16,384 entries (2^14), the same as in projections/audit/stretches.ts.
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

    -- The values of a workspace's entries that come again and again: actions, targets (their kinds), actors, devices.
    CREATE TABLE audit_values (
      workspace_id uuid NOT NULL,
      kind text NOT NULL,
      value text NOT NULL,
      -- Whose it is: the actor, also of a device; nil where it is nobody's.
      user_id uuid NOT NULL,
      PRIMARY KEY (workspace_id, kind, value, user_id)
    );
    CREATE INDEX audit_values_devices ON audit_values (user_id) WHERE kind = 'device';

    -- Each lane of a list of requests in its order: see projections/requests/lanes.ts.
    CREATE INDEX requests_of_all ON requests (workspace_id, status, type, created_at, id);
    CREATE INDEX requests_to_any ON requests (workspace_id, status, type, created_at, id) WHERE approver_id IS NULL;
    CREATE INDEX requests_to_one ON requests (workspace_id, approver_id, status, type, created_at, id)
      WHERE approver_id IS NOT NULL;
    CREATE INDEX requests_by_requester ON requests (workspace_id, requester_user_id, status, type, created_at, id);
    CREATE INDEX requests_by_decider ON requests (workspace_id, decided_by_id, status, type, created_at, id)
      WHERE decided_by_id IS NOT NULL;
    -- What these make superfluous.
    DROP INDEX requests_workspace_id_created_at_id_index;
    DROP INDEX requests_pending_approver;

    CREATE INDEX audit_entries_at ON audit_entries (workspace_id, (sequence >> 14), at);
  `)
  const terms = `audit_terms(workspace_id, sequence, action, outcome, actor_user_id, cause_id, target_kind, target_id, device, hash)`
  const texts = ['target_label', '(changes::text)', 'ip'].map((text) => `, ${text} gin_trgm_ops`).join('')
  const { rows } = await knex.raw(`SELECT FROM pg_extension WHERE extname = 'pg_trgm'`)
  // Without a list of what is pending: each of a page's many short scans would read all of it.
  await knex.raw(
    `CREATE INDEX audit_entries_found_by ON audit_entries
     USING gin (${terms}${rows.length > 0 ? texts : ''}) WITH (fastupdate = off)`,
  )
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
