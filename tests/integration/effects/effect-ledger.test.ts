import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Knex } from '#platform/postgres/database.ts'
import {
  createEffectLedger,
  LEASE_MS,
  openEffects,
  sentQuery,
  type EffectLedger,
  type NewEffect,
} from '#platform/effects/effect-ledger.ts'
import { recordEffects } from '#support/record-effects.ts'
import { createDatabase, type TestDatabase } from '#support/servers/postgres.ts'

let database: TestDatabase
let db: Knex
let ledger: EffectLedger

beforeAll(async () => {
  database = await createDatabase()
  db = openDatabase(database.url)
  ledger = createEffectLedger(db)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const start = new Date('2026-11-21T10:00:00Z')
const after = (ms: number) => new Date(start.getTime() + ms)
const newEffect = (): NewEffect => ({
  id: randomUUID(),
  purpose: 'account.exists',
  recipient: randomUUID(),
  eventId: randomUUID(),
  stream: 'user-1',
  revision: 3,
  traceparent: `00-${'4b'.repeat(16)}-${'b7'.repeat(8)}-01`,
})
const recorded = async (): Promise<NewEffect> => {
  const effect = newEffect()
  await recordEffects(db, ledger, [effect], start)
  return effect
}

test('records an effect once, even when added concurrently', async () => {
  const effect = newEffect()
  const { id, purpose } = effect
  expect(await recordEffects(db, ledger, [effect, effect], start)).toEqual([{ id, purpose, isDue: true }])
  expect(await recordEffects(db, ledger, [effect], start)).toEqual([])
})

test('records thousands of effects in one batch', async () => {
  const many = Array.from({ length: 20_000 }, newEffect)
  const longBefore = after(-30 * 24 * 3_600_000)
  expect(await recordEffects(db, ledger, many, longBefore)).toHaveLength(many.length)
  await db('effects').where('created_at', longBefore).delete()
})

test('exactly one of many workers claims an effect, with its data', async () => {
  const effect = await recorded()
  const claims = await Promise.all(Array.from({ length: 10 }, () => ledger.claim(effect.id, start)))
  const got = claims.filter((claim) => claim !== undefined)
  expect(got).toEqual([
    {
      ...effect,
      fence: 1,
      attempt: 1,
      mails: 1,
      isSent: false,
      isPerhapsSent: false,
      leaseUntil: after(LEASE_MS),
      giveUpAt: after(24 * 3_600_000),
    },
  ])
})

test('an expired lease can be taken over, and then the old holder changes nothing', async () => {
  const { id } = await recorded()
  const slow = (await ledger.claim(id, start))!
  expect(await ledger.claim(id, after(LEASE_MS - 1))).toBeUndefined()
  const next = (await ledger.claim(id, after(LEASE_MS)))!
  expect(next).toMatchObject({ fence: 2, attempt: 2, giveUpAt: slow.giveUpAt })

  const now = after(LEASE_MS)
  expect(await ledger.renew(slow, now)).toBeUndefined()
  await ledger.noteSent([slow], now)
  expect(await ledger.settle([{ effect: slow, outcome: 'dropped' }], now)).toEqual([])
  expect(await ledger.retryAt(slow, now, now)).toBe(false)
  expect(await db('effects').where({ id }).first('sent_at')).toEqual({ sent_at: null })
  const settled = { effect: next, outcome: 'sent' } as const
  expect(await ledger.settle([settled], now)).toEqual([settled])
  expect(await ledger.claim(id, after(10 * LEASE_MS))).toBeUndefined()
})

test('settles many effects at once, each only for its holder', async () => {
  const claimed = async () => (await ledger.claim((await recorded()).id, start))!
  const [sent, dropped, lost] = [await claimed(), await claimed(), await claimed()]
  const next = (await ledger.claim(lost.id, after(LEASE_MS)))!
  const given = [
    { effect: sent, outcome: 'sent' },
    { effect: dropped, outcome: 'dropped' },
    { effect: lost, outcome: 'failed' },
  ] as const
  expect(await ledger.settle(given, start)).toEqual(given.slice(0, 2))
  const statusOf = async ({ id }: NewEffect) => (await db('effects').where({ id }).first()).status
  expect([await statusOf(sent), await statusOf(dropped), await statusOf(next)]).toEqual([
    'sent',
    'dropped',
    'sending',
  ])
  expect(await ledger.settle(given, start)).toEqual([])
})

test('counts the mails of an event, whatever their outcome', async () => {
  const first = newEffect()
  const more = Array.from({ length: 2 }, () => ({ ...newEffect(), eventId: first.eventId }))
  await recordEffects(db, ledger, [first, ...more, newEffect()], start)
  const effect = (await ledger.claim(first.id, start))!
  expect(effect.mails).toBe(3)
  await ledger.settle([{ effect, outcome: 'sent' }], start)
  expect(await ledger.mailsOf(first.eventId)).toBe(3)
  const sent = { eventId: first.eventId, isPush: false, count: 1, at: start }
  expect((await sentQuery(db, [first.eventId])).rows).toEqual([sent])
})

test('renewing a lease restores its full duration', async () => {
  const { id } = await recorded()
  const effect = (await ledger.claim(id, start))!
  const renewed = await ledger.renew(effect, after(LEASE_MS / 2))
  expect(renewed).toEqual({ ...effect, leaseUntil: after(1.5 * LEASE_MS) })
  expect(await ledger.claim(id, after(LEASE_MS))).toBeUndefined()
})

test('a push beside it does not make a mail one of several', async () => {
  const mail = newEffect()
  const push = { ...newEffect(), eventId: mail.eventId, purpose: 'push.request' }
  await recordEffects(db, ledger, [mail, push], start)
  expect(await ledger.claim(mail.id, start)).toMatchObject({ mails: 1 })
})

test('a mail whose worker ended in the middle of an attempt was perhaps sent, until it was certainly sent', async () => {
  const { id } = await recorded()
  const claim = async (ms: number) => (await ledger.claim(id, after(ms)))!
  const first = await claim(0)
  // An attempt that ended is known.
  await ledger.retryAt(first, start, start)
  expect(await claim(0)).toMatchObject({ attempt: 2, isPerhapsSent: false })
  const third = await claim(LEASE_MS)
  expect(third).toMatchObject({ attempt: 3, isPerhapsSent: true, isSent: false })
  await ledger.retryAt(third, after(LEASE_MS), after(LEASE_MS))
  const fourth = await claim(LEASE_MS)
  expect(fourth).toMatchObject({ attempt: 4, isPerhapsSent: true })
  await ledger.noteSent([fourth], after(LEASE_MS))
  expect(await claim(2 * LEASE_MS)).toMatchObject({ attempt: 5, isPerhapsSent: false, isSent: true })
})

test('a mail to which the mail server gave no answer was perhaps sent', async () => {
  const { id } = await recorded()
  const effect = (await ledger.claim(id, start))!
  await ledger.retryAt(effect, start, start, { isPerhapsSent: true })
  expect(await ledger.claim(id, start)).toMatchObject({ attempt: 2, isPerhapsSent: true })
})

test('a postponed effect is due at its time', async () => {
  const { id } = await recorded()
  const effect = (await ledger.claim(id, start))!
  await ledger.retryAt(effect, after(5_000), start)
  const isDue = async (now: Date) => (await ledger.due(now, 1_000, null)).some((due) => due.id === id)
  expect(await isDue(after(4_999))).toBe(false)
  expect(await isDue(after(5_000))).toBe(true)
  expect(await ledger.claim(id, after(4_999))).toBeUndefined()
  expect(await ledger.claim(id, after(5_000))).toMatchObject({ attempt: 2 })
})

test('tells when the next effect is due that waits for its time', async () => {
  await db('effects').delete()
  const effects = await Promise.all([recorded(), recorded()])
  expect(await ledger.nextDue(start)).toBe(null)
  for (const [i, { id }] of effects.entries()) {
    const effect = (await ledger.claim(id, start))!
    await ledger.retryAt(effect, after((i + 1) * 5_000), start)
  }
  expect(await ledger.nextDue(start)).toEqual(after(5_000))
  expect(await ledger.nextDue(after(5_000))).toEqual(after(10_000))
})

test('lists due effects in pages without gaps', async () => {
  await db('effects').delete()
  const effects = await Promise.all(Array.from({ length: 7 }, recorded))
  const listed: string[] = []
  for (let last: string | null = null; ;) {
    const page = await ledger.due(start, 3, last)
    listed.push(...page.map(({ id }) => id))
    if (page.length < 3) break
    last = page.at(-1)!.id
  }
  expect(listed).toEqual(effects.map(({ id }) => id).toSorted())
})

/** Makes the planner use an index even for few rows. */
const planOf = (query: (transaction: Knex) => Knex.QueryBuilder) =>
  db.transaction(async (transaction) => {
    await transaction.raw('SET LOCAL enable_seqscan = off')
    const { rows } = await transaction.raw<{ rows: object[] }>(`EXPLAIN ${query(transaction).toQuery()}`)
    return JSON.stringify(rows)
  })

test('finds the mails of an event with an index', async () => {
  const text = await planOf((transaction) => transaction('effects').where({ event_id: randomUUID() }).count())
  expect(text).toContain('effects_event')
  expect(text).not.toContain('Seq Scan')
})

test('finds open effects with indexes', async () => {
  const text = await planOf((transaction) => openEffects(transaction).count())
  for (const index of ['effects_pending', 'effects_sending']) expect(text).toContain(index)
  expect(text).not.toContain('Seq Scan')
})
