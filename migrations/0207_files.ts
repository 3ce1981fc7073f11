import type { Knex } from 'knex'

/** Files that people upload for their requests, and their sealed bytes. A file of no request is removed after a day. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('files', (table) => {
    table.uuid('id').primary()
    table.uuid('workspace_id').notNullable()
    table.uuid('user_id').notNullable()
    table.timestamp('started_at', { useTz: true }).notNullable()
    table.integer('bytes').notNullable()
    // Null until the file is whole.
    table.jsonb('name')
    table.uuid('key_id')
    table.text('type')
    table.text('sha256')
    table.uuid('request_id').index()
    // Null once the request is known to exist.
    table.timestamp('claimed_at', { useTz: true })
    table.text('mac')
    table.boolean('removed').notNullable().defaultTo(false)
    table.index(['workspace_id', 'started_at'])
  })
  await knex.raw('CREATE INDEX files_of_no_request ON files (started_at) WHERE request_id IS NULL OR removed')
  await knex.schema.createTable('file_parts', (table) => {
    table.uuid('file_id').notNullable()
    table.integer('place').notNullable()
    table.binary('bytes').notNullable()
    table.primary(['file_id', 'place'])
  })
  // Sealed bytes cannot be compressed.
  await knex.raw('ALTER TABLE file_parts ALTER COLUMN bytes SET STORAGE EXTERNAL')
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
