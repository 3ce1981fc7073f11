import type { Knex } from 'knex'
import type { historyMails, MailCounts, HistoryEntry, workspaceHistory } from '#contract/workspaces/audit.ts'
import type { Query, Reply } from '#contract/endpoint.ts'
import { Rejected } from '#contract/errors.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { lookupIn } from '#platform/postgres/lookups.ts'
import { refuseDeadLettered, refuseDeadLetteredWhere } from '../engine/runner/dead-letters.ts'
import { columnsOf, type Stored } from '../engine/definition/tables.ts'
import { mailCountsOf, pageOfMails } from './mail-rows.ts'
import { nameOf, searchOf } from './search.ts'
import { auditTables, type AuditTables } from './tables.ts'
import { findIn, firstSequenceOf, rangesOf, type Search } from './ranges.ts'

export type EntryRow = Stored<AuditTables['audit_entries']> & {
  readonly actor_email: string | null
  readonly actor_name: string | null
  readonly target_name: string | null
  readonly changes: HistoryEntry['changes']
  readonly outcome: HistoryEntry['outcome']
  readonly previous_hash: string | null
}

export const toEntry = (row: EntryRow, mails: MailCounts | null): HistoryEntry => ({
  sequence: Number(row.sequence),
  id: row.id,
  at: row.at.toISOString(),
  action: row.action,
  actor: { userId: row.actor_user_id, email: row.actor_email, name: row.actor_name, role: row.actor_role },
  target: { kind: row.target_kind, id: row.target_id, label: row.target_label, name: row.target_name },
  changes: row.changes,
  outcome: row.outcome,
  ip: row.ip,
  device: row.device,
  requestId: row.request_id,
  assurance: row.assurance,
  hash: row.hash,
  previousHash: row.previous_hash,
  mails,
})

/**
 * Throws when an account fact of somebody who acted in the workspace is a dead letter: the log shows the address
 * from that fact.
 */
export const refuseDeadLetteredPeople = (db: Knex, workspaceId: string): Promise<void> =>
  refuseDeadLetteredWhere(
    db,
    'audit',
    (facts) =>
      void facts.whereNull('workspace_id').whereExists(
        db('audit_values as v')
          .where({ 'v.workspace_id': workspaceId, 'v.kind': 'actor' })
          .whereRaw('parked_facts.lane = ?::text || v.value', [userStream('')]),
      ),
  )

const before = (cursor: string | undefined): number => {
  if (!cursor) return Infinity
  if (/^[1-9][0-9]{0,15}$/.test(cursor)) return Number(cursor)
  throw new Rejected('input.invalid', [{ field: 'cursor', problem: 'is not a cursor' }])
}

/** Totals are exact up to here. */
const COUNTED = 10_000
/** Ranges per statement. Fewer for texts, which may need a scan without an index. */
const RANGES_PER_STATEMENT = { byTerms: 256, byTexts: 16 }
/** A page of a text search ends after this many ranges; its cursor continues. */
const RANGES_PER_PAGE = 64

type Found = {
  /** The entries of the page, and the next one if there is one. */
  readonly sequences: readonly number[]
  /** Where a page that is not full continues. */
  readonly continuesBefore: number | null
  readonly total: number
  readonly totalIsExact: boolean
}
type Bounds = { readonly newest: number; readonly before: number; readonly limit: number }

