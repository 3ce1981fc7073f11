import type { Knex } from 'knex'

/** An index for the possible approvers, in the order of the list. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(
    `CREATE INDEX request_approvers ON request_participants (workspace_id, email, participant_id)
     WHERE active AND approver`,
  )
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
