import type { Knex } from 'knex'

/**
 * The steps of operators and projectors with builds become events of `ops-root`. Each step writes a row in its own transaction, and
 * the event is made from the row.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    -- The build that was active before: the target of a rollback.
    ALTER TABLE checkpoints ADD follows text;

    CREATE TABLE build_steps (
      id uuid PRIMARY KEY,
      number bigint GENERATED ALWAYS AS IDENTITY,
      type text NOT NULL,
      data jsonb NOT NULL,
      actor jsonb NOT NULL,
      request_id text,
      at timestamptz NOT NULL DEFAULT now(),
      told boolean NOT NULL DEFAULT false
    );
    CREATE INDEX build_steps_untold ON build_steps (number) WHERE NOT told;
  `)
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
