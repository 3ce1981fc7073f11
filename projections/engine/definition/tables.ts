import type { Knex } from 'knex'

/** A type of PostgreSQL, with `?` where it may be null. */
export type Column = ColumnType | `${ColumnType}?`
/** A column that rows may lack: null, or as SQL what stands there, such as `integer = 0`. */
export type Additive = `${ColumnType}?` | `${ColumnType} = ${string}`
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
  /**
   * Columns that came later and need no build: builds of this version get them as they stand. Facts from then on fill
   * them, in builds that are begun later all facts do, so nothing may rest on the difference. Not for what keys have
   * sealed: an older program of this version would not forget it. Among `columns` from the next version on.
   */
  readonly additive?: { readonly [name: string]: Additive }
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

type Of<C extends Column | Additive, Side extends 0 | 1> = C extends `${infer T extends ColumnType}?`
  ? Values[T][Side] | null
  : C extends `${infer T extends ColumnType} = ${string}`
    ? Values[T][Side]
    : C extends ColumnType
      ? Values[C][Side]
      : never

type RowOf<C, Side extends 0 | 1> = {
  readonly [N in keyof C]: C[N] extends Column | Additive ? Of<C[N], Side> : never
}
type AdditiveOf<T extends Table> = T extends { readonly additive: infer A } ? A : unknown

/** A row as a handler writes it. */
export type Written<T extends Table> = RowOf<T['columns'], 0> & Partial<RowOf<AdditiveOf<T>, 0>>

/** A row as a query reads it. */
export type Stored<T extends Table> = RowOf<T['columns'], 1> & RowOf<AdditiveOf<T>, 1>

/**
 * A row as an answer is shaped from it: from the database, or from a preview, where times are still ISO text. `Words`: of
 * texts that are some of few, which.
 */
export type Shown<T extends Table, Words = unknown> = {
  readonly [N in keyof Stored<T>]: N extends keyof Words
    ? Words[N]
    : Date extends Stored<T>[N]
      ? Stored<T>[N] | string
      : Stored<T>[N]
}

/** Every column of the table that stands in a statement as `alias`, written out. */
export const columnsOf = (alias: string, { columns, additive = {} }: Table): string =>
  Object.keys({ ...columns, ...additive })
    .map((column) => `${alias}."${column}"`)
    .join(', ')

/** Keeps the literals, from which the types of rows are made. */
export const defineTables = <const T extends Tables>(tables: T): T => tables

/** The same name, in the schema of a build. */
export const inSchema = (schema: string, table: string): string => `"${schema}"."${table}"`

const typeOf = (column: Column | Additive): string => {
  const [type, before] = column.split(' = ', 2) as [string, string?]
  if (before !== undefined) return `${type} NOT NULL DEFAULT ${before}`
  return type.endsWith('?') ? type.slice(0, -1) : `${type} NOT NULL`
}

/** Columns as they stand in DDL. */
const linesOf = (columns: { readonly [name: string]: Column | Additive }): string[] =>
  Object.entries(columns).map(([column, type]) => `"${column}" ${typeOf(type)}`)

/**
 * Makes the schema and the tables with their primary keys. The other indexes come when the rows are there, additive
 * columns when somebody opens the build who knows them.
 */
export const createTables = async (db: Knex, schema: string, tables: Tables): Promise<void> => {
  await db.raw('CREATE SCHEMA ??', [schema])
  for (const [name, { columns, key }] of Object.entries(tables)) {
    const lines = linesOf(columns)
    const primary = key.map((column) => `"${column}"`).join(', ')
    await db.raw(`CREATE TABLE ${inSchema(schema, name)} (${lines.join(', ')}, PRIMARY KEY (${primary}))`)
  }
}

/** Adds to a table those columns that it lacks; rows that stand there get what is said to stand there. */
export const addColumns = async (
  db: Knex,
  schema: string,
  table: string,
  additive: NonNullable<Table['additive']>,
): Promise<void> => {
  const added = linesOf(additive).map((line) => `ADD COLUMN IF NOT EXISTS ${line}`)
  await db.raw(`ALTER TABLE ${inSchema(schema, table)} ${added.join(', ')}`)
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
