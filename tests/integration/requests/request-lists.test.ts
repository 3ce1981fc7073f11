import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Mine, Request, RequestStatus } from '#contract/requests/requests.ts'
import { openDatabase, type Knex } from '#platform/postgres/database.ts'
import { inboxOf, listOf } from '#projections/requests/queries.ts'
import { createDatabase, type TestDatabase } from '#support/servers/postgres.ts'

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
  await db('request_workspaces').insert(workspaces.map((id) => ({ id, name: 'Praxis', is_open: true })))
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
    `INSERT INTO requests (id, workspace_id, type, title, requester_id, requester_user_id, approver_id, status, created_at,
       expires_at, decided_by_id)
     SELECT gen_random_uuid(), q.workspace_id, (ARRAY['approval', 'approval', 'verification'])[1 + n % 3], 'Request ' || n,
       q.participant_id, q.user_id, CASE WHEN n % 5 < 3 THEN a.participant_id END, s.status,
       '2026-01-01'::timestamptz + n / 3 * interval '1 hour',
       CASE WHEN n % 7 = 0 THEN '2026-05-01' ELSE '2026-07-01' END::timestamptz,
       CASE WHEN s.status <> 'pending' THEN coalesce(d.participant_id, q.participant_id) END
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
): Promise<string[]> => {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `SELECT r.id FROM requests r JOIN request_participants p USING (workspace_id)
     WHERE p.user_id = ? AND ${where} ORDER BY r.created_at DESC, r.id DESC`,
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
      const place = { workspaceId: workspaces[0]!, userId }
      expect(await allPages((cursor) => listOf(db, place, { limit: 23, status, type, cursor }, now))).toEqual(
        expected,
      )
    }
  },
)

const mine: Readonly<Record<Mine, string>> = {
  asked: 'r.requester_user_id = p.user_id',
  addressed: `(r.approver_id = p.participant_id OR r.decided_by_id = p.participant_id)
    AND r.requester_user_id <> p.user_id`,
}

test.each(['asked', 'addressed'] as const)('the filter `mine` also applies to admins: %s', async (side) => {
  for (const userId of [...people, stranger]) {
    const expected = await compared(userId, `r.workspace_id = ? AND ${mine[side]}`, [workspaces[0]!])
    expect(expected.length > 0).toBe(userId !== stranger)
    const place = { workspaceId: workspaces[0]!, userId }
    expect(await allPages((cursor) => listOf(db, place, { limit: 23, mine: side, cursor }, now))).toEqual(
      expected,
    )
  }
})

test('an inbox lists what a person may answer in all workspaces, without their own requests', async () => {
  for (const userId of [...people, stranger]) {
    const expected = await compared(userId, `${decidable} AND ${standing.pending}`)
    expect(await allPages((cursor) => inboxOf(db, userId, { limit: 17, cursor }, now))).toEqual(expected)
  }
})
