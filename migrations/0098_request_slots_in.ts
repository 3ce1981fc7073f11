import type { Knex } from 'knex'

/**
 * Returns the requester's open slots for an approver (null means any approver) in one statement. It frees the slots in `released` and
 * deletes those that no longer count. Other requests of the workspace wait until the transaction ends, so the count cannot change
 * before a slot is taken. Each statement of the function sees everything that was committed before it got the lock.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE FUNCTION request_slots_in(
      workspace uuid, requester uuid, approver uuid, released uuid[], at timestamptz, since timestamptz
    ) RETURNS SETOF request_slots LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended('request_slots ' || workspace, 0));
      UPDATE request_slots SET freed = true WHERE request_id = ANY (released);
      DELETE FROM request_slots
      WHERE workspace_id = workspace AND taken_at < since AND (freed OR expires_at <= at);
      RETURN QUERY SELECT * FROM request_slots
      WHERE workspace_id = workspace AND (requester_id = requester OR approver_id IS NOT DISTINCT FROM approver);
    END
    $$`)
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
