import type { Knex } from 'knex'

/** The effect ledger: due mails and their outcomes. It holds no address, text or token. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('reactor_checkpoints', (table) => {
    table.text('name').primary()
    table.uuid('store_id').notNullable()
    table.text('position')
    table.timestamp('updated_at').notNullable().defaultTo(knex.fn.now())
  })
  await knex.raw(`
    CREATE TABLE effects (
      id uuid PRIMARY KEY,
      purpose text NOT NULL,
      recipient text NOT NULL,
      event_id uuid NOT NULL,
      stream text NOT NULL,
      revision bigint NOT NULL,
      status text NOT NULL DEFAULT 'pending'
        CHECK (status IN ('pending', 'sending', 'sent', 'dropped', 'failed')),
      attempts integer NOT NULL DEFAULT 0,
      fence bigint NOT NULL DEFAULT 0,
      lease_until timestamptz,
      next_at timestamptz NOT NULL,
      give_up_at timestamptz,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      CHECK ((status = 'sending') = (lease_until IS NOT NULL))
    );
    CREATE INDEX effects_pending ON effects (next_at) WHERE status = 'pending';
    CREATE INDEX effects_sending ON effects (lease_until) WHERE status = 'sending';
  `)
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
