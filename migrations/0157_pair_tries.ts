import type { Knex } from 'knex'

/** Wrong numbers of two people over all their call checks. A row counts for a day. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('pair_tries', (table) => {
    table.uuid('pair_id').notNullable()
    table.text('challenge').notNullable()
    table.timestamp('at', { useTz: true }).notNullable().index()
    table.primary(['pair_id', 'challenge'])
  })
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
