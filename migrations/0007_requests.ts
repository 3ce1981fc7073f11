import type { Knex } from 'knex'

export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('requests', (table) => {
    table.uuid('id').primary()
    table.uuid('workspace_id').notNullable()
    table.text('type').notNullable()
    table.text('title')
    table.text('details')
    table.uuid('requester_id').notNullable()
    table.uuid('requester_user_id').notNullable()
    table.text('requester_email')
    table.uuid('approver_id')
    table.text('approver_email')
    table.text('status').notNullable()
    table.text('closed_reason')
    table.timestamp('created_at').notNullable()
    table.timestamp('expires_at').notNullable()
    table.timestamp('decided_at')
    table.uuid('decided_by_id')
    table.text('decided_by_email')
    table.text('assurance')
    table.index(['workspace_id', 'created_at', 'id'])
  })
  await knex.raw(`CREATE INDEX requests_pending ON requests (expires_at) WHERE status = 'pending'`)
  await knex.raw(
    `CREATE INDEX requests_pending_approver ON requests (workspace_id, approver_id) WHERE status = 'pending'`,
  )
  await knex.schema.createTable('request_workspaces', (table) => {
    table.uuid('id').primary()
    table.text('name')
  })
  await knex.schema.createTable('request_participants', (table) => {
    table.uuid('participant_id').primary()
    table.uuid('workspace_id').notNullable().index()
    table.uuid('user_id').notNullable().index()
    table.text('email')
    table.text('role').notNullable()
    table.boolean('active').notNullable()
    table.boolean('approver').notNullable()
    table.boolean('requester').notNullable()
  })
  // Neither events nor a read model: the number of open requests per requester, under a lock.
  await knex.schema.createTable('request_slots', (table) => {
    table.uuid('request_id').primary()
    table.uuid('workspace_id').notNullable().index()
    table.uuid('requester_id').notNullable()
    table.uuid('approver_id')
    table.timestamp('taken_at').notNullable()
    table.timestamp('expires_at').notNullable()
    table.boolean('freed').notNullable()
  })
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
