import type { Knex } from 'knex'
import type { Passed } from './due.ts'

/** When somebody last looked at what time brings, by the database's clock; one row of the database. */

export type TimeRun = Passed & { readonly secondsAgo: number }

export const noteTimeRun = async (db: Knex, { found, failed }: Passed): Promise<void> => {
  const row = { id: 1, at: db.fn.now(), found, failed }
  await db('time_runs').insert(row).onConflict('id').merge()
}

/** Undefined until the first. */
export const lastTimeRun = (db: Knex): Promise<TimeRun | undefined> =>
  db('time_runs').first('found', 'failed', db.raw('extract(epoch FROM now() - at)::float8 AS "secondsAgo"'))
