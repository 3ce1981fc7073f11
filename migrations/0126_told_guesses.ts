import type { Knex } from 'knex'

/** Whether the owner was told of the series of wrong passwords that `wrong_guesses` counts. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE credentials ADD COLUMN guesses_told boolean NOT NULL DEFAULT false')
  await knex.raw('CREATE INDEX credentials_guessed ON credentials (user_id) WHERE wrong_guesses >= 5')
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
