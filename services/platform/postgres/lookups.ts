import type { Knex } from 'knex'
import { planned } from './database.ts'

/**
 * A question about one row that many requests ask at the same time, each with values of its own: they are the columns of
 * `asked`, a table with a row for each of them.
 */
export type Question = {
  /** By column. */
  readonly asked: { readonly [column: string]: 'uuid' | 'text' | 'timestamptz' }
  /** What is wanted, written out; and joins to `asked` that leave at most one row for each who asks. */
  readonly columns: string
  readonly joins: string
}

type Values = { readonly [column: string]: string | Date | null }
type Waiting = {
  readonly values: Values
  readonly resolve: (row: unknown) => void
  readonly reject: (error: unknown) => void
}

/** More would keep the first of them waiting. */
const AT_ONCE = 64

const statementOf = ({ asked, columns, joins }: Question): string => {
  const lists = Object.values(asked).map((type) => `?::${type}[]`)
  // A plan for any number would be for ten, and cost more than one made anew for each statement: the limit, which is all of
  // them, lets it be for one.
  return `SELECT asked.n::int AS n, ${columns}
    FROM (SELECT * FROM unnest(${lists.join(', ')}) WITH ORDINALITY LIMIT ?::int) AS asked (${Object.keys(asked).join(', ')}, n)
    ${joins}`
}

/**
 * Asks of the database: at once while nobody else waits for an answer, else together with all who come meanwhile, in one
 * statement that begins after they have asked. Answers undefined where no row is left.
 */
export const createLookup = <Row>(
  db: Knex,
  question: Question,
): ((values: Values) => Promise<Row | undefined>) => {
  const statement = statementOf(question)
  const options = planned(statement)
  const columns = Object.keys(question.asked)
  let waiting: Waiting[] = []
  let isAsking = false

  const ask = async (together: readonly Waiting[]): Promise<void> => {
    try {
      const lists = columns.map((column) => together.map(({ values }) => values[column] ?? null))
      // Knex does not know that a list may hold nulls.
      const bindings = [...lists, together.length] as never[]
      const { rows } = await db.raw<{ rows: { n: number }[] }>(statement, bindings).options(options)
      const found = new Map(rows.map((row) => [row.n, row]))
      for (const [i, { resolve }] of together.entries()) resolve(found.get(i + 1))
    } catch (error) {
      for (const { reject } of together) reject(error)
    }
  }
  const run = async (): Promise<void> => {
    isAsking = true
    while (waiting.length > 0) {
      const together = waiting.slice(0, AT_ONCE)
      waiting = waiting.slice(AT_ONCE)
      await ask(together)
    }
    isAsking = false
  }

  return (values) =>
    new Promise((resolve, reject) => {
      waiting.push({ values, resolve: resolve as (row: unknown) => void, reject })
      if (!isAsking) void run()
    })
}

/** The same for questions of functions that are given the database: one lookup for each of both. */
export const lookupIn = (question: Question) => {
  const lookups = new WeakMap<Knex, (values: Values) => Promise<unknown>>()
  return <Row>(db: Knex, values: Values): Promise<Row | undefined> => {
    let lookup = lookups.get(db)
    if (!lookup) lookups.set(db, (lookup = createLookup(db, question)))
    return lookup(values) as Promise<Row | undefined>
  }
}
