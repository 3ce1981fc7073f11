import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ASKED_ORDERS, ASKED_STATES, type AskedOrder, type AskedState } from '#contract/requests/asked.ts'
import { INBOX_ORDERS, INBOX_STATES, type InboxOrder, type InboxState } from '#contract/requests/inbox.ts'
import { OVERVIEW_SIDES, type OverviewSide } from '#contract/requests/overview.ts'
import { shortId } from '#contract/requests/short-id.ts'
import type { Mine, Request, RequestStatus } from '#contract/requests/requests.ts'
import { openDatabase, type Knex } from '#platform/postgres/database.ts'
import { askedCounts, askedBy } from '#projections/requests/asked-queries.ts'
import { inboxCounts, inboxOf } from '#projections/requests/inbox-queries.ts'
import { listOf } from '#projections/requests/queries.ts'
import { createDatabase, type TestDatabase } from '#support/servers/postgres.ts'
import { ownerUrl } from '#support/servers/runtime-url.ts'

/** Compares the lists with a full scan of 1,500 requests. */

const now = new Date('2026-06-01T00:00:00.000Z')
const workspaces = [randomUUID(), randomUUID()]
const people = Array.from({ length: 6 }, () => randomUUID())
const stranger = randomUUID()
let database: TestDatabase
let db: Knex

