import type { Knex } from 'knex'
import { inSchema } from '../definition/tables.ts'

type Columns = { readonly [column: string]: string }

/** Columns with their types, in their order. */
export const columnsOf = async (trx: Knex, schema: string, table: string): Promise<Columns> => {
  const { rows } = await trx.raw<{ rows: { name: string; type: string }[] }>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = to_regclass(?) AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [inSchema(schema, table)],
  )
  return Object.fromEntries(rows.map(({ name, type }) => [name, type]))
}

/** The tables of a build, by name. */
export const tablesIn = (db: Knex, schema: string): Promise<string[]> =>
  db('pg_tables').where({ schemaname: schema }).orderBy('tablename').pluck('tablename')

/**
 * Points the stable name of a table at that of a build. Its columns only grow, so that who reads by it always can. Answers
 * what it would lose, when it would.
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

/**
 * The same for every table of a build; `before` is the one that the names point at now. Some may have been pointed when it
 * answers what would be lost.
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
  for (const table of tables) {
    const missing = await pointView(trx, schema, table)
    if (missing !== undefined) return missing
  }
  return undefined
}
