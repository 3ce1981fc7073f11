import type { Knex } from 'knex'

/**
 * `take_guess_places` looks at blocks and places by one statement. By two, a wrong guess that was counted between them had left its
 * place after its block was looked for, and one more guess got a place.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE OR REPLACE FUNCTION take_guess_places(
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
      SELECT
        (array_agg(t.blocked_until ORDER BY k.n) FILTER (WHERE t.blocked_until > at))[1],
        bool_or(
          (SELECT count(*) FROM guesses_in_flight AS g WHERE g.key = k.key AND g.until > clock_timestamp())
            >= greatest(1, k.free - CASE WHEN t.since >= k.since THEN t.count ELSE 0 END)
        )
      INTO blocked, is_full
      FROM unnest(keys, free, since) WITH ORDINALITY AS k (key, free, since, n) LEFT JOIN throttles AS t ON t.key = k.key;
      IF blocked IS NOT NULL THEN
        RETURN QUERY SELECT false, blocked;
        RETURN;
      END IF;
      IF NOT is_full THEN
        INSERT INTO guesses_in_flight (id, key, until)
        SELECT guess, k.key, clock_timestamp() + make_interval(secs => seconds) FROM unnest(keys) AS k (key);
      END IF;
      RETURN QUERY SELECT NOT is_full, NULL::timestamptz;
    END
    $$`)
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
