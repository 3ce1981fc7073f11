import type { Knex } from 'knex'
import type { Reply } from '#contract/endpoint.ts'
import { MAX_ALERTS, type requestAlerts } from '#contract/requests/alerts.ts'
import { nameOf } from './name-queries.ts'
import { refuseDeadLetteredOf } from './queries.ts'
import { sidesOf } from './side-queries.ts'

type Alert = Reply<typeof requestAlerts>[number]
type AlertRow = Omit<Alert, 'at' | 'manySides'> & {
  readonly at: Date
  readonly askedId: string
  readonly askedEmail: string | null
  readonly askedName: string | null
}

const RECENT_MS = 24 * 3_600_000

/**
 * Returns what happened in the last day that this admin should look at, newest first, without the ids that the query `dismissed`
 * selects. Throws like `inboxOf`.
 */
export const alertsFor = async (
  db: Knex,
  userId: string,
  now: Date,
  dismissed?: Knex.QueryBuilder,
): Promise<Reply<typeof requestAlerts>> => {
  await refuseDeadLetteredOf(db, userId)
  const rows: AlertRow[] = await db('request_alerts as a')
    .join('requests as r', 'r.id', 'a.request_id')
    .join('request_participants as p', 'p.workspace_id', 'r.workspace_id')
    .join('request_workspaces as w', 'w.id', 'r.workspace_id')
    .where({ 'p.user_id': userId, 'p.active': true, 'p.role': 'admin', 'w.is_open': true })
    .where('a.at', '>', new Date(now.getTime() - RECENT_MS))
    .modify((alerts) => {
      if (dismissed) void alerts.whereNotIn('a.id', dismissed)
    })
    .orderBy([{ column: 'a.at', order: 'desc' }, 'a.id'])
    .limit(MAX_ALERTS)
    .select('a.id', 'a.kind', 'a.at', 'r.workspace_id as workspaceId', 'w.name as workspaceName')
    .select(
      'a.request_id as requestId',
      'r.title',
      'r.approver_id as askedId',
      'r.approver_email as askedEmail',
      db.raw(`${nameOf('r.approver_id')} AS "askedName"`),
    )
  return Promise.all(
    rows.map(async ({ at, askedId, askedEmail, askedName, ...row }) => ({
      ...row,
      at: at.toISOString(),
      manySides:
        row.kind === 'many-sides'
          ? {
              asked: { participantId: askedId, email: askedEmail, name: askedName },
              by: (await sidesOf(db, row, { isLater: true })).map(({ participantId, email, name }) => ({
                participantId,
                email,
                name,
              })),
            }
          : null,
    })),
  )
}
