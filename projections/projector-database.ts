import type { Config } from '#platform/config/config.ts'
import { openDatabase, type Knex } from '#platform/postgres/database.ts'

/** Longer than any batch takes. */
const ANSWER_MS = 20_000

/**
 * Opens the database for writers of read models. Commits asynchronously: rows and checkpoint share a transaction,
 * so a crash loses both or none, and lost ones are rebuilt. Frequent statements are planned once per connection: all of them find rows
 * by keys, for which PostgreSQL would otherwise plan each batch anew. End it with `destroy()`.
 */
export const openProjectorDatabase = ({ DATABASE_URL }: Pick<Config, 'DATABASE_URL'>): Knex => {
  const url = new URL(DATABASE_URL)
  url.searchParams.set('options', '-c synchronous_commit=off -c plan_cache_mode=force_generic_plan')
  return openDatabase(url.href, { answerMs: ANSWER_MS })
}
