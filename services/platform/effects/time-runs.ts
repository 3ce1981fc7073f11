import type { Knex } from 'knex'
import type { DueCounts } from './due.ts'

/** The last run over everything that is due, in a single row. Times are those of the database clock. */

export type TimeRun = DueCounts & { readonly secondsAgo: number }

export const noteTimeRun = async (db: Knex, { found, failed }: DueCounts): Promise<void> => {
  const row = { id: 1, at: db.fn.now(), found, failed }
  await db('time_runs').insert(row).onConflict('id').merge()
}

/** Returns undefined before the first run. */
export const lastTimeRun = (db: Knex): Promise<TimeRun | undefined> =>
  db('time_runs').first('found', 'failed', db.raw('extract(epoch FROM now() - at)::float8 AS "secondsAgo"'))
