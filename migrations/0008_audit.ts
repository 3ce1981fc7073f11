import type { Knex } from 'knex'

export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('audit_entries', (table) => {
    table.uuid('workspace_id').notNullable()
    table.bigInteger('sequence').notNullable()
    table.uuid('id').notNullable().index()
    table.timestamp('at').notNullable()
    table.text('action').notNullable()
    table.uuid('actor_user_id')
    table.text('actor_role')
    table.text('target_kind').notNullable()
    table.text('target_id').notNullable()
    table.text('target_label')
    table.jsonb('changes').notNullable()
    table.text('outcome').notNullable()
    table.text('ip')
    table.text('device')
    table.text('request_id')
    table.text('assurance')
    table.text('hash').notNullable()
    table.primary(['workspace_id', 'sequence'])
  })
  await knex.schema.createTable('audit_heads', (table) => {
    table.uuid('workspace_id').primary()
    table.bigInteger('sequence').notNullable()
    table.text('hash').notNullable()
  })
  await knex.schema.createTable('audit_targets', (table) => {
    table.uuid('workspace_id').notNullable()
    table.text('kind').notNullable()
    table.text('id').notNullable()
    table.text('label')
    table.jsonb('fields').notNullable()
    table.primary(['workspace_id', 'kind', 'id'])
  })
  await knex.schema.createTable('audit_people', (table) => {
    table.uuid('user_id').primary()
    table.text('email')
  })
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
