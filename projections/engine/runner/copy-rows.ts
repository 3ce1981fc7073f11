import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from } from 'pg-copy-streams'
import type { Row } from '../definition/changes.ts'
import { lineOf, type Column } from './copy-text.ts'

/** A table and those of its columns that are given; the others get their defaults. */
export type Target = { readonly schema: string; readonly table: string; readonly columns: readonly string[] }

const CHUNK = 65_536

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const columnsOf = async (client: ClientBase, { schema, table, columns }: Target): Promise<Column[]> => {
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

/** Gathers lines; what is no Unicode would become something else on its way. */
const createPiece = (columns: readonly Column[]) => {
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

function* piecesOf(columns: readonly Column[], rows: Iterable<Row>): Generator<Buffer> {
  const piece = createPiece(columns)
  for (const row of rows) if (piece.add(row)) yield* piece.take()
  yield* piece.take()
}

async function* piecesAsTheyCome(
  columns: readonly Column[],
  rows: AsyncIterable<Row>,
): AsyncGenerator<Buffer> {
  const piece = createPiece(columns)
  for await (const row of rows) if (piece.add(row)) yield* piece.take()
  yield* piece.take()
}

/**
 * Adds rows to a table by COPY, in bulk; answers how many. They come out as `json_populate_recordset` would make them of
 * the same rows, with NULL for a column that a row does not name. All or none; where more belongs to it, the caller has
 * begun a transaction. `rows` is asked for as fast as the server takes them. Throws what the server or `rows` throws;
 * the client can be used afterwards unless its connection broke.
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
  const pieces = Symbol.asyncIterator in rows ? piecesAsTheyCome(columns, rows) : piecesOf(columns, rows)
  await pipeline(Readable.from(pieces), copying)
  return copying.rowCount
}
