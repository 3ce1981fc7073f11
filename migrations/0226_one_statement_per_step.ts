import type { Knex } from 'knex'

/**
 * What a command must decide under a lock, in one statement each, so that the lock is held for no round trip. Each statement of a function
 * sees everything that was committed before it got the lock. `set_config('synchronous_commit', 'off', true)`: the commit does not
 * wait for the disk, so that the lock is not held meanwhile either. A crash of the database server may lose such a row of the last second.
 *
 * `take_guess_places` takes a place for a guess at each key, unless one is blocked (then it returns until when) or full. `free`: the tries
 * before the first block of a key; `since`: earlier wrong guesses are forgotten.
 *
 * `take_approval_slot` counts like `approval_slots_in`, and takes the slot if the counts are below the limits.
 *
 * `open_session` adds a session, and ends the one longest unused beyond `most`. Returns false if the password changed after it was checked.
 * `proved`: it was checked just now, so that its wrong guesses are forgotten.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE FUNCTION take_guess_places(
      guess uuid, keys text[], free integer[], since timestamptz[], at timestamptz, seconds integer
    ) RETURNS TABLE (has_place boolean, blocked_until timestamptz) LANGUAGE plpgsql AS $$
    DECLARE
      blocked timestamptz;
      is_full boolean;
    BEGIN
      PERFORM set_config('synchronous_commit', 'off', true);
      FOR i IN 1..cardinality(keys) LOOP
        PERFORM pg_advisory_xact_lock(hashtextextended(keys[i], 0));
      END LOOP;
      SELECT t.blocked_until INTO blocked
      FROM unnest(keys) WITH ORDINALITY AS k (key, n) JOIN throttles AS t USING (key)
      WHERE t.blocked_until > at ORDER BY k.n LIMIT 1;
      IF blocked IS NOT NULL THEN
        RETURN QUERY SELECT false, blocked;
        RETURN;
      END IF;
      SELECT bool_or(
        (SELECT count(*) FROM guesses_in_flight AS g WHERE g.key = k.key AND g.until > clock_timestamp())
          >= greatest(1, k.free - CASE WHEN t.since >= k.since THEN t.count ELSE 0 END)
      ) INTO is_full
      FROM unnest(keys, free, since) AS k (key, free, since) LEFT JOIN throttles AS t ON t.key = k.key;
      IF NOT is_full THEN
        INSERT INTO guesses_in_flight (id, key, until)
        SELECT guess, k.key, clock_timestamp() + make_interval(secs => seconds) FROM unnest(keys) AS k (key);
      END IF;
      RETURN QUERY SELECT NOT is_full, NULL::timestamptz;
    END
    $$;

    CREATE FUNCTION take_approval_slot(
      workspace uuid, requester uuid, request uuid, released uuid[], at timestamptz, expires timestamptz,
      per_requester numeric, per_workspace numeric, per_minute numeric
    ) RETURNS TABLE (of_requester integer, in_workspace integer, recent integer, first_recent timestamptz, held boolean)
    LANGUAGE plpgsql AS $$
    DECLARE
      counts record;
    BEGIN
      PERFORM set_config('synchronous_commit', 'off', true);
      SELECT * INTO counts FROM approval_slots_in(workspace, requester, request, released, at);
      IF counts.held OR (
        counts.of_requester < per_requester AND counts.in_workspace < per_workspace AND counts.recent < per_minute
      ) THEN
        INSERT INTO approval_slots AS s (request_id, workspace_id, requester_id, taken_at, expires_at)
        VALUES (request, workspace, requester, at, expires)
        ON CONFLICT (request_id) DO UPDATE SET taken_at = at, expires_at = expires, freed = false,
          takers = CASE WHEN s.freed THEN 1 ELSE s.takers + 1 END;
      END IF;
      RETURN QUERY SELECT counts.of_requester, counts.in_workspace, counts.recent, counts.first_recent, counts.held;
    END
    $$;

    CREATE FUNCTION open_session(opened sessions, password uuid, proved boolean, at timestamptz, most integer)
    RETURNS boolean LANGUAGE plpgsql AS $$
    BEGIN
      IF password IS NOT NULL THEN
        -- Either locks the row before the sessions: a change of the password waits, or is seen.
        IF proved THEN
          UPDATE credentials AS c SET wrong_guesses = 0, guesses_told = false
          WHERE c.user_id = opened.user_id AND c.password_id = password;
        ELSE
          PERFORM FROM credentials AS c WHERE c.user_id = opened.user_id AND c.password_id = password FOR SHARE;
        END IF;
        IF NOT FOUND THEN
          RETURN false;
        END IF;
      END IF;
      -- Two logins of one person at once could exceed the limit.
      PERFORM pg_advisory_xact_lock(hashtextextended('sessions ' || opened.user_id, 0));
      INSERT INTO sessions (
        id, user_id, kind, device, cookie_bound, counter, created_at, login_at, paired_by, rotated_at, idle_until, ends_at, mac
      ) VALUES (
        opened.id, opened.user_id, opened.kind, opened.device, opened.cookie_bound, opened.counter, opened.created_at,
        opened.login_at, opened.paired_by, opened.rotated_at, opened.idle_until, opened.ends_at, opened.mac
      ) ON CONFLICT (id) DO NOTHING;
      UPDATE sessions SET revoked_at = at, mac = NULL WHERE id IN (
        SELECT s.id FROM sessions AS s
        WHERE s.user_id = opened.user_id AND s.revoked_at IS NULL AND s.idle_until > at AND s.ends_at > at AND s.id <> opened.id
        ORDER BY s.rotated_at DESC, s.id OFFSET most - 1
      );
      RETURN true;
    END
    $$`)
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
