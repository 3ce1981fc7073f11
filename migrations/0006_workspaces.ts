import type { Knex } from 'knex'

export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('workspaces', (table) => {
    table.uuid('id').primary()
    table.text('name')
    table.text('description')
    table.text('timezone').notNullable()
    table.text('billing_user')
    table.boolean('needs_onboarding').notNullable()
    table.text('trial_starts_on').notNullable()
    table.text('trial_ends_on').notNullable()
    table.timestamp('created_at').notNullable()
    table.timestamp('closed_at')
  })
  await knex.schema.createTable('participants', (table) => {
    table.uuid('id').primary()
    table.uuid('workspace_id').notNullable()
    table.uuid('user_id')
    table.text('email')
    table.text('role').notNullable()
    table.boolean('active').notNullable()
    table.boolean('approver').notNullable()
    table.boolean('requester').notNullable()
    table.text('invite').notNullable()
    table.uuid('invitation_id').unique()
    table.text('address_hash')
    table.timestamp('invitation_expires_at')
    table.timestamp('invited_at').notNullable()
    table.timestamp('joined_at')
    table.timestamp('created_at').notNullable()
    table.index(['workspace_id', 'created_at', 'id'])
    table.index(['user_id', 'workspace_id'])
  })
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
