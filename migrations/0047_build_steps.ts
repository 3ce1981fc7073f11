import type { Knex } from 'knex'

/**
 * What operators and projectors do with builds is told as facts of `ops-root`: each step leaves its row in its own
 * transaction, and the fact is made of the row, so neither is there without the other for long.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    -- The build that was read before this one was: where a rollback leads.
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
