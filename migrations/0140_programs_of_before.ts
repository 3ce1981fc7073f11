import type { Knex } from 'knex'

/**
 * The row `before` now names what the last program that announced nothing could read. The oldest one lacked three of these
 * events, and so all of these programs held them back.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    UPDATE running_programs
    SET reads = reads || '{"DeviceRenamed": 1, "HistoryExported": 1, "RequesterMuted": 1}'
    WHERE name = 'before'`)
}

export const down = async (): Promise<void> => {
  throw new Error('migrations are append-only')
}
