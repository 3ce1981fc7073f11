import pg from 'pg'
import type { Product } from '../product/product.ts'
import type { TestDatabase } from '../servers/postgres.ts'
import { ownerUrl } from '../servers/runtime-url.ts'

const TABLES = `relkind IN ('r', 'i') AND relnamespace::regnamespace::text !~ '^(pg_|information_)'`

/**
 * Lets PostgreSQL plan on this database as if each table held a million rows, and read a whole table only where it
 * has no other way. For a database to which nobody is connected.
 */
export const pretendLargeTables = async ({ url }: TestDatabase): Promise<void> => {
  const owner = new pg.Client({ connectionString: ownerUrl(url) })
  await owner.connect()
  try {
    await owner.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET enable_seqscan = off`)
    // It takes the rows per page from here and the pages from the file.
    await owner.query(`UPDATE pg_class SET reltuples = 1000000, relpages = 1 WHERE ${TABLES}`)
  } finally {
    await owner.end()
  }
}

export type TableReads = {
  readonly name: string
  /** Rows that were read because a statement read the whole table. */
  readonly whole: number
  /** Rows that were found by an index. */
  readonly found: number
}

/** What was read since then, by table. A further build of a read model reads its tables whole to index them, and does not count. */
export const readsOfTables = async (product: Product): Promise<readonly TableReads[]> => {
  const { rows } = await product.asOwner((trx) =>
    trx.raw<{ rows: TableReads[] }>(
      `SELECT relname AS name, seq_tup_read::int AS whole, idx_tup_fetch::int AS found FROM pg_stat_user_tables
       WHERE schemaname !~ '_[2-9]$' ORDER BY relname`,
    ),
  )
  return rows
}
