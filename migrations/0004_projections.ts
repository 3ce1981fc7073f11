import type { Knex } from 'knex'

export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('checkpoints', (table) => {
    table.text('name').primary()
    table.integer('version').notNullable()
    table.uuid('store_id').notNullable()
    table.text('position')
    table.timestamp('updated_at').notNullable().defaultTo(knex.fn.now())
  })
  await knex.schema.createTable('parked_facts', (table) => {
    table.text('projection').notNullable()
    table.text('position').notNullable()
    table.text('lane').notNullable()
    table.uuid('event_id').notNullable()
    table.text('type').notNullable()
    table.uuid('workspace_id')
    table.text('error').notNullable()
    table.timestamp('parked_at').notNullable().defaultTo(knex.fn.now())
    table.primary(['projection', 'position'])
  })
  // The last step of the statement that writes a batch. It fails if a checkpoint was not at the expected position.
  await knex.raw(`
    CREATE FUNCTION require_moved(moved text[], wanted text[]) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      IF cardinality(moved) < cardinality(wanted) THEN
        RAISE EXCEPTION 'a checkpoint was moved by another process' USING ERRCODE = 'VE001', DETAIL =
          (SELECT string_agg(name, ' ') FROM unnest(wanted) name WHERE name <> ALL (moved));
      END IF;
    END $$`)
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
