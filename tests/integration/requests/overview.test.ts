import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ClosedReason, Request } from '#contract/requests/requests.ts'
import { openDatabase, type Knex } from '#platform/postgres/database.ts'
import { overviewOf } from '#projections/requests/overview-queries.ts'
import { medianOf } from '#projections/requests/overview-weeks.ts'
import { createDatabase, type TestDatabase } from '#support/servers/postgres.ts'

/** A Wednesday. In Berlin it is two hours later. */
const now = new Date('2026-06-10T10:00:00.000Z')
const id = randomUUID()
const people = { anna: randomUUID(), ben: randomUUID(), cleo: randomUUID(), former: randomUUID() }
type Name = keyof typeof people
let database: TestDatabase
let db: Knex

type Given = {
  readonly type?: Request['type']
  readonly by?: Name
  readonly to?: Name | null
  readonly asked: string
  readonly due?: string
  readonly ended?: string
  readonly decided?: 'approved' | 'declined'
  readonly closed?: ClosedReason
  readonly reported?: string
}

const statusOf = (ended: string | undefined, decided = 'declined'): string => (ended ? decided : 'pending')

const rowOf = ({ type = 'approval', by = 'anna', to = null, asked, due, ended, ...end }: Given) => ({
  id: randomUUID(),
  workspace_id: id,
  type,
  title: 'Pay the rent',
  requester_id: people[by],
  requester_user_id: people[by],
  requester_email: `${by}@example.com`,
  approver_id: to && people[to],
  approver_email: to && `${to}@example.com`,
  status: statusOf(ended, end.decided),
  closed_reason: end.closed ?? null,
  created_at: asked,
  expires_at: due ?? '2026-07-01T00:00:00Z',
  decided_at: ended ?? null,
  decided_by_id: end.decided ? people[to ?? 'ben'] : null,
  reported_at: end.reported ?? null,
  is_escalated: false,
})

const requests: readonly Given[] = [
  // They wait.
  { to: 'ben', asked: '2026-06-08T10:00:00Z' },
  { to: 'ben', asked: '2026-06-09T10:00:00Z' },
  { to: 'cleo', asked: '2026-06-10T09:00:00Z' },
  { to: null, by: 'cleo', asked: '2026-06-07T10:00:00Z' },
  // Overdue: without an event yet; with one; longer ago than a week; a call check.
  { to: 'ben', asked: '2026-06-01T10:00:00Z', due: '2026-06-10T09:59:00Z' },
  {
    to: 'former',
    asked: '2026-06-01T10:00:00Z',
    due: '2026-06-05T10:00:00Z',
    ended: '2026-06-05T10:00:01Z',
    closed: 'expired',
  },
  {
    to: 'cleo',
    asked: '2026-05-20T10:00:00Z',
    due: '2026-06-02T10:00:00Z',
    ended: '2026-06-02T10:00:01Z',
    closed: 'expired',
  },
  {
    type: 'verification',
    to: 'ben',
    asked: '2026-06-09T10:00:00Z',
    due: '2026-06-09T10:05:00Z',
    ended: '2026-06-09T10:05:01Z',
    closed: 'expired',
  },
  // On Sunday before and on Monday after midnight in Berlin.
  { to: 'ben', asked: '2026-06-07T21:00:00Z', ended: '2026-06-07T21:59:00Z', decided: 'approved' },
  { to: 'ben', asked: '2026-06-07T21:00:00Z', ended: '2026-06-07T22:01:00Z', decided: 'declined' },
  { by: 'cleo', asked: '2026-06-08T10:00:00Z', ended: '2026-06-08T12:00:00Z', closed: 'withdrawn' },
  { by: 'cleo', asked: '2026-06-08T10:00:00Z', ended: '2026-06-08T10:10:00Z', decided: 'approved' },
  // In the period before.
  { to: 'ben', asked: '2026-05-10T10:00:00Z', ended: '2026-05-10T10:00:42Z', decided: 'approved' },
  // Call checks.
  ...(['approved', 'declined'] as const).map((decided) => ({
    type: 'verification' as const,
    to: 'cleo' as const,
    asked: '2026-06-03T10:00:00Z',
    ended: '2026-06-03T10:01:00Z',
    decided,
  })),
  ...(
    ['claim-denied', 'code-mismatch', 'both-called', 'reported', 'withdrawn', 'approver-unavailable'] as const
  ).map((closed) => ({
    type: 'verification' as const,
    to: 'cleo' as const,
    asked: '2026-06-03T10:00:00Z',
    ended: '2026-06-03T10:01:00Z',
    closed,
  })),
  // Confirmed, and reported later.
  {
    type: 'verification',
    to: 'cleo',
    asked: '2026-06-03T10:00:00Z',
    ended: '2026-06-03T10:01:00Z',
    decided: 'approved',
    reported: '2026-06-09T10:00:00Z',
  },
]

