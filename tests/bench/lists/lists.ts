import { openDatabase, type Knex } from '#platform/postgres/database.ts'
import { otherApprovers } from '#projections/requests/approver-queries.ts'
import { inboxOf } from '#projections/requests/inbox-queries.ts'
import { listOf } from '#projections/requests/queries.ts'
import { participantsOf, workspacesOfUser } from '#projections/workspaces/queries.ts'
import { timeWarm } from './audit.ts'
import { newDatabase } from '../database.ts'
import { figure, type Figure, type Progress } from '../measure.ts'

const requests = 1_000_000
const workspaces = 100_000
const participants = 10_000

const now = new Date('2026-06-01T00:00:00.000Z')

/**
 * Writes one large workspace with all participants, and many with one participant each, which in every hundredth is user 1.
 * Half of the requests are in the large workspace, a tenth are pending, and one in a hundred names participant 1.
 */
const fill = async (db: Knex): Promise<void> => {
  const uuid = (kind: string, n: string) => `md5('${kind}' || (${n}))::uuid`
  const email = (n: string) => `'person.' || (${n}) || '@example.com'`
  const at = (n: string) => `'2026-01-01'::timestamptz + (${n}) * interval '1 second'`
  const flags = `n % 20 = 1, n % 3 = 0 OR n = 1, true`
  for (const sql of [
    `INSERT INTO workspaces (id, name, timezone, needs_onboarding, people_protected, break_glass, drill_results_by_person, billing_confirmed, trial_starts_on, trial_ends_on, created_at)
     SELECT ${uuid('w', 'n')}, 'Workspace ' || n, 'Europe/Berlin', false, false, false, false, false, '2026-01-01', '2027-01-01', ${at('n')}
     FROM generate_series(1, ${workspaces}) n`,
    `INSERT INTO request_workspaces (id, name, is_open) SELECT id, name, true FROM workspaces`,
    `INSERT INTO participants (id, workspace_id, user_id, email, role, active, approver, requester, invite, invited_at, joined_at, created_at)
     SELECT ${uuid('p', 'n')}, ${uuid('w', '1')}, ${uuid('u', 'n')}, ${email('n')},
       CASE WHEN n % 20 = 1 THEN 'admin' ELSE 'regular user' END, true, ${flags.split(', ').slice(1).join(', ')}, 'accepted', ${at('n')}, ${at('n')}, ${at('n')}
     FROM generate_series(1, ${participants}) n
     UNION ALL
     SELECT ${uuid('q', 'n')}, ${uuid('w', 'n')}, CASE WHEN n % 100 = 0 THEN ${uuid('u', '1')} ELSE ${uuid('v', 'n')} END,
       ${email('n')}, 'admin', true, true, true, 'accepted', ${at('n')}, ${at('n')}, ${at('n')}
     FROM generate_series(2, ${workspaces}) n`,
    `INSERT INTO request_participants (participant_id, workspace_id, user_id, email, role, active, approver, requester)
     SELECT id, workspace_id, user_id, email, role, active, approver, requester FROM participants`,
    `INSERT INTO requests (id, workspace_id, type, title, requester_id, requester_user_id, requester_email, approver_id,
       approver_email, is_escalated, status, created_at, expires_at)
     SELECT ${uuid('r', 'n')}, ${uuid('w', `CASE WHEN n % 2 = 0 THEN 1 ELSE 2 + n % ${workspaces - 1} END`)}, 'approval', 'Pay ' || n,
       ${uuid('p', `n % ${participants}`)}, ${uuid('u', `n % ${participants}`)}, ${email(`n % ${participants}`)},
       CASE WHEN n % 200 < 2 THEN ${uuid('p', '1')} WHEN n % 4 > 1 THEN ${uuid('p', `n % 997`)} END, NULL, false,
       CASE WHEN n % 10 < 2 AND n % 4 > 0 THEN 'pending' WHEN n % 3 = 0 THEN 'declined' ELSE 'approved' END, ${at('n')}, '2027-01-01'
     FROM generate_series(1, ${requests}) n`,
    'VACUUM ANALYZE',
  ])
    await db.raw(sql)
}

/** Lists in a product with many workspaces, one of them large. */
export const benchLists = async (url: string, progress: Progress): Promise<Figure[]> => {
  const database = await newDatabase(url, { built: true })
  const db = openDatabase(database.url)
  try {
    progress(
      `lists: writing ${requests} requests, ${workspaces} workspaces, ${participants} participants of one`,
    )
    await fill(db)
    const { rows } = await db.raw<{
      rows: [Readonly<Record<'workspaceId' | 'admin' | 'approver' | 'regular' | 'stranger', string>>]
    }>(
      `SELECT md5('w1')::uuid AS "workspaceId", md5('u1')::uuid AS admin, md5('u3')::uuid AS approver,
         md5('u2')::uuid AS regular, md5('v3')::uuid AS stranger`,
    )
    const [{ workspaceId, admin, approver, regular, stranger }] = rows
    const limit = 50
    const reads: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['inbox of an admin who is in 1,000 workspaces', () => inboxOf(db, admin, { limit }, now)],
      ['inbox of an approver', () => inboxOf(db, approver, { limit }, now)],
      ['inbox of somebody who approves nothing', () => inboxOf(db, regular, { limit }, now)],
      ['inbox of somebody in a small workspace', () => inboxOf(db, stranger, { limit }, now)],
      ...([undefined, 'pending', 'approved', 'declined'] as const).flatMap((status) =>
        (
          [
            ['an admin', admin],
            ['an approver', approver],
            ['a regular user', regular],
          ] as const
        ).map(
          ([who, userId]) =>
            [
              `requests of a workspace for ${who}${status ? `, ${status}` : ''}`,
              () => listOf(db, { workspaceId, userId, isAdmin: userId === admin }, { limit, status }, now),
            ] as const,
        ),
      ),
      [
        'requests of another type',
        () => listOf(db, { workspaceId, userId: admin, isAdmin: true }, { limit, type: 'verification' }, now),
      ],
      ['approvers', () => otherApprovers(db, { workspaceId, userId: admin }, { limit }, now)],
      [
        'approvers by an address',
        () => otherApprovers(db, { workspaceId, userId: admin }, { limit, q: 'n.7776@' }, now),
      ],
      ['workspaces of somebody who is in 1,000', () => workspacesOfUser(db, admin, { limit }, now)],
    ]
    const first = await timeWarm(() => participantsOf(db, workspaceId, { limit: 1 }, now))
    const figures: Figure[] = []
    for (const [name, read] of reads) {
      progress(`lists: ${name}`)
      figures.push(
        figure(`${name}, to one participant and their count`, await timeWarm(read), 'ms', {
          baseline: first,
        }),
      )
    }
    return figures
  } finally {
    await db.destroy()
    await database.drop()
  }
}
