import type { Knex } from 'knex'

/** A type of PostgreSQL, with `?` where it may be null. */
export type Column = ColumnType | `${ColumnType}?`
type ColumnType = keyof Values

/** What a handler writes, and what a query reads. */
type Values = {
  uuid: [string, string]
  text: [string, string]
  boolean: [boolean, boolean]
  integer: [number, number]
  /** as text: it may be larger than a number */
  bigint: [number, string]
  /** ISO 8601 */
  timestamptz: [string, Date]
  jsonb: [unknown, unknown]
  'text[]': [readonly string[], string[]]
}

/**
 * A table of a read model: the one source of its DDL and of the types of its rows. A change is a higher version of the read
 * model, which is then built beside; columns that a version had are never left out or changed in type, as programs of
 * that version may still read.
 */
export type Table = {
  readonly columns: { readonly [name: string]: Column }
  /** Columns of the primary key. */
  readonly key: readonly string[]
  /** Handlers put each row once: what is built from nothing is copied in bulk. */
  readonly once?: true
  /** As they stand behind `CREATE INDEX … ON table`. */
  readonly indexes?: readonly Index[]
}

/** One that finds parts of words needs an extension that not every server has. */
export type Index = string | { readonly trigrams: string; readonly otherwise: string }

export type Tables = { readonly [name: string]: Table }

type Of<C extends Column, Side extends 0 | 1> = C extends `${infer T extends ColumnType}?`
  ? Values[T][Side] | null
  : C extends ColumnType
    ? Values[C][Side]
    : never

/** A row as a handler writes it. */
export type Written<T extends Table> = { readonly [C in keyof T['columns']]: Of<T['columns'][C], 0> }

/** A row as a query reads it. */
export type Stored<T extends Table> = { readonly [C in keyof T['columns']]: Of<T['columns'][C], 1> }

/** Keeps the literals, from which the types of rows are made. */
export const defineTables = <const T extends Tables>(tables: T): T => tables

/** The same name, in the schema of a build. */
export const inSchema = (schema: string, table: string): string => `"${schema}"."${table}"`

const typeOf = (column: Column): string => (column.endsWith('?') ? column.slice(0, -1) : `${column} NOT NULL`)

/** Makes the schema and the tables with their primary keys; the other indexes come when the rows are there. */
export const createTables = async (db: Knex, schema: string, tables: Tables): Promise<void> => {
  await db.raw('CREATE SCHEMA ??', [schema])
  for (const [name, { columns, key }] of Object.entries(tables)) {
    const lines = Object.entries(columns).map(([column, type]) => `"${column}" ${typeOf(type)}`)
    const primary = key.map((column) => `"${column}"`).join(', ')
    await db.raw(`CREATE TABLE ${inSchema(schema, name)} (${lines.join(', ')}, PRIMARY KEY (${primary}))`)
  }
}

/** A read model of years may have more rows than other statements have time. */
export const LONG_MS = 6 * 3_600_000

/** Makes what indexes are still missing, and lets the planner look at the rows. A step that was broken off can be repeated. */
export const createIndexes = async (db: Knex, schema: string, tables: Tables): Promise<void> => {
  const { rows } = await db.raw<{ rows: unknown[] }>(`SELECT FROM pg_extension WHERE extname = 'pg_trgm'`)
  const textOf = (index: Index): string =>
    typeof index === 'string' ? index : rows.length > 0 ? index.trigrams : index.otherwise
  for (const [name, { indexes = [] }] of Object.entries(tables)) {
    for (const [i, index] of indexes.entries())
      await db
        .raw(`CREATE INDEX IF NOT EXISTS "${name}_${i + 1}" ON ${inSchema(schema, name)} ${textOf(index)}`)
        .options({ query_timeout: LONG_MS })
    await db.raw(`ANALYZE ${inSchema(schema, name)}`).options({ query_timeout: LONG_MS })
  }
}
