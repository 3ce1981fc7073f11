import type { Knex } from 'knex'

/** A PostgreSQL type; `?` allows null. */
export type Column = ColumnType | `${ColumnType}?` | WordColumn
/** Text that is one of these words: the database refuses others. */
type WordColumn = { readonly words: readonly string[]; readonly nullable?: true }
/** A column that old rows lack: nullable, or with an SQL default such as `integer = 0`. */
export type Additive = `${ColumnType}?` | `${ColumnType} = ${string}`
type ColumnType = keyof Values

/** The types that handlers write and queries read. */
type Values = {
  uuid: [string, string]
  text: [string, string]
  boolean: [boolean, boolean]
  integer: [number, number]
  /** read as text: it may exceed a safe number */
  bigint: [number, string]
  /** ISO 8601 */
  timestamptz: [string, Date]
  jsonb: [unknown, unknown]
  'text[]': [readonly string[], string[]]
}

/**
 * A table of a read model: the one source of its DDL and its row types. Any change needs a higher version of the
 * read model, which is then built beside the active one. Never remove a column or change its type: programs of the
 * older version may still read it.
 */
export type Table = {
  readonly columns: { readonly [name: string]: Column }
  /**
   * Columns that were added without a new version: existing builds of the version get them. Only new facts fill
   * them there, while a later build fills them from all facts, so no logic may depend on whether they are filled.
   * Not for sealed data: an older program of the version would not erase it. Move them to `columns` with the next
   * version.
   */
  readonly additive?: { readonly [name: string]: Additive }
  /** Columns of the primary key. */
  readonly key: readonly string[]
  /** Handlers put each row once, so a new build can copy rows in bulk. */
  readonly once?: true
  /** The part after `CREATE INDEX … ON table`. */
  readonly indexes?: readonly Index[]
  /** Those indexes by which `prepare` reads. A build has them before its rows, and makes the others after them. */
  readonly early?: readonly string[]
}

/** A trigram index needs an extension that not every server has. */
export type Index = string | { readonly trigrams: string; readonly otherwise: string }

export type Tables = { readonly [name: string]: Table }

type Of<C extends Column | Additive, Side extends 0 | 1> = C extends `${infer T extends ColumnType}?`
  ? Values[T][Side] | null
  : C extends `${infer T extends ColumnType} = ${string}`
    ? Values[T][Side]
    : C extends infer T extends ColumnType
      ? Values[T][Side]
      : C extends WordColumn
        ? C['words'][number] | (C extends { readonly nullable: true } ? null : never)
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
 * A row as replies are built from: from the database, or from a preview, which has ISO text for times. `Json`: the
 * types of `jsonb` columns.
 */
export type Shown<T extends Table, Json = unknown> = {
  readonly [N in keyof Stored<T>]: N extends keyof Json
    ? Json[N]
    : Date extends Stored<T>[N]
      ? Stored<T>[N] | string
      : Stored<T>[N]
}

/** Lists every column of the table, qualified with `alias`. */
export const columnsOf = (alias: string, { columns, additive = {} }: Table): string =>
  Object.keys({ ...columns, ...additive })
    .map((column) => `${alias}."${column}"`)
    .join(', ')

/** Keeps the literal types, from which row types follow. */
export const defineTables = <const T extends Tables>(tables: T): T => tables

export const inSchema = (schema: string, table: string): string => `"${schema}"."${table}"`

const typeOf = (name: string, column: Column | Additive): string => {
  if (typeof column === 'object') {
    const words = column.words.map((word) => `'${word}'`).join(', ')
    return `text ${column.nullable ? '' : 'NOT NULL '}CHECK ("${name}" IN (${words}))`
  }
  const [type, before] = column.split(' = ', 2) as [string, string?]
  if (before !== undefined) return `${type} NOT NULL DEFAULT ${before}`
  return type.endsWith('?') ? type.slice(0, -1) : `${type} NOT NULL`
}

const linesOf = (columns: { readonly [name: string]: Column | Additive }): string[] =>
  Object.entries(columns).map(([column, type]) => `"${column}" ${typeOf(column, type)}`)

/** Query timeout for statements over whole tables. */
export const LONG_MS = 6 * 3_600_000

const createIndex = (
  db: Knex,
  { schema, table }: { readonly schema: string; readonly table: string },
  place: number,
  text: string,
) =>
  db
    .raw(`CREATE INDEX IF NOT EXISTS "${table}_${place + 1}" ON ${inSchema(schema, table)} ${text}`)
    .options({ query_timeout: LONG_MS })

/**
 * Creates the schema, and its tables with primary keys and early indexes only. `createIndexes` follows once the rows are there,
 * `addAdditive` when a program that knows such columns opens the build. ANALYZE leaves out JSON that is never null: no plan
 * depends on what it holds, and comparing it takes more than half of the time of all columns.
 */
export const createTables = async (db: Knex, schema: string, tables: Tables): Promise<void> => {
  await db.raw('CREATE SCHEMA ??', [schema])
  for (const [name, { columns, key, indexes = [], early = [] }] of Object.entries(tables)) {
    const lines = linesOf(columns)
    const primary = key.map((column) => `"${column}"`).join(', ')
    await db.raw(`CREATE TABLE ${inSchema(schema, name)} (${lines.join(', ')}, PRIMARY KEY (${primary}))`)
    const unplanned = Object.entries(columns).flatMap(([column, type]) => (type === 'jsonb' ? [column] : []))
    if (unplanned.length > 0) {
      const altered = unplanned.map((column) => `ALTER COLUMN "${column}" SET STATISTICS 0`)
      await db.raw(`ALTER TABLE ${inSchema(schema, name)} ${altered.join(', ')}`)
    }
    for (const [i, index] of indexes.entries())
      if (typeof index === 'string' && early.includes(index))
        await createIndex(db, { schema, table: name }, i, index)
  }
}

/** Adds the missing columns to a table. Existing rows get the default. */
export const addColumns = async (
  db: Knex,
  schema: string,
  table: string,
  additive: NonNullable<Table['additive']>,
): Promise<void> => {
  const added = linesOf(additive).map((line) => `ADD COLUMN IF NOT EXISTS ${line}`)
  await db.raw(`ALTER TABLE ${inSchema(schema, table)} ${added.join(', ')}`)
}

/** Creates the missing indexes and analyses the tables. Can be repeated. */
export const createIndexes = async (db: Knex, schema: string, tables: Tables): Promise<void> => {
  const { rows } = await db.raw<{ rows: unknown[] }>(`SELECT FROM pg_extension WHERE extname = 'pg_trgm'`)
  const textOf = (index: Index): string =>
    typeof index === 'string' ? index : rows.length > 0 ? index.trigrams : index.otherwise
  for (const [name, { indexes = [] }] of Object.entries(tables)) {
    for (const [i, index] of indexes.entries())
      await createIndex(db, { schema, table: name }, i, textOf(index))
    await db.raw(`ANALYZE ${inSchema(schema, name)}`).options({ query_timeout: LONG_MS })
  }
}
