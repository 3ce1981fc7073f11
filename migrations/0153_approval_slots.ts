import type { Knex } from 'knex'

/**
 * Approvals get slots of their own, so that an open approval never keeps two people from checking a call. `request_slots` holds
 * those of call checks only. Rows that programs of before still add there for approvals are released when they are in the way.
 *
 * `approval_slots_in` locks the workspace's approvals until the transaction ends, frees the slots in `released`, deletes those that
 * no longer count, and counts the others. `check_slots_in` returns the requester's and the approver's slots (null means any
 * approver), also those in which the approver asks.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE approval_slots (
      request_id uuid PRIMARY KEY,
      workspace_id uuid NOT NULL,
      requester_id uuid NOT NULL,
      taken_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      freed boolean NOT NULL DEFAULT false,
      takers integer NOT NULL DEFAULT 1
    );
    CREATE INDEX ON approval_slots (workspace_id, requester_id);
    WITH moved AS (
      DELETE FROM request_slots WHERE expires_at - taken_at > interval '6 minutes'
      RETURNING request_id, workspace_id, requester_id, taken_at, expires_at, freed, takers
    ) INSERT INTO approval_slots SELECT * FROM moved;

    CREATE FUNCTION approval_slots_in(
      workspace uuid, requester uuid, request uuid, released uuid[], at timestamptz
    ) RETURNS TABLE (of_requester integer, in_workspace integer, recent integer, first_recent timestamptz, held boolean)
    LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended('approval_slots ' || workspace, 0));
      UPDATE approval_slots SET freed = true WHERE request_id = ANY (released);
      DELETE FROM approval_slots AS s
      WHERE s.workspace_id = workspace AND s.taken_at <= at - interval '1 minute' AND (s.freed OR s.expires_at <= at);
      RETURN QUERY SELECT
        count(*) FILTER (WHERE s.requester_id = requester AND s.is_open)::integer,
        count(*) FILTER (WHERE s.is_open)::integer,
        count(*) FILTER (WHERE s.requester_id = requester AND s.is_recent)::integer,
        min(s.taken_at) FILTER (WHERE s.requester_id = requester AND s.is_recent),
        coalesce(bool_or(s.request_id = request AND s.is_open), false)
      FROM (
        SELECT t.request_id, t.requester_id, t.taken_at, NOT t.freed AND t.expires_at > at AS is_open,
          t.taken_at > at - interval '1 minute' AS is_recent
        FROM approval_slots AS t WHERE t.workspace_id = workspace
      ) AS s;
    END
    $$;

    CREATE FUNCTION check_slots_in(
      workspace uuid, requester uuid, approver uuid, released uuid[], at timestamptz, since timestamptz
    ) RETURNS SETOF request_slots LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended('request_slots ' || workspace, 0));
      UPDATE request_slots SET freed = true WHERE request_id = ANY (released);
      DELETE FROM request_slots
      WHERE workspace_id = workspace AND taken_at < since AND (freed OR expires_at <= at);
      RETURN QUERY SELECT * FROM request_slots
      WHERE workspace_id = workspace
        AND (requester_id IN (requester, approver) OR approver_id IS NOT DISTINCT FROM approver);
    END
    $$`)
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
