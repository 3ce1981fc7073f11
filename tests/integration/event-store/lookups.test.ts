import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Knex } from '#platform/postgres/database.ts'
import { createLookup, lookupIn, type Question } from '#platform/postgres/lookups.ts'
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

const wordOf: Question = {
  asked: { number: 'text' },
  columns: 'words.word',
  joins: `JOIN (VALUES ('1', 'one'), ('2', 'two')) AS words (number, word) ON words.number = asked.number`,
}

/** Returns the batch size of each statement of `work`. */
const batchSizesOf = async (work: () => Promise<unknown>): Promise<number[]> => {
  const sizes: number[] = []
  const note = ({ bindings }: { bindings: unknown[][] }) => void sizes.push(bindings[0]!.length)
  db.on('query', note)
  await work()
  db.off('query', note)
  return sizes
}

/** Until the statement of the calls before is on its way. */
const sent = () => new Promise((resolve) => process.nextTick(resolve))

/** Calls `first`, and the others while its statement is on its way. */
const meanwhile = async <T>(first: () => Promise<T>, ...others: readonly (() => Promise<T>)[]) => {
  const asked = [first()]
  await sent()
  return [...asked, ...others.map((ask) => ask())]
}

test('each call gets its own row, or undefined', async () => {
  const ask = createLookup<{ word: string }>(db, wordOf)
  const rows = await Promise.all(['2', '3', '1', null, '2'].map((number) => ask({ number })))
  expect(rows.map((row) => row?.word)).toEqual(['two', undefined, 'one', undefined, 'two'])
})

test('calls of one turn share a statement, and calls in the meantime share the next one', async () => {
  const ask = createLookup(db, wordOf)
  const calls = ['1', '2', '3'].map((number) => () => ask({ number }))
  expect(await batchSizesOf(() => Promise.all(calls.map((call) => call())))).toEqual([3])
  const [first, ...others] = calls
  expect(await batchSizesOf(async () => Promise.all(await meanwhile(first!, ...others)))).toEqual([1, 2])
})

test('splits batches at 64', async () => {
  const ask = createLookup<{ word: string }>(db, wordOf)
  let rows: ({ word: string } | undefined)[] = []
  const sizes = await batchSizesOf(async () => {
    rows = await Promise.all(Array.from({ length: 130 }, (_, i) => ask({ number: `${(i % 2) + 1}` })))
  })
  expect(sizes).toEqual([64, 64, 2])
  expect(rows.map((row) => row?.word)).toEqual(Array.from({ length: 130 }, (_, i) => ['one', 'two'][i % 2]))
})

test('a batch belongs to a request that waits for it, not to the one before', async () => {
  const ask = createLookup(db, wordOf)
  const request = new AsyncLocalStorage<string>()
  const owners: (string | undefined)[] = []
  const note = () => void owners.push(request.getStore())
  db.on('query', note)
  const as = (name: string) => () => request.run(name, () => ask({ number: '1' }))
  await Promise.all(await meanwhile(as('first'), as('second'), as('third')))
  db.off('query', note)
  expect(owners).toEqual(['first', 'second'])
})

test('an error rejects the calls of its batch, and no later ones', async () => {
  const ask = createLookup<{ id: string }>(db, { asked: { id: 'uuid' }, columns: 'asked.id', joins: '' })
  const id = '11111111-1111-4111-8111-111111111111'
  const good = () => ask({ id })
  const answers = await Promise.allSettled(await meanwhile(good, () => ask({ id: 'no id' }), good))
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(await ask({ id })).toMatchObject({ id })
})

test('lookupIn has one lookup per database', async () => {
  const ask = lookupIn(wordOf)
  const other = openDatabase(database.url)
  const rows = await Promise.all([ask(db, { number: '1' }), ask(other, { number: '2' })])
  await other.destroy()
  expect(rows).toMatchObject([{ word: 'one' }, { word: 'two' }])
})

test('plans the statement once', async () => {
  await db.raw(
    `CREATE TABLE many AS SELECT n::text AS number, n::text AS word FROM generate_series(1, 10000) AS n`,
  )
  await db.raw(`CREATE UNIQUE INDEX ON many (number)`)
  await db.raw(`ANALYZE many`)
  const joins = ['one', 'two', 'three'].map((name) => `JOIN many AS ${name} ON ${name}.number = asked.number`)
  const ask = createLookup<{ word: string }>(db, {
    asked: { number: 'text' },
    columns: 'one.word',
    joins: joins.join(' '),
  })
  // The first four are not prepared, and the next five planned with their values.
  for (let n = 1; n <= 14; n += 1) expect(await ask({ number: `${n}` })).toMatchObject({ word: `${n}` })
  const { rows } = await db.raw(
    `SELECT generic_plans::int FROM pg_prepared_statements WHERE statement LIKE '%three.number%'`,
  )
  expect(rows).toEqual([{ generic_plans: 5 }])
})