beforeAll(async () => {
  database = await createDatabase({ built: true })
  db = openDatabase(database.url)
  await db('request_workspaces').insert(
    workspaces.map((id, w) => ({ id, name: `Praxis ${w}`, is_open: true })),
  )
  // The first workspace has an admin, approvers, a requester and a deactivated participant.
  await db('request_participants').insert(
    workspaces.flatMap((workspace_id, w) =>
      people.map((user_id, n) => ({
        participant_id: randomUUID(),
        workspace_id,
        user_id,
        email: `${n}@example.com`,
        role: n === w ? 'admin' : 'regular user',
        active: n !== 5,
        approver: n !== 4,
        requester: true,
      })),
    ),
  )
  await db.raw(
    `INSERT INTO request_names (participant_id, workspace_id, user_id, name, is_current)
     SELECT participant_id, workspace_id, user_id, 'Lena Schmidt', true FROM request_participants WHERE email LIKE '2@%'`,
  )
  await db.raw(
    `INSERT INTO requests (id, workspace_id, type, title, requester_id, requester_user_id, requester_email, approver_id, status,
       closed_reason, created_at, expires_at, reminded_at, decided_by_id, is_escalated)
     SELECT gen_random_uuid(), q.workspace_id, (ARRAY['approval', 'approval', 'verification'])[1 + n % 3], 'Request ' || n,
       q.participant_id, q.user_id, q.email, CASE WHEN n % 5 < 3 THEN a.participant_id END, s.status,
       CASE WHEN s.status = 'declined' THEN (ARRAY['expired', 'withdrawn'])[1 + n % 3] END, '2026-01-01'::timestamptz + n / 3 * interval '1 hour',
       CASE WHEN n % 7 = 0 OR s.status = 'declined' AND n % 3 = 0 THEN (ARRAY['2026-05-01', '2026-05-27', '2026-06-01'])[1 + n / 7 % 3]
         ELSE (ARRAY['2026-06-01 12:00', '2026-07-01', '2026-08-01'])[1 + n % 3] END::timestamptz,
       CASE WHEN n % 11 = 0 THEN '2026-05-31'::timestamptz END,
       CASE WHEN s.status <> 'pending' THEN coalesce(d.participant_id, q.participant_id) END, false
     FROM generate_series(1, 1500) n
       CROSS JOIN LATERAL (SELECT (ARRAY['pending', 'pending', 'approved', 'declined'])[1 + abs(hashtext('s' || n)) % 4] AS status) s
       CROSS JOIN LATERAL (SELECT * FROM request_participants ORDER BY md5(participant_id::text || 'q' || n) LIMIT 1) q
       CROSS JOIN LATERAL (SELECT * FROM request_participants x WHERE x.workspace_id = q.workspace_id
         ORDER BY md5(participant_id::text || 'a' || n) LIMIT 1) a
       LEFT JOIN LATERAL (SELECT * FROM request_participants x WHERE x.workspace_id = q.workspace_id
         ORDER BY md5(participant_id::text || 'd' || n) LIMIT 1) d ON true`,
  )
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const decidable = `p.active AND p.approver AND r.requester_user_id <> p.user_id
  AND (r.approver_id IS NULL OR r.approver_id = p.participant_id)`
const visible = `((p.active AND p.role = 'admin') OR r.requester_user_id = p.user_id
  OR r.approver_id = p.participant_id OR r.decided_by_id = p.participant_id OR (${decidable}))`

const compared = async (
  userId: string,
  where: string,
  bindings: readonly string[] = [],
  { order = 'r.created_at DESC, r.id DESC', other = 'r.requester_id' } = {},
): Promise<string[]> => {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `SELECT r.id FROM requests r JOIN request_participants p USING (workspace_id)
       JOIN request_workspaces w ON w.id = workspace_id
       LEFT JOIN request_names n ON n.participant_id = ${other}
     WHERE p.user_id = ? AND ${where} ORDER BY ${order}`,
    [userId, ...bindings],
  )
  return rows.map(({ id }) => id)
}

type Page = { readonly items: readonly Request[]; readonly nextCursor: string | null }
const allPages = async (read: (cursor: string | undefined) => Promise<Page>): Promise<string[]> => {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return ids
}

const standing: Readonly<Record<RequestStatus, string>> = {
  approved: `r.status = 'approved'`,
  pending: `r.status = 'pending' AND r.expires_at > '2026-06-01'`,
  declined: `(r.status = 'declined' OR (r.status = 'pending' AND r.expires_at <= '2026-06-01'))`,
}
const statuses = [undefined, 'pending', 'approved', 'declined'] as const
const types = [undefined, 'approval', 'verification'] as const

test.each(statuses.flatMap((status) => types.map((type) => [status, type] as const)))(
  'the list shows each person exactly the visible requests: %s %s',
  async (status, type) => {
    for (const userId of [...people, stranger]) {
      const where = `r.workspace_id = ? AND ${visible} AND ${status ? standing[status] : 'true'}`
      const ofType = type ? ` AND r.type = '${type}'` : ''
      const expected = await compared(userId, `${where}${ofType}`, [workspaces[0]!])
      const place = { workspaceId: workspaces[0]!, userId, isAdmin: userId === people[0] }
      expect(await allPages((cursor) => listOf(db, place, { limit: 23, status, type, cursor }, now))).toEqual(
        expected,
      )
    }
  },
)

type Plans = { readonly custom_plans: string; readonly generic_plans: string }
test.each(statuses)(
  'a page is planned once per connection, not each time it is read: name what a branch reads in the text of its statement (%s)',
  async (status) => {
    const place = { workspaceId: workspaces[0]!, userId: people[1]!, isAdmin: false }
    // Only the owner analyses a table.
    const own = openDatabase(ownerUrl(database.url))
    const trx = await own.transaction()
    // For any approver: then a plan for all limits guesses that a page is a tenth of all of them.
    await trx.raw(
      `UPDATE requests_1.requests SET status = 'approved', type = 'approval', approver_id = NULL, workspace_id = ?`,
      [workspaces[0]!],
    )
    await trx.raw('ANALYZE requests_1.requests')
    for (let time = 0; time < 20; time += 1) await listOf(trx, place, { status, limit: 20 }, now)
    const { rows: plans } = await trx.raw<{ rows: Plans[] }>(
      `SELECT custom_plans, generic_plans FROM pg_prepared_statements WHERE statement LIKE '%AS found%'`,
    )
    await trx.rollback()
    await own.destroy()
    // PostgreSQL plans the first five for their values, and then compares.
    expect(plans).toEqual([{ custom_plans: '5', generic_plans: '11' }])
  },
)

const ofPerson: Readonly<Record<OverviewSide, string>> = {
  requester: 'r.requester_id = ?',
  approver: '(r.decided_by_id = ? OR (r.decided_by_id IS NULL AND r.approver_id = ?))',
}

test.each(OVERVIEW_SIDES)('an admin can narrow the list to one person: %s', async (as) => {
  const { participant_id: person } = await db('request_participants')
    .where({ workspace_id: workspaces[0]!, user_id: people[2]! })
    .first('participant_id')
  const takes = as === 'approver' ? [person, person] : [person]
  const where = `r.workspace_id = ? AND ${visible} AND ${standing.pending} AND ${ofPerson[as]}`
  const expected = await compared(people[0]!, where, [workspaces[0]!, ...takes])
  expect(expected.length).toBeGreaterThan(5)
  const place = { workspaceId: workspaces[0]!, userId: people[0]!, isAdmin: true }
  const asked = { limit: 23, status: 'pending', person, as } as const
  expect(await allPages((cursor) => listOf(db, place, { ...asked, cursor }, now))).toEqual(expected)
})

const mine: Readonly<Record<Mine, string>> = {
  asked: 'r.requester_user_id = p.user_id',
  addressed: `(r.approver_id = p.participant_id OR r.decided_by_id = p.participant_id)
    AND r.requester_user_id <> p.user_id`,
}

test.each(['asked', 'addressed'] as const)('the filter `mine` also applies to admins: %s', async (side) => {
  for (const userId of [...people, stranger]) {
    const expected = await compared(userId, `r.workspace_id = ? AND ${mine[side]}`, [workspaces[0]!])
    expect(expected.length > 0).toBe(userId !== stranger)
    const place = { workspaceId: workspaces[0]!, userId, isAdmin: userId === people[0] }
    expect(await allPages((cursor) => listOf(db, place, { limit: 23, mine: side, cursor }, now))).toEqual(
      expected,
    )
  }
})

const answerable = `${decidable} AND ${standing.pending}`

test('an inbox lists what a person may answer in all workspaces, without their own requests', async () => {
  for (const userId of [...people, stranger])
    expect(await allPages((cursor) => inboxOf(db, userId, { limit: 17, cursor }, now))).toEqual(
      await compared(userId, answerable),
    )
})

const states: Readonly<Record<InboxState, string>> = {
  waiting: answerable,
  checks: `${answerable} AND r.type = 'verification'`,
  due: `${answerable} AND r.expires_at <= '2026-06-02'`,
  reminded: `${answerable} AND r.reminded_at IS NOT NULL`,
  overdue: `${decidable} AND (r.status = 'pending' OR r.closed_reason = 'expired')
    AND r.expires_at BETWEEN '2026-05-25 00:00:00.001Z' AND '2026-06-01'`,
}
const searches: Readonly<Record<string, { readonly q: string; readonly is: string }>> = {
  'a part of the title': { q: 'EST 12', is: `r.title ILIKE '%est 12%'` },
  'an address': { q: '3@example', is: `r.requester_email ILIKE '%3@example%'` },
  'a name': { q: 'lena', is: `r.requester_email LIKE '2@%'` },
  'a workspace': { q: 'xis 1', is: `r.workspace_id = '${workspaces[1]}'` },
  'what nothing has': { q: '%', is: 'false' },
}

test('an inbox is counted by state and by workspace as it is listed', async () => {
  for (const userId of [people[1]!, people[5]!, stranger])
    for (const { q, is } of [{ q: undefined, is: 'true' }, ...Object.values(searches)]) {
      const counts = await inboxCounts(db, userId, { q }, now)
      const places = await Promise.all(
        workspaces.map((workspaceId) => inboxCounts(db, userId, { q, workspaceId }, now)),
      )
      for (const state of INBOX_STATES) {
        const expected = await compared(userId, `${states[state]} AND ${is}`)
        expect(await allPages((cursor) => inboxOf(db, userId, { q, state, cursor }, now))).toEqual(expected)
        expect(counts[state]).toBe(expected.length)
        expect(places.map((place) => place[state]).reduce((sum, n) => sum + n)).toBe(expected.length)
      }
      expect(counts.workspaces).toEqual(places.flatMap((place) => place.workspaces))
    }
})

const orders: Readonly<Record<InboxOrder, string>> = {
  createdAt: 'r.created_at, r.id',
  '-createdAt': 'r.created_at DESC, r.id DESC',
  expiresAt: 'r.expires_at, r.id',
  '-expiresAt': 'r.expires_at DESC, r.id DESC',
  workspace: 'w.name, r.expires_at, r.id',
  '-workspace': 'w.name DESC, r.expires_at DESC, r.id DESC',
  requester: 'coalesce(n.name, r.requester_email), r.requester_user_id, r.expires_at, r.id',
  '-requester':
    'coalesce(n.name, r.requester_email) DESC, r.requester_user_id DESC, r.expires_at DESC, r.id DESC',
}

test.each(INBOX_ORDERS)('an inbox by %s has the call checks first and every request once', async (sort) => {
  for (const userId of people.slice(0, 2)) {
    const expected = await compared(userId, answerable, [], {
      order: `r.type = 'approval', ${orders[sort]}`,
    })
    expect(await allPages((cursor) => inboxOf(db, userId, { limit: 17, sort, cursor }, now))).toEqual(
      expected,
    )
  }
})

const OTHER = 'coalesce(r.approver_id, r.decided_by_id)'
const OWN = 'r.requester_user_id = p.user_id'
const asked: Readonly<Record<AskedState, string>> = {
  all: 'true',
  waiting: standing.pending,
  due: `${standing.pending} AND r.expires_at <= '2026-06-02'`,
  reminded: `${standing.pending} AND r.reminded_at IS NOT NULL`,
  approved: standing.approved,
  declined: `r.status = 'declined' AND r.closed_reason IS NULL`,
  expired: `(r.closed_reason = 'expired' OR (r.status = 'pending' AND r.expires_at <= '2026-06-01'))`,
  withdrawn: `r.closed_reason = 'withdrawn'`,
}
const ofApprovers = {
  ...searches,
  'an address': { q: '3@example', is: 'false' },
  'a name': { q: 'lena', is: `n.name = 'Lena Schmidt'` },
}

test('what a person has asked is listed and counted by state, in all workspaces', async () => {
  for (const userId of [people[1]!, people[4]!, stranger])
    for (const { q, is } of [{ q: undefined, is: 'true' }, ...Object.values(ofApprovers)]) {
      const counts = await askedCounts(db, userId, { q }, now)
      for (const state of ASKED_STATES) {
        const where = `${OWN} AND ${asked[state]} AND ${is}`
        const expected = await compared(userId, where, [], { other: OTHER })
        expect(await allPages((cursor) => askedBy(db, userId, { limit: 17, q, state, cursor }, now))).toEqual(
          expected,
        )
        expect(counts[state]).toBe(expected.length)
        const inPlaces = counts.workspaces.map((place) => place[state])
        expect(inPlaces.reduce((sum, n) => sum + n, 0)).toBe(expected.length)
      }
    }
})

const askedOrders: Readonly<Record<AskedOrder, string>> = {
  ...orders,
  approver: "coalesce(n.name, ''), r.expires_at, r.id",
  '-approver': "coalesce(n.name, '') DESC, r.expires_at DESC, r.id DESC",
}

test.each(ASKED_ORDERS)('what a person has asked, by %s, has every request once', async (sort) => {
  for (const userId of people.slice(0, 2)) {
    const expected = await compared(userId, `${OWN} AND ${standing.pending}`, [], {
      order: askedOrders[sort],
      other: OTHER,
    })
    expect(await allPages((cursor) => askedBy(db, userId, { limit: 17, sort, cursor }, now))).toEqual(
      expected,
    )
  }
})

test('a cursor of another order is refused', async () => {
  const { nextCursor } = await inboxOf(db, people[1]!, { limit: 1, sort: 'expiresAt' }, now)
  for (const sort of [undefined, 'createdAt', '-expiresAt'] as const)
    await expect(inboxOf(db, people[1]!, { cursor: nextCursor!, sort }, now)).rejects.toMatchObject({
      code: 'input.invalid',
    })
})

test('a request is found by its short id', async () => {
  const { items } = await inboxOf(db, people[1]!, { limit: 3 }, now)
  for (const { id } of items) {
    const found = await inboxOf(db, people[1]!, { q: shortId(id) }, now)
    expect(found.items.map((one) => one.id)).toContain(id)
    expect(found.items.length).toBeLessThan(3)
  }
})
