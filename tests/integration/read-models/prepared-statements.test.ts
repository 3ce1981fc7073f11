import { afterAll, beforeAll, expect, test } from 'vitest'
import { isTransient, openDatabase, type Knex } from '#platform/postgres/database.ts'
import { createStatementNames } from '#platform/postgres/prepared.ts'
import { openProjectorDatabase } from '#projections/projector-database.ts'
import { createDatabase, type TestDatabase } from '#support/servers/postgres.ts'

let database: TestDatabase
let db: Knex
beforeAll(async () => {
  database = await createDatabase()
  db = openDatabase(database.url)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** How often the connection of `on` has planned a statement with this text, or null if it is not prepared. */
const preparedAs = async (on: Knex, text: string): Promise<number | null> => {
  const { rows } = await on.raw(
    `SELECT (custom_plans + generic_plans)::int AS plans FROM pg_prepared_statements WHERE statement LIKE '%${text}%'`,
  )
  return rows[0]?.plans ?? null
}

test('a statement is prepared from its fifth use on, with other values too', async () => {
  await db.transaction(async (transaction) => {
    const read = (value: number) => transaction.raw('SELECT ?::int AS fifth_use', [value])
    for (let use = 1; use <= 4; use += 1) await read(use)
    expect(await preparedAs(transaction, 'AS fifth_use')).toBeNull()
    const { rows } = await read(5)
    await read(6)
    expect(rows).toEqual([{ fifth_use: 5 }])
    expect(await preparedAs(transaction, 'AS fifth_use')).toBe(2)
  })
})

test('a projector never plans a prepared statement for its values: it finds rows by keys, and there are fewer than PostgreSQL guesses', async () => {
  const projector = openProjectorDatabase({ DATABASE_URL: database.url })
  const { rows } = await projector.transaction(async (transaction) => {
    for (let use = 1; use <= 12; use += 1)
      await transaction.raw(
        `SELECT name FROM checkpoints JOIN unnest(?::text[]) AS asked (name) USING (name)`,
        [['users_1']] as never,
      )
    return transaction.raw<{ rows: { custom: number }[] }>(
      `SELECT custom_plans::int AS custom FROM pg_prepared_statements WHERE statement LIKE '%AS asked (name)%'`,
    )
  })
  await projector.destroy()
  expect(rows).toEqual([{ custom: 0 }])
})

test('statements without values are never prepared, because they may be several', async () => {
  for (let use = 0; use < 8; use += 1) await db.raw('SELECT 1 AS several; SELECT 2 AS several')
})

test('at most 500 statements of a process are prepared', () => {
  const { nameOf } = createStatementNames()
  const usedOften = (sql: string) => Array.from({ length: 5 }, () => nameOf(sql)).at(-1)
  const names = Array.from({ length: 600 }, (_, i) => usedOften(`SELECT ${i}`))
  expect(new Set(names.slice(0, 500)).size).toBe(500)
  expect(names.slice(0, 500)).not.toContain(undefined)
  expect(names.slice(500).every((name) => name === undefined)).toBe(true)
})

test('a new column does not break a prepared statement that reads all columns', async () => {
  await db.raw('CREATE TABLE growing (id int)')
  const read = () => db('growing').where({ id: 1 })
  await db('growing').insert({ id: 1 })
  for (let use = 0; use < 8; use += 1) await read()
  await db.raw('ALTER TABLE growing ADD COLUMN more int DEFAULT 7')
  expect(await read()).toEqual([{ id: 1, more: 7 }])
})

test('in a transaction a new column is a fault that passes: the next try succeeds', async () => {
  await db.raw('CREATE TABLE growing_too (id int)')
  const read = () => db.transaction((transaction) => transaction('growing_too').where({ id: 1 }))
  for (let use = 0; use < 8; use += 1) await read()
  await db.raw('ALTER TABLE growing_too ADD COLUMN more int')
  const fault: unknown = await read().catch((error: unknown) => error)
  expect(isTransient(fault)).toBe(true)
  expect(await read()).toEqual([])
})
