import type { Knex } from 'knex'
import { inBatches } from '../primitives/batches.ts'

/**
 * A query for one row that many requests run at the same time with different values. The values are the columns of a table `asked`
 * with one row per request.
 */
export type Question = {
  /** The types of the values, by column. */
  readonly asked: { readonly [column: string]: 'uuid' | 'text' | 'timestamptz' }
  /** The selected columns, and joins that keep at most one row for each row of `asked`. */
  readonly columns: string
  readonly joins: string
}

type Values = { readonly [column: string]: string | Date | null }
const LIMITS = { atOnce: 1, most: 64 }

/** A list costs the server and the client twice as much as a value. */
const singleOf = ({ asked, columns, joins }: Question): string => {
  const values = Object.entries(asked).map(([column, type]) => `?::${type} AS ${column}`)
  return `SELECT ${columns} FROM (SELECT ${values.join(', ')}) AS asked ${joins}`
}

const statementOf = ({ asked, columns, joins }: Question): string => {
  const lists = Object.values(asked).map((type) => `?::${type}[]`)
  // Without the limit PostgreSQL would estimate ten rows, and the generic plan would cost more than planning anew each time.
  return `SELECT asked.n::int AS n, ${columns}
    FROM (SELECT * FROM unnest(${lists.join(', ')}) WITH ORDINALITY LIMIT ?::int) AS asked (${Object.keys(asked).join(', ')}, n)
    ${joins}`
}

/**
 * Returns a function that runs the query in batches, one at a time. Resolves to undefined if there is no row.
 */
export const createLookup = <Row>(
  db: Knex,
  question: Question,
): ((values: Values) => Promise<Row | undefined>) => {
  const single = singleOf(question)
  const statement = statementOf(question)
  const columns = Object.keys(question.asked)
  const runSingle = async (values: Values): Promise<readonly (Row | undefined)[]> => {
    const bindings = columns.map((column) => values[column] ?? null)
    return [(await db.raw<{ rows: Row[] }>(single, bindings)).rows[0]]
  }
  const runBatch = async (batch: readonly Values[]): Promise<readonly (Row | undefined)[]> => {
    const lists = columns.map((column) => batch.map((values) => values[column] ?? null))
    // Knex has no type for a list with nulls.
    const bindings = [...lists, batch.length] as never[]
    const { rows } = await db.raw<{ rows: (Row & { n: number })[] }>(statement, bindings)
    const found = new Map(rows.map((row) => [row.n, row]))
    return batch.map((_, i) => found.get(i + 1))
  }
  const run = (batch: readonly Values[]) => (batch.length === 1 ? runSingle(batch[0]!) : runBatch(batch))
  return inBatches(run, LIMITS)
}

/** Returns a lookup for functions that receive the database as a parameter. */
export const lookupIn = (question: Question) => {
  const lookups = new WeakMap<Knex, (values: Values) => Promise<unknown>>()
  return <Row>(db: Knex, values: Values): Promise<Row | undefined> => {
    let lookup = lookups.get(db)
    if (!lookup) lookups.set(db, (lookup = createLookup(db, question)))
    return lookup(values) as Promise<Row | undefined>
  }
}
