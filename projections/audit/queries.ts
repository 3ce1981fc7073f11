import type { Knex } from 'knex'
import type { Query, Reply } from '#contract/endpoint.ts'
import { Rejected } from '#contract/errors.ts'
import type { historyMails, MailCounts } from '#contract/history-mails.ts'
import type { HistoryEntry, workspaceHistory } from '#contract/workspaces.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { containing } from '../containing.ts'
import { refuseParked, refuseParkedWhere } from '../parked.ts'
import { mailCountsOf, pageOfMails } from './mail-rows.ts'

type EntryRow = {
  sequence: string
  id: string
  at: Date
  action: string
  actor_user_id: string | null
  actor_email: string | null
  actor_role: string | null
  target_kind: string
  target_id: string
  target_label: string | null
  changes: HistoryEntry['changes']
  outcome: HistoryEntry['outcome']
  ip: string | null
  device: string | null
  request_id: string | null
  assurance: string | null
  hash: string
}

const toEntry = (row: EntryRow, mails: MailCounts | null): HistoryEntry => ({
  sequence: Number(row.sequence),
  id: row.id,
  at: row.at.toISOString(),
  action: row.action,
  actor: { userId: row.actor_user_id, email: row.actor_email, role: row.actor_role },
  target: { kind: row.target_kind, id: row.target_id, label: row.target_label },
  changes: row.changes,
  outcome: row.outcome,
  ip: row.ip,
  device: row.device,
  requestId: row.request_id,
  assurance: row.assurance,
  hash: row.hash,
  mails,
})

const anyColumn = (columns: readonly string[], text: string) => (or: Knex.QueryBuilder) => {
  for (const column of columns) or.orWhereRaw(`${column} ILIKE ?`, [containing(text)])
}

/** In seconds, as PostgreSQL takes every time that JavaScript can say; it does not read all that is written as one. */
const secondsOf = (field: string, time: string): number => {
  const ms = Date.parse(time)
  if (Number.isNaN(ms)) throw new Rejected('input.invalid', [{ field, problem: 'is no time' }])
  return ms / 1_000
}

const filtered = (
  db: Knex,
  workspaceId: string,
  query: Query<typeof workspaceHistory>,
): Knex.QueryBuilder => {
  const entries = db('audit_entries as e')
    .leftJoin('audit_people as p', 'p.user_id', 'e.actor_user_id')
    .where('e.workspace_id', workspaceId)
  const { actor, action, target, status, from, to, q, mails } = query
  if (actor) entries.where(anyColumn(['p.email', 'e.actor_user_id::text'], actor))
  if (action)
    entries.where(
      (or) => void or.where('e.action', action).orWhereRaw('starts_with(e.action, ?)', [`${action}.`]),
    )
  if (target) entries.where(anyColumn(['e.target_label', 'e.target_id', 'e.target_kind'], target))
  if (status) entries.where('e.outcome', status)
  if (mails) entries.whereNull('e.cause_id')
  if (from) entries.whereRaw('e.at >= to_timestamp(?)', [secondsOf('from', from)])
  if (to) entries.whereRaw('e.at <= to_timestamp(?)', [secondsOf('to', to)])
  if (q)
    entries.where(
      anyColumn(
        ['e.action', 'p.email', 'e.target_label', 'e.changes::text', 'e.ip', 'e.device', 'e.hash'],
        q,
      ),
    )
  return entries
}

/** Whoever acted in the workspace stands in its log with the address that a fact of their own account tells. */
const refuseParkedPeople = (db: Knex, workspaceId: string): Promise<void> =>
  refuseParkedWhere(
    db,
    'audit',
    (facts) =>
      void facts.whereNull('workspace_id').whereExists(
        db('audit_entries as e')
          .where('e.workspace_id', workspaceId)
          .whereRaw('parked_facts.lane = ?::text || e.actor_user_id::text', [userStream('')]),
      ),
  )

const before = (cursor: string): number => {
  if (/^[1-9][0-9]{0,15}$/.test(cursor)) return Number(cursor)
  throw new Rejected('input.invalid', [{ field: 'cursor', problem: 'is no cursor' }])
}

/** The audit log of a workspace, newest first; `total` counts what the filters match, `head` is the chain's last entry. */
export const historyOf = async (
  db: Knex,
  workspaceId: string,
  query: Query<typeof workspaceHistory>,
): Promise<Reply<typeof workspaceHistory>> => {
  await refuseParked(db, 'audit', [workspaceId])
  await refuseParkedPeople(db, workspaceId)
  const limit = query.limit ?? 50
  const page = filtered(db, workspaceId, query)
    .select('e.*', 'p.email as actor_email')
    .orderBy('e.sequence', 'desc')
    .limit(limit + 1)
  if (query.cursor) page.where('e.sequence', '<', before(query.cursor))
  const [rows, [{ count }], head] = await Promise.all([
    page as Promise<EntryRow[]>,
    filtered(db, workspaceId, query).count({ count: '*' }) as unknown as Promise<[{ count: string }]>,
    db('audit_heads').where({ workspace_id: workspaceId }).first('sequence', 'hash'),
  ])
  const shown = rows.slice(0, limit)
  const ids = query.mails ? shown.map(({ id }) => id) : []
  const mails = await mailCountsOf(db, workspaceId, ids)
  const entries = shown.map((row) => toEntry(row, mails.get(row.id) ?? null))
  return {
    entries,
    nextCursor: rows.length > limit ? String(entries.at(-1)!.sequence) : null,
    total: Number(count),
    head: head ? { sequence: Number(head.sequence), hash: head.hash } : null,
  }
}

/** What became of each mail behind an entry, or behind the entry that caused them. Throws `input.invalid` for a wrong cursor. */
export const historyMailsOf = async (
  db: Knex,
  workspaceId: string,
  query: Query<typeof historyMails>,
): ReturnType<typeof pageOfMails> => {
  await refuseParked(db, 'audit', [workspaceId])
  return pageOfMails(db, workspaceId, query)
}

/** Where a fact stands in its workspace's chain; undefined while the log has not reached it. */
export const entryOfEvent = async (
  db: Knex,
  eventId: string,
): Promise<{ readonly sequence: number; readonly hash: string } | undefined> => {
  const row = await db('audit_entries').where({ id: eventId }).first('sequence', 'hash')
  return row && { sequence: Number(row.sequence), hash: row.hash }
}
