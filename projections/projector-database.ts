import type { Config } from '#platform/config/config.ts'
import { openDatabase, type Knex } from '#platform/postgres/database.ts'

/** Longer than any batch takes. */
const ANSWER_MS = 20_000

/**
 * The database for whoever writes rows of read models. Rows and checkpoint share a transaction: a crash loses both or
 * none, and what is lost is built again. End it with `destroy()`.
 */
export const openProjectorDatabase = ({ DATABASE_URL }: Pick<Config, 'DATABASE_URL'>): Knex => {
  const url = new URL(DATABASE_URL)
  url.searchParams.set('options', '-c synchronous_commit=off')
  return openDatabase(url.href, { answerMs: ANSWER_MS })
}
