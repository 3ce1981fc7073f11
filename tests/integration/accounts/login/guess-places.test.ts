import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createGuesses } from '#platform/limits/guesses.ts'
import { openDatabase, type Knex } from '#platform/postgres/database.ts'
import { eventually } from '#support/eventually.ts'
import { createDatabase, type TestDatabase } from '#support/servers/postgres.ts'

let database: TestDatabase
let db: Knex
let other: pg.Client
beforeAll(async () => {
  database = await createDatabase()
  db = openDatabase(database.url)
  other = new pg.Client({ connectionString: database.url })
  await other.connect()
})
afterAll(async () => {
  await other?.end()
  await db?.destroy()
  await database?.drop()
})

test('a wrong guess that is counted while the next one asks for a place blocks it', async () => {
  const now = new Date()
  const counted = { key: 'door of ada', free: 5, forgottenMs: 3_600_000 }
  const guess = (check: () => Promise<undefined>) => createGuesses(db)([counted], now, check)
  for (let i = 0; i < 4; i += 1) await guess(async () => undefined)
  const fifth = Promise.withResolvers<undefined>()
  const fifthEnds = guess(() => fifth.promise)
  await eventually(async () => expect(await db('guesses_in_flight').select('id')).toHaveLength(1))

  await other.query('BEGIN')
  await other.query('LOCK TABLE guesses_in_flight IN ACCESS EXCLUSIVE MODE')
  const check = vi.fn(async () => undefined)
  const sixth = guess(check).catch((error: unknown) => error)
  await eventually(async () => {
    const { rows } = await other.query(
      `SELECT FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )
    expect(rows).toHaveLength(1)
  })
  // As another process counts the fifth.
  await other.query(`UPDATE throttles SET count = 5, blocked_until = $1 WHERE key = $2`, [
    new Date(now.getTime() + 2_000),
    counted.key,
  ])
  await other.query('DELETE FROM guesses_in_flight')
  await other.query('COMMIT')

  expect(await sixth).toMatchObject({ code: 'rate.exceeded' })
  expect(check).not.toHaveBeenCalled()
  fifth.resolve(undefined)
  await fifthEnds
})