/** Searches the ranges from `newest` backwards, a few per statement, until `limit` entries are counted. */
export const find = async (
  db: Knex,
  search: Search,
  { newest, before: end, limit }: Bounds,
  size: number,
): Promise<{
  readonly count: number
  readonly page: readonly number[]
  readonly continuesBefore: number | null
}> => {
  const ranges = await rangesOf(db, search, newest)
  const [atOnce, most] = search.hasTexts
    ? [RANGES_PER_STATEMENT.byTexts, RANGES_PER_PAGE]
    : [RANGES_PER_STATEMENT.byTerms, Infinity]
  const page: number[] = []
  let [count, looked] = [0, 0]
  while (looked < Math.min(most, ranges.length) && count < limit) {
    const some = ranges.slice(looked, looked + atOnce)
    const wanted = { newest, before: end, limit: limit - count, size: size - page.length }
    const found = await findIn(db, search, some, wanted)
    count += found.count
    page.push(...found.page)
    looked += some.length
  }
  const isCut = count < limit && looked < ranges.length
  return { count, page, continuesBefore: isCut ? firstSequenceOf(ranges[looked]! + 1) : null }
}

/** The counted entries include the page, unless the page is far behind and the search matches many entries. */
const foundBy = async (db: Knex, search: Search, bounds: Bounds): Promise<Found> => {
  const { before: end, limit } = bounds
  const counted = await find(db, search, { ...bounds, limit: COUNTED + 1 }, limit + 1)
  const isAll = counted.count <= COUNTED && counted.continuesBefore === null
  const total = { total: Math.min(counted.count, COUNTED), totalIsExact: isAll }
  const hasPage = isAll || counted.page.length > limit || end > bounds.newest
  const { page, continuesBefore } = hasPage
    ? counted
    : await find(db, search, { newest: end - 1, before: end, limit: limit + 1 }, limit + 1)
  return { sequences: page, continuesBefore, ...total }
}

/** The entries `e` of `from` as the log shows them. */
const shownOf = (db: Knex, from: Knex.Raw): Knex.QueryBuilder =>
  db
    .from(from)
    .leftJoin('audit_people as p', 'p.user_id', 'e.actor_user_id')
    .joinRaw(
      'LEFT JOIN audit_entries AS b ON b.workspace_id = e.workspace_id AND b.sequence = e.sequence - 1',
    )
    .joinRaw(
      `LEFT JOIN audit_members AS m ON m.workspace_id = e.workspace_id AND m.user_id = e.actor_user_id
       LEFT JOIN audit_targets AS a ON a.workspace_id = e.workspace_id AND a.kind = 'participant' AND a.id = m.participant_id::text
       LEFT JOIN audit_targets AS t ON t.workspace_id = e.workspace_id AND t.kind = 'participant' AND e.target_kind = t.kind
         AND t.id = e.target_id`,
    )
    .select(
      db.raw(`${columnsOf('e', auditTables.audit_entries)}, p.email AS actor_email, b.hash AS previous_hash,
        ${nameOf('a')} AS actor_name, ${nameOf('t')} AS target_name`),
    )
    .orderBy('e.sequence', 'desc')

export const rowsOf = (db: Knex, workspaceId: string, sequences: readonly number[]): Promise<EntryRow[]> =>
  shownOf(db, db.raw('audit_entries AS e'))
    .where('e.workspace_id', workspaceId)
    .whereIn('e.sequence', [...sequences])

type Head = { readonly head_sequence: string; readonly head_hash: string }

/** The head of the log, and the newest entries below `end`. */
const newestBelow = async (db: Knex, workspaceId: string, end: number, limit: number) => {
  const entries = db('audit_entries')
    .where('workspace_id', db.ref('h.workspace_id'))
    .where('sequence', '<', end)
    .orderBy('sequence', 'desc')
    .limit(limit)
  const rows: (Head & EntryRow)[] = await shownOf(
    db,
    db.raw('audit_heads AS h LEFT JOIN LATERAL (?) AS e ON true', [entries as never]),
  )
    .where('h.workspace_id', workspaceId)
    .select('h.sequence as head_sequence', 'h.hash as head_hash')
  return { head: headIn(rows[0]), rows: rows.filter(({ id }) => id !== null) }
}

const headIn = (row: Head | undefined) =>
  row ? { sequence: Number(row.head_sequence), hash: row.head_hash } : null

type Page = { readonly end: number; readonly limit: number }

