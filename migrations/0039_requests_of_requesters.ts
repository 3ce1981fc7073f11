import type { Knex } from 'knex'

/** An index for the open requests of a requester who leaves. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(
    `CREATE INDEX requests_pending_requester ON requests (workspace_id, requester_id) WHERE status = 'pending'`,
  )
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