beforeAll(async () => {
  database = await createDatabase({ built: true })
  db = openDatabase(database.url)
  await db('workspaces').insert({
    id,
    name: 'Praxis',
    timezone: 'Europe/Berlin',
    needs_onboarding: false,
    people_protected: false,
    break_glass: false,
    drill_results_by_person: false,
    billing_confirmed: false,
    trial_starts_on: '2026-01-01',
    trial_ends_on: '2027-01-01',
    created_at: '2026-01-01',
  })
  await db('request_participants').insert(
    (['anna', 'ben', 'cleo'] as const).map((name) => ({
      participant_id: people[name],
      workspace_id: id,
      user_id: people[name],
      email: `${name}@example.com`,
      role: 'admin',
      active: name !== 'cleo',
      approver: true,
      requester: true,
    })),
  )
  await db('request_names').insert({
    participant_id: people.ben,
    workspace_id: id,
    name: 'Ben Schulz',
    is_current: true,
  })
  await db('requests').insert(requests.map(rowOf))
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const MINUTE = 60
const none = { approved: 0, declined: 0, closed: 0, medianSeconds: null }

test('the overview says what waits, for whom, and how all ended, week by week of the workspace’s zone', async () => {
  expect(await overviewOf(db, id, { days: '30' }, now)).toEqual({
    from: '2026-05-12',
    waiting: { count: 4, oldestAt: '2026-06-07T10:00:00.000Z', forAnybody: 1 },
    overdue: 2,
    medianSeconds: 59 * MINUTE,
    medianSecondsBefore: 42,
    checks: { confirmed: 1, denied: 2, attack: 4, expired: 1, closed: 2 },
    weeks: [
      { week: '2026-05-11', ...none },
      { week: '2026-05-18', ...none },
      { week: '2026-05-25', ...none },
      { week: '2026-06-01', approved: 3, declined: 1, closed: 8, medianSeconds: 59 * MINUTE },
      { week: '2026-06-08', approved: 1, declined: 1, closed: 2, medianSeconds: 10 * MINUTE },
    ],
    people: [
      {
        participantId: people.ben,
        email: 'ben@example.com',
        name: 'Ben Schulz',
        waiting: 2,
        oldestAt: '2026-06-08T10:00:00.000Z',
        overdue: 1,
        medianSeconds: 59 * MINUTE,
        obstacle: 'no-device',
      },
      {
        participantId: people.cleo,
        email: 'cleo@example.com',
        name: null,
        waiting: 1,
        oldestAt: '2026-06-10T09:00:00.000Z',
        overdue: 0,
        medianSeconds: null,
        obstacle: 'inactive',
      },
      {
        participantId: people.former,
        email: 'former@example.com',
        name: null,
        waiting: 0,
        oldestAt: null,
        overdue: 1,
        medianSeconds: null,
        obstacle: 'inactive',
      },
    ],
  })
})

describe('of one person', () => {
  const of = async (person: Name, as?: 'requester' | 'approver') => {
    const {
      waiting,
      medianSeconds,
      people: whom,
      weeks,
    } = await overviewOf(db, id, { days: '30', person: people[person], ...(as && { as }) }, now)
    return {
      waiting: waiting.count,
      medianSeconds,
      whom: whom.map(({ email }) => email),
      lastWeek: weeks.at(-1),
    }
  }

  test('as who decides: what was addressed to them, or decided by them', async () => {
    expect(await of('ben')).toEqual({
      waiting: 2,
      medianSeconds: 59 * MINUTE,
      whom: ['ben@example.com'],
      lastWeek: { week: '2026-06-08', approved: 1, declined: 1, closed: 1, medianSeconds: 10 * MINUTE },
    })
  })

  test('as who asks: for whom their requests wait', async () => {
    expect(await of('cleo', 'requester')).toEqual({
      waiting: 1,
      medianSeconds: 10 * MINUTE,
      whom: [],
      lastWeek: { week: '2026-06-08', approved: 1, declined: 0, closed: 1, medianSeconds: 10 * MINUTE },
    })
  })
})

test('a week that is over is counted once, and a later report still counts', async () => {
  const { weeks, checks } = await overviewOf(db, id, { days: '30' }, now)
  const kept = await db('request_weeks').orderBy('starts_at').pluck('starts_at')
  // Neither this week nor the parts of weeks at the ends of the periods.
  expect(kept.at(-1)).toEqual(new Date('2026-05-31T22:00:00Z'))
  expect(kept).not.toContainEqual(new Date('2026-05-11T22:00:00Z'))
  const transaction = await db.transaction()
  const ended = transaction('requests').where('decided_at', '<', '2026-06-07T22:00:00Z')
  await ended.clone().where({ type: 'approval' }).delete()
  await ended.clone().where({ status: 'approved', reported_at: null }).update({ reported_at: now })
  const again = await overviewOf(transaction, id, { days: '30' }, now)
  await transaction.rollback()
  expect(again.weeks).toEqual(weeks)
  expect(again.checks).toEqual({ ...checks, confirmed: 0, attack: checks.attack + 1 })
})

test('a week is kept once something has ended an hour after it', async () => {
  const transaction = await db.transaction()
  await transaction('request_weeks').delete()
  const after = transaction('requests').where('decided_at', '>=', '2026-06-07T23:00:00Z')
  await after.update({ decided_at: '2026-06-07T22:59:59Z' })
  await overviewOf(transaction, id, { days: '30' }, now)
  const kept = await transaction('request_weeks').max('ends_at', { as: 'at' }).first()
  await transaction.rollback()
  expect(kept).toEqual({ at: new Date('2026-05-31T22:00:00Z') })
})

test('the median of weeks of which only a part of the times is kept is near the true one', () => {
  const week = (decided: number, first: number) => ({
    decided,
    seconds: Array.from({ length: 201 }, (_, k) => first + Math.floor(((k + 0.5) * decided) / 201)),
  })
  expect(medianOf([week(1_000, 0)])).toBe(500)
  const median = medianOf([week(1_000, 0), week(3_000, 1_000), { decided: 2, seconds: [5, 6_000] }])!
  expect(Math.abs(median - 2_000)).toBeLessThan(40)
})

test('an empty workspace has weeks without requests, and nobody', async () => {
  const { weeks, people: whom, ...rest } = await overviewOf(db, id, { person: randomUUID() }, now)
  expect(whom).toEqual([])
  expect(weeks).toHaveLength(14)
  expect(rest).toMatchObject({
    from: '2026-03-13',
    medianSeconds: null,
    overdue: 0,
    waiting: { count: 0, oldestAt: null },
  })
})
