import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from } from 'pg-copy-streams'
import type { Row } from '../definition/changes.ts'

/** A table and the columns to write. The other columns get their defaults. */
export type Target = { readonly schema: string; readonly table: string; readonly columns: readonly string[] }

type Column = {
  readonly name: string
  /** json, jsonb or an array of them. */
  readonly isJson: boolean
  readonly isArray: boolean
}

// COPY's text format: one line per row, tabs between columns, `\N` for NULL, backslash escapes.
const NULL = '\\N'
const ESCAPED = /[\\\t\n\r]/
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

const escaped = (text: string): string =>
  ESCAPED.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (character) => ESCAPES[character]!) : text

/** Returns the column value as unescaped text, or undefined for NULL. */
const plain = (value: unknown, isJson: boolean): string | undefined => {
  if (typeof value === 'string' && !isJson) return value
  if (value === null || value === undefined) return undefined
  const text = JSON.stringify(value) as string | undefined
  if (text === undefined || text === 'null') return undefined
  // A Date, for example, is a string in JSON.
  return !isJson && text.startsWith('"') ? (JSON.parse(text) as string) : text
}

/** `{a,NULL,"b\"c"}` */
const arrayText = (values: readonly unknown[], isJson: boolean): string => {
  const parts = values.map((value) => {
    if (Array.isArray(value) && !isJson) return arrayText(value, isJson)
    const text = plain(value, isJson)
    return text === undefined ? 'NULL' : `"${text.replaceAll(/["\\]/g, (character) => `\\${character}`)}"`
  })
  return `{${parts.join(',')}}`
}

const fieldOf = ({ isJson, isArray }: Column, value: unknown): string => {
  if (isArray && Array.isArray(value)) return escaped(arrayText(value, isJson))
  const text = plain(value, isJson && !isArray)
  return text === undefined ? NULL : escaped(text)
}

const lineOf = (columns: readonly Column[], row: Row): string =>
  `${columns.map((column) => fieldOf(column, row[column.name])).join('\t')}\n`

const CHUNK = 65_536

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const readColumns = async (client: ClientBase, { schema, table, columns }: Target): Promise<Column[]> => {
  const { rows } = await client.query<Column>(
    `SELECT a.attname AS name, t.typname ~ '^_?jsonb?$' AS "isJson", t.typcategory = 'A' AS "isArray"
     FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
     WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped`,
    [`${quoted(schema)}.${quoted(table)}`],
  )
  return columns.map((name) => {
    const column = rows.find((row) => row.name === name)
    if (!column) throw new Error(`${schema}.${table} has no column ${name}`)
    return column
  })
}

/** What was read for the last targets of a connection. The type of a column never changes. */
const known = new WeakMap<ClientBase, Map<string, Column[]>>()
const MAX_KNOWN = 100

const columnsOf = async (client: ClientBase, target: Target): Promise<Column[]> => {
  const targets = known.get(client) ?? new Map<string, Column[]>()
  known.set(client, targets)
  const name = JSON.stringify([target.schema, target.table, target.columns])
  const found = targets.get(name) ?? (await readColumns(client, target))
  if (targets.size >= MAX_KNOWN) targets.clear()
  targets.set(name, found)
  return found
}

/** Buffers lines. Throws on a lone surrogate, which UTF-8 would silently replace. */
const createChunk = (columns: readonly Column[]) => {
  let text = ''
  return {
    add(row: Row): boolean {
      text += lineOf(columns, row)
      return text.length > CHUNK
    },
    take(): Buffer[] {
      if (text === '') return []
      if (!text.isWellFormed()) throw new TypeError('a row holds half of a surrogate pair')
      const bytes = Buffer.from(text)
      text = ''
      return [bytes]
    },
  }
}

function* chunksOf(columns: readonly Column[], rows: Iterable<Row>): Generator<Buffer> {
  const chunk = createChunk(columns)
  for (const row of rows) if (chunk.add(row)) yield* chunk.take()
  yield* chunk.take()
}

async function* chunksOfStream(columns: readonly Column[], rows: AsyncIterable<Row>): AsyncGenerator<Buffer> {
  const chunk = createChunk(columns)
  for await (const row of rows) if (chunk.add(row)) yield* chunk.take()
  yield* chunk.take()
}

/**
 * Adds rows to a table with COPY, all or none, and returns their number. Stores what `json_populate_recordset` would,
 * with NULL for a column that a row does not name. Reads `rows` as fast as the server takes them. Throws what the server
 * or `rows` throws; the client stays usable unless its connection broke.
 */
export const copyRows = async (
  client: ClientBase,
  target: Target,
  rows: Iterable<Row> | AsyncIterable<Row>,
): Promise<number> => {
  const { schema, table } = target
  const columns = await columnsOf(client, target)
  const names = columns.map(({ name }) => quoted(name)).join(', ')
  const copying = client.query(from(`COPY ${quoted(schema)}.${quoted(table)} (${names}) FROM STDIN`))
  const chunks = Symbol.asyncIterator in rows ? chunksOfStream(columns, rows) : chunksOf(columns, rows)
  await pipeline(Readable.from(chunks), copying)
  return copying.rowCount
}
