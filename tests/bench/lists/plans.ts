import type { Knex } from 'knex'
import type pg from 'pg'

/** What reading cost the database: figures that do not change with the load of the machine. */
export type Cost = {
  /** Pages of 8 KiB, each time that one was looked at. */
  readonly buffers: number
  /** Rows that were read and did not belong to the result, such as of a table that was read whole. */
  readonly removed: number
}

type Plan = {
  readonly 'Actual Loops': number
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}
type Explained = { readonly 'QUERY PLAN': readonly [{ readonly Plan: Plan }] }

const removedBy = (plan: Plan): number =>
  (plan['Rows Removed by Filter'] ?? 0) * plan['Actual Loops'] +
  (plan.Plans ?? []).reduce((sum, inner) => sum + removedBy(inner), 0)

/** Runs `work`, and then has each statement explained by which it has read through `db`. */
export const costOf = async (
  { db, explain }: { readonly db: Knex; readonly explain: pg.Client },
  work: () => Promise<unknown>,
): Promise<Cost> => {
  const reads: { readonly sql: string; readonly bindings: unknown[] }[] = []
  const note = (query: (typeof reads)[number]) => {
    if (/^\s*(select|with)\b/i.test(query.sql)) reads.push(query)
  }
  db.on('query', note)
  await work()
  db.removeListener('query', note)
  let [buffers, removed] = [0, 0]
  for (const { sql, bindings } of reads) {
    const { rows } = await explain.query<Explained>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`,
      bindings,
    )
    const plan = rows[0]!['QUERY PLAN'][0].Plan
    if (process.env['PLANS']) console.error(sql, JSON.stringify(plan, null, 1))
    buffers += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    removed += removedBy(plan)
  }
  return { buffers, removed }
}
