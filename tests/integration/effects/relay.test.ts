import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEffectLedger, LEASE_MS } from '#platform/effects/effect-ledger.ts'
import { createRelay } from '#platform/effects/relay.ts'
import { openDatabase, type Knex } from '#platform/postgres/database.ts'
import type { Job } from '#platform/queue/queue-backend.ts'
import { openQueue } from '#platform/queue/queue.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { recordEffects } from '#support/record-effects.ts'
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

test('a sweep adds every due effect, and only those', async () => {
  const ledger = createEffectLedger(db)
  const start = new Date('2026-11-21T10:00:00Z')
  const effects = Array.from({ length: 2_500 }, () => ({
    id: randomUUID(),
    purpose: 'account.exists',
    recipient: randomUUID(),
    eventId: randomUUID(),
    stream: 'user-1',
    revision: 3,
    traceparent: null,
  }))
  await recordEffects(db, ledger, effects, start)
  const [leased, ...due] = effects
  await ledger.claim(leased!.id, new Date(start.getTime() + LEASE_MS))

  const queue = await openQueue({ log: silentLog })
  const added: string[] = []
  const watched = {
    ...queue,
    add: async (jobs: readonly Job[]) => {
      added.push(...jobs.map(({ effectId }) => effectId))
      await queue.add(jobs)
    },
  }
  const clock = { now: () => new Date(start.getTime() + LEASE_MS + 1) }
  await createRelay(ledger, watched, clock, silentLog).sweep()
  await queue.close()
  expect(added.toSorted()).toEqual(due.map(({ id }) => id).toSorted())
})
