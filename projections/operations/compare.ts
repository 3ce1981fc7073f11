import type { Knex } from 'knex'
import { buildNamed, BuildRefused } from '../engine/builds/builds.ts'
import type { Projection } from '../engine/definition/projection.ts'
import { inSchema, LONG_MS } from '../engine/definition/tables.ts'
import { columnsOf, tablesIn } from '../engine/builds/views.ts'

/** The result for a table that both builds have. */
export type TableCompared = {
  readonly table: string
  readonly rows: readonly [number, number]
  readonly isEqual: boolean
  /** The first keys of rows that differ or that only one build has. */
  readonly differing: readonly string[]
  /** Columns that are not compared: only one build has them, or they are additive. */
  readonly skipped: readonly string[]
}

export type Compared = {
  readonly tables: readonly TableCompared[]
  /** Tables that only one build has. */
  readonly skipped: readonly string[]
}

const MAX_KEYS = 5

type Comparison = {
  readonly table: string
  readonly key: readonly string[]
  readonly additive: readonly string[]
}

/** Returns the columns of both builds with the same type, without additive ones, and those skipped out. */
const shared = async (trx: Knex, builds: readonly [string, string], { table, additive }: Comparison) => {
  const [one, other] = [await columnsOf(trx, builds[0], table), await columnsOf(trx, builds[1], table)]
  const all = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  const both = all.filter((column) => one[column] === other[column] && !additive.includes(column))
  return { both, skipped: all.filter((column) => !both.includes(column)) }
}

const quoted = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(', ')

/** An order-independent count and checksum. Different rows hardly ever have the same. */
const sumOf = async (trx: Knex, from: string, columns: string) => {
  const { rows } = await trx
    .raw<{ rows: { count: string; sum: string | null }[] }>(
      `SELECT count(*), sum(('x' || substr(md5(ROW(${columns})::text), 1, 16))::bit(64)::bigint::numeric) FROM ${from}`,
    )
    .options({ query_timeout: LONG_MS })
  return rows[0]!
}

const differingIn = async (
  trx: Knex,
  froms: readonly [string, string],
  { columns, key }: { readonly columns: string; readonly key: string },
): Promise<string[]> => {
  const [one, other] = froms.map((from) => `SELECT ${columns} FROM ${from}`)
  const { rows } = await trx
    .raw<{ rows: { key: string }[] }>(
      `SELECT DISTINCT ROW(${key})::text AS key
       FROM ((${one} EXCEPT ${other}) UNION ALL (${other} EXCEPT ${one})) d ORDER BY 1 LIMIT ${MAX_KEYS}`,
    )
    .options({ query_timeout: LONG_MS })
  return rows.map((row) => row.key)
}

const compareTable = async (
  trx: Knex,
  builds: readonly [string, string],
  comparison: Comparison,
): Promise<TableCompared> => {
  const { table, key } = comparison
  const { both, skipped } = await shared(trx, builds, comparison)
  const columns = quoted(both)
  const froms = [inSchema(builds[0], table), inSchema(builds[1], table)] as const
  const [one, other] = [await sumOf(trx, froms[0], columns), await sumOf(trx, froms[1], columns)]
  const isEqual = one.count === other.count && one.sum === other.sum
  const keys = quoted(key.filter((column) => both.includes(column))) || columns
  const differing = isEqual ? [] : await differingIn(trx, froms, { columns, key: keys })
  return { table, rows: [Number(one.count), Number(other.count)], isEqual, differing, skipped }
}

/**
 * Compares two builds of a model in one snapshot. Returns undefined when their positions differ. Throws
 * BuildRefused when one is still being built or is gone.
 */
export const compareBuilds = (
  db: Knex,
  { tables }: Projection,
  names: readonly [string, string],
): Promise<Compared | undefined> =>
  db.transaction(
    async (trx) => {
      const [one, other] = [await buildNamed(trx, names[0]), await buildNamed(trx, names[1])]
      for (const { name, state } of [one, other])
        if (state === 'building' || state === 'retiring') throw new BuildRefused(name, 'is not built')
      if (one.position !== other.position) return undefined
      const [ownTables, otherTables] = [await tablesIn(trx, one.name), await tablesIn(trx, other.name)]
      const skipped = [...new Set([...ownTables, ...otherTables])].filter(
        (table) => !ownTables.includes(table) || !otherTables.includes(table),
      )
      const compared: TableCompared[] = []
      for (const table of ownTables.filter((name) => !skipped.includes(name))) {
        const { key = [], additive = {} } = tables[table] ?? {}
        compared.push(await compareTable(trx, names, { table, key, additive: Object.keys(additive) }))
      }
      return { tables: compared, skipped }
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  )
