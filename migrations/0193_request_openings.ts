import type { Knex } from 'knex'

/** When an approval was first opened by somebody who may decide it. The requester is shown it for thirty days; older rows have no effect. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('request_openings', (table) => {
    table.uuid('request_id').primary()
    table.uuid('user_id').notNullable().index()
    table.timestamp('opened_at', { useTz: true }).notNullable().index()
  })
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
