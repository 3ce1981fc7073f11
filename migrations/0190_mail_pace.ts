import type { Knex } from 'knex'

/** One row: how many slots for mass mails are taken of the last group, and when that group is due. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE mail_pace (
      one boolean PRIMARY KEY DEFAULT true CHECK (one),
      group_at timestamptz NOT NULL,
      taken integer NOT NULL
    );
    INSERT INTO mail_pace (group_at, taken) VALUES ('epoch', 0)`)
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
