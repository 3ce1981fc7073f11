import type { Knex } from 'knex'
import { inSchema } from '../definition/tables.ts'

type Columns = { readonly [column: string]: string }

/** Returns columns and their types, in order. */
export const columnsOf = async (trx: Knex, schema: string, table: string): Promise<Columns> => {
  const { rows } = await trx.raw<{ rows: { name: string; type: string }[] }>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = to_regclass(?) AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [inSchema(schema, table)],
  )
  return Object.fromEntries(rows.map(({ name, type }) => [name, type]))
}

export const tablesIn = (db: Knex, schema: string): Promise<string[]> =>
  db('pg_tables').where({ schemaname: schema }).orderBy('tablename').pluck('tablename')

/**
 * Points the view of a table at a build. A view never loses a column, so older programs can read it. Returns the
 * columns that it would lose, if any, and changes nothing then.
 */
export const pointView = async (trx: Knex, schema: string, table: string): Promise<string | undefined> => {
  const shown = await columnsOf(trx, 'public', table)
  const columns = await columnsOf(trx, schema, table)
  const missing = Object.keys(shown).filter((column) => columns[column] !== shown[column])
  if (missing.length > 0) return `${table} lacks ${missing.join(', ')}`
  const list = [...new Set([...Object.keys(shown), ...Object.keys(columns)])].map((column) => `"${column}"`)
  await trx.raw(
    `CREATE OR REPLACE VIEW "${table}" AS SELECT ${list.join(', ')} FROM ${inSchema(schema, table)}`,
  )
  return undefined
}

const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((one) => ({ one, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)

/**
 * Calls `pointView` for every table of a build; `before` is the active one. Returns what would be lost, if
 * anything: some views point at the build by then. It locks the views one by one, and so does a statement that reads several.
 * When each holds what the other waits for, this gives up, and the next try takes another order.
 */
export const pointViews = async (
  trx: Knex,
  schema: string,
  before: string | undefined,
): Promise<string | undefined> => {
  const tables = await tablesIn(trx, schema)
  const lost =
    before === undefined ? [] : (await tablesIn(trx, before)).filter((table) => !tables.includes(table))
  if (lost.length > 0) return `no ${lost.join(', ')}`
  for (const table of shuffled(tables)) {
    const missing = await pointView(trx, schema, table)
    if (missing !== undefined) return missing
  }
  return undefined
}
