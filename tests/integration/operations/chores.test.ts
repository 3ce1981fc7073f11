import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetSessions } from '#modules/accounts/sessions/session.store.ts'
import { forgetChallenges } from '#platform/secrets/challenges.ts'
import { forgetCounters } from '#platform/limits/throttle.ts'
import { openDatabase, type Knex } from '#platform/postgres/database.ts'
import { createDatabase, type TestDatabase } from '#support/servers/postgres.ts'
import { ownerUrl } from '#support/servers/runtime-url.ts'

let database: TestDatabase
let db: Knex
beforeAll(async () => {
  database = await createDatabase()
  // Only the owner analyses a table.
  db = openDatabase(ownerUrl(database.url))
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** The plans of the statements that `work` runs. */
const plansOf = async (work: () => Promise<unknown>): Promise<string> => {
  const statements: { sql: string; bindings: readonly unknown[] }[] = []
  const note = (statement: (typeof statements)[number]) => void statements.push(statement)
  db.on('query', note)
  await work()
  db.off('query', note)
  const plans: string[] = []
  for (const { sql, bindings } of statements) {
    const { rows } = await db.raw(`EXPLAIN ${sql.replaceAll(/\$\d+/g, '?')}`, bindings as string[])
    plans.push(...rows.map((row: object) => Object.values(row)[0]))
  }
  return plans.join('\n')
}

test('the worker finds ended sessions, and old counters and challenges, among many by an index', async () => {
  const clock = { now: () => new Date() }
  await db.raw(
    `INSERT INTO sessions (id, user_id, kind, cookie_bound, login_at, rotated_at, idle_until, ends_at)
     SELECT gen_random_uuid(), gen_random_uuid(), 'web', false, now(), now(), now(), now() + n * interval '1 minute'
     FROM generate_series(-10, 20000) AS n`,
  )
  await db.raw(
    `INSERT INTO throttles (key, count, since)
     SELECT 'login ' || n, 1, now() - interval '25 hours' + n * interval '4 minutes' FROM generate_series(1, 20000) AS n`,
  )
  await db.raw(
    `INSERT INTO challenges (challenge, purpose, user_id, expires_at)
     SELECT 'challenge ' || n, 'decide', gen_random_uuid(), now() - interval '25 hours' + n * interval '1 minute'
     FROM generate_series(1, 20000) AS n`,
  )
  await db.raw('ANALYZE sessions, throttles, challenges')
  const plans = await plansOf(async () => {
    await forgetSessions({ db, clock })
    await forgetCounters({ db, clock })
    await forgetChallenges({ db, clock })
  })
  expect(plans).toContain('sessions_ends_at')
  expect(plans).toContain('throttles_since')
  expect(plans).toContain('challenges_expires_at')
  expect(plans).not.toMatch(/Seq Scan on (sessions|throttles|challenges)/)
  const [oldest] = await db('challenges').min('expires_at as at')
  // A command may be repeated for a day, and its challenge with it.
  expect((oldest!['at'] as Date).getTime()).toBeGreaterThan(Date.now() - 24.1 * 3_600_000)
  expect(await db('challenges').count()).toEqual([{ count: '19940' }])
})