/** The page of a search. */
const pageBy = async (db: Knex, workspaceId: string, search: Search, { end, limit }: Page) => {
  const row = await db('audit_heads')
    .where({ workspace_id: workspaceId })
    .first('sequence as head_sequence', 'hash as head_hash')
  const head = headIn(row)
  const newest = head?.sequence ?? 0
  const bounds = { newest, before: Math.min(end, newest + 1), limit }
  const { sequences, continuesBefore, ...counted } = await foundBy(db, search, bounds)
  const shown = await rowsOf(db, workspaceId, sequences.slice(0, limit))
  const next = sequences.length > limit ? sequences[limit - 1]! : continuesBefore
  return { head, shown, next, ...counted }
}

/** The page without filters. */
const pageOfAll = async (db: Knex, workspaceId: string, { end, limit }: Page) => {
  const { head, rows } = await newestBelow(db, workspaceId, Math.min(end, Number.MAX_SAFE_INTEGER), limit + 1)
  const shown = rows.slice(0, limit)
  const next = rows.length > limit ? Number(shown.at(-1)!.sequence) : null
  const newest = head?.sequence ?? 0
  return { head, shown, next, total: Math.min(newest, COUNTED), totalIsExact: newest <= COUNTED }
}

/**
 * Returns a page of a workspace's audit log, newest first. `total` counts the matches, or is a lower bound when it
 * is not exact. `head` is the last entry of the chain. A page may be shorter than asked for although more follow.
 */
export const historyOf = async (
  db: Knex,
  workspaceId: string,
  query: Query<typeof workspaceHistory>,
): Promise<Reply<typeof workspaceHistory>> => {
  await refuseDeadLettered(db, 'audit', [workspaceId])
  await refuseDeadLetteredPeople(db, workspaceId)
  const [limit, end] = [query.limit ?? 50, before(query.cursor)]
  const search = await searchOf(db, workspaceId, query)
  const found = search
    ? await pageBy(db, workspaceId, search, { end, limit })
    : await pageOfAll(db, workspaceId, { end, limit })
  const { head, shown, next, total, totalIsExact } = found
  const ids = query.mails ? shown.map(({ id }) => id) : []
  const mails = await mailCountsOf(db, workspaceId, ids)
  return {
    entries: shown.map((row) => toEntry(row, mails.get(row.id) ?? null)),
    nextCursor: next === null ? null : String(next),
    total,
    totalIsExact,
    head,
  }
}

/**
 * Returns the outcome of each mail of an entry, or of the entry that caused it. Throws `input.invalid` for a bad
 * cursor.
 */
export const historyMailsOf = async (
  db: Knex,
  workspaceId: string,
  query: Query<typeof historyMails>,
): ReturnType<typeof pageOfMails> => {
  await refuseDeadLettered(db, 'audit', [workspaceId])
  return pageOfMails(db, workspaceId, query)
}

const entryRow = lookupIn({
  asked: { id: 'uuid' },
  columns: 'e.sequence, e.hash',
  joins: 'JOIN audit_entries AS e ON e.id = asked.id',
})

/**
 * Returns a fact's place in the chain of its workspace; undefined until the log has reached it. Ignores dead letters: a
 * mail goes out without it.
 */
export const entryOfEvent = async (
  db: Knex,
  eventId: string,
): Promise<{ readonly sequence: number; readonly hash: string } | undefined> => {
  const row = await entryRow<{ sequence: string; hash: string }>(db, { id: eventId })
  return row && { sequence: Number(row.sequence), hash: row.hash }
}

/**
 * Returns the participants, also former ones, whose devices the audit log of the workspace names. Ignores dead letters: they must not
 * hold up an erasure.
 */
export const participantsWithDevices = async (db: Knex, workspaceId: string): Promise<string[]> =>
  db('audit_entries')
    .where({ workspace_id: workspaceId, target_kind: 'participant' })
    .whereLike('action', 'participant.device-%')
    .distinct()
    .pluck('target_id')
