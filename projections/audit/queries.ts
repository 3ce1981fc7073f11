import type { Knex } from 'knex'
import type { historyMails, MailCounts, HistoryEntry, workspaceHistory } from '#contract/workspaces/audit.ts'
import type { Query, Reply } from '#contract/endpoint.ts'
import { Rejected } from '#contract/errors.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { refuseDeadLettered, refuseDeadLetteredWhere } from '../engine/runner/dead-letters.ts'
import type { Stored } from '../engine/definition/tables.ts'
import { mailCountsOf, pageOfMails } from './mail-rows.ts'
import { searchOf } from './search.ts'
import type { AuditTables } from './tables.ts'
import { findIn, firstSequenceOf, rangesOf, type Search } from './ranges.ts'

export type EntryRow = Stored<AuditTables['audit_entries']> & {
  readonly actor_email: string | null
  readonly changes: HistoryEntry['changes']
  readonly outcome: HistoryEntry['outcome']
  readonly previous_hash: string | null
}

export const toEntry = (row: EntryRow, mails: MailCounts | null): HistoryEntry => ({
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
  previousHash: row.previous_hash,
  mails,
})

/** Whoever acted in the workspace stands in its log with the address that a fact of their own account tells. */
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
  throw new Rejected('input.invalid', [{ field: 'cursor', problem: 'is no cursor' }])
}

/** Counted exactly up to here; of more it is said that there are more. */
const COUNTED = 10_000
/** In one statement: so that it ends in time also where texts have to be looked for without an index. */
const RANGES_AT_ONCE = { byTerms: 256, byTexts: 16 }
/** A page by texts ends after these, and its cursor goes on. */
const RANGES_OF_A_PAGE = 64

type Found = {
  /** Of the entries of the page, and of the next one where there is one. */
  readonly sequences: readonly number[]
  /** The page goes on before this one, though it is not full. */
  readonly goesOn: number | null
  readonly total: number
  readonly totalIsExact: boolean
}
type Bounds = { readonly newest: number; readonly before: number; readonly limit: number }

/** Looks through the ranges from `newest` on, some at a time, until `limit` entries are counted. */
export const find = async (
  db: Knex,
  search: Search,
  { newest, before: end, limit }: Bounds,
  size: number,
): Promise<{ readonly count: number; readonly page: readonly number[]; readonly goesOn: number | null }> => {
  const ranges = await rangesOf(db, search, newest)
  const [atOnce, most] = search.hasTexts
    ? [RANGES_AT_ONCE.byTexts, RANGES_OF_A_PAGE]
    : [RANGES_AT_ONCE.byTerms, Infinity]
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
  return { count, page, goesOn: isCut ? firstSequenceOf(ranges[looked]! + 1) : null }
}

/** What is counted holds the page, unless that is far behind in something common. */
const foundBy = async (db: Knex, search: Search, bounds: Bounds): Promise<Found> => {
  const { before: end, limit } = bounds
  const counted = await find(db, search, { ...bounds, limit: COUNTED + 1 }, limit + 1)
  const isAll = counted.count <= COUNTED && counted.goesOn === null
  const total = { total: Math.min(counted.count, COUNTED), totalIsExact: isAll }
  const hasPage = isAll || counted.page.length > limit || end > bounds.newest
  const { page, goesOn } = hasPage
    ? counted
    : await find(db, search, { newest: end - 1, before: end, limit: limit + 1 }, limit + 1)
  return { sequences: page, goesOn, ...total }
}

/** Sequences have no gaps: they say how many there are, and which. */
const everything = ({ newest, before: end, limit }: Bounds): Found => ({
  sequences: Array.from({ length: Math.min(limit + 1, end - 1) }, (_, back) => end - 1 - back),
  goesOn: null,
  total: Math.min(newest, COUNTED),
  totalIsExact: newest <= COUNTED,
})

export const rowsOf = (db: Knex, workspaceId: string, sequences: readonly number[]): Promise<EntryRow[]> =>
  db('audit_entries as e')
    .leftJoin('audit_people as p', 'p.user_id', 'e.actor_user_id')
    .joinRaw(
      'LEFT JOIN audit_entries AS b ON b.workspace_id = e.workspace_id AND b.sequence = e.sequence - 1',
    )
    .where('e.workspace_id', workspaceId)
    .whereIn('e.sequence', [...sequences])
    .select('e.*', 'p.email as actor_email', 'b.hash as previous_hash')
    .orderBy('e.sequence', 'desc')

/**
 * The audit log of a workspace, newest first; `total` says what the filters match, at least that many where it is
 * not exact; `head` is the chain's last entry. A page may be shorter than asked for, and go on all the same.
 */
export const historyOf = async (
  db: Knex,
  workspaceId: string,
  query: Query<typeof workspaceHistory>,
): Promise<Reply<typeof workspaceHistory>> => {
  await refuseDeadLettered(db, 'audit', [workspaceId])
  await refuseDeadLetteredPeople(db, workspaceId)
  const limit = query.limit ?? 50
  const [newest, search] = await Promise.all([
    db('audit_heads').where({ workspace_id: workspaceId }).first('sequence', 'hash'),
    searchOf(db, workspaceId, query),
  ])
  const head = newest ? { sequence: Number(newest.sequence), hash: newest.hash } : null
  const newestSequence = head?.sequence ?? 0
  const bounds = {
    newest: newestSequence,
    before: Math.min(before(query.cursor), newestSequence + 1),
    limit,
  }
  const { sequences, goesOn, total, totalIsExact } = search
    ? await foundBy(db, search, bounds)
    : everything(bounds)
  const shown = await rowsOf(db, workspaceId, sequences.slice(0, limit))
  const ids = query.mails ? shown.map(({ id }) => id) : []
  const mails = await mailCountsOf(db, workspaceId, ids)
  const next = sequences.length > limit ? sequences[limit - 1]! : goesOn
  return {
    entries: shown.map((row) => toEntry(row, mails.get(row.id) ?? null)),
    nextCursor: next === null ? null : String(next),
    total,
    totalIsExact,
    head,
  }
}

/** What became of each mail behind an entry, or behind the entry that caused them. Throws `input.invalid` for a wrong cursor. */
export const historyMailsOf = async (
  db: Knex,
  workspaceId: string,
  query: Query<typeof historyMails>,
): ReturnType<typeof pageOfMails> => {
  await refuseDeadLettered(db, 'audit', [workspaceId])
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
