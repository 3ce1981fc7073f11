import type { Knex } from 'knex'
import type { Query } from '#contract/endpoint.ts'
import {
  INBOX_STATES,
  type InboxCounts,
  type InboxOrder,
  type InboxState,
  type requestInbox,
} from '#contract/requests/inbox.ts'
import type { Request } from '#contract/requests/requests.ts'
import { shortId, shortIdBits } from '#contract/requests/short-id.ts'
import { containing } from '../engine/queries/containing.ts'
import { byTime, inOrder, orderedKeysetOf, page, timeKeysetOf, type Page } from '../engine/queries/cursor.ts'
import { DEFAULT_LIMIT, NAMED, refuseDeadLetteredOf, toRequest, type NamedRow } from './queries.ts'

type Asked = Query<typeof requestInbox>
type Search = { readonly [field in keyof Asked]?: Asked[field] | undefined }
type Filter = Pick<Search, 'q' | 'workspaceId' | 'state'>
/** The drill that waits for the same person. */
type WithDrill = { readonly drill?: Request | undefined }

const DAY_MS = 86_400_000
const OVERDUE_MS = 7 * DAY_MS
const times = (now: Date) => ({
  now,
  tomorrow: new Date(now.getTime() + DAY_MS),
  since: new Date(now.getTime() - OVERDUE_MS),
})

const WAITING = `(r.status = 'pending' AND r.expires_at > :now)`
const STATES: Readonly<Record<InboxState, string>> = {
  waiting: WAITING,
  checks: `${WAITING} AND r.type = 'verification'`,
  due: `${WAITING} AND r.expires_at <= :tomorrow`,
  reminded: `${WAITING} AND r.reminded_at IS NOT NULL`,
  overdue: `(r.expires_at <= :now AND r.expires_at > :since)`,
}

/** One part for each index that finds the requests without reading those that were decided. */
const partOf = (condition: string): string =>
  `SELECT r.id, r.workspace_id, r.type, r.title, r.requester_id, r.requester_user_id, r.requester_email, r.status, r.created_at,
     r.expires_at, r.reminded_at
   FROM requests AS r WHERE r.workspace_id = p.workspace_id AND ${condition}`
const PENDING = [`r.approver_id = p.participant_id`, `r.approver_id IS NULL`].map((asked) =>
  partOf(`r.status = 'pending' AND ${asked}`),
)
const EXPIRED = partOf(
  `r.closed_reason = 'expired' AND r.expires_at > :since AND (r.approver_id IS NULL OR r.approver_id = p.participant_id)`,
)

const SHORT_ID = `('x' || right(r.id::text, 7))::bit(28)::int & 33554431 = :bits`

/** The SQL of the requests `r` of the user's inbox, from the participant records `p` and the workspaces `w`. */
const foundBy = ({ q, workspaceId, state }: Filter): string => {
  const parts = state && state !== 'overdue' ? PENDING : [...PENDING, EXPIRED]
  const conditions = [
    `p.user_id = :userId AND p.active AND p.approver AND r.requester_user_id <> p.user_id`,
    state && STATES[state],
    workspaceId && 'p.workspace_id = :workspaceId',
    q &&
      `(r.title ILIKE :pattern OR n.name ILIKE :pattern OR r.requester_email ILIKE :pattern OR w.name ILIKE :pattern
        ${shortIdBits(q) === null ? '' : `OR ${SHORT_ID}`})`,
  ].filter(Boolean)
  return `request_participants AS p
    JOIN request_workspaces AS w ON w.id = p.workspace_id AND w.is_open
    CROSS JOIN LATERAL (${parts.join(' UNION ALL ')}) AS r
    LEFT JOIN request_names AS n ON n.participant_id = r.requester_id
    WHERE ${conditions.join(' AND ')}`
}

const bindingsOf = (userId: string, { q, workspaceId }: Filter, now: Date) => ({
  ...times(now),
  userId,
  ...(workspaceId && { workspaceId }),
  ...(q && { pattern: containing(q), bits: shortIdBits(q) }),
})

/** Milliseconds: as many digits until the year 2286, so text order is time order. */
const timeKey = (time: string): string => `(date_part('epoch', ${time}) * 1000)::bigint::text`
/** People or places of the same name stay apart, and each in the order of its deadlines. */
const nameKey = (name: string, id: string): string =>
  `lower(coalesce(${name}, '')) || E'\\x01' || ${id} || ${timeKey('r.expires_at')}`

const KEYS: { readonly [O in InboxOrder as O extends `-${string}` ? never : O]: string } = {
  expiresAt: timeKey('r.expires_at'),
  createdAt: timeKey('r.created_at'),
  workspace: nameKey('w.name', 'w.id'),
  requester: nameKey('coalesce(n.name, r.requester_email)', 'r.requester_user_id'),
}

const isDescending = (sort: InboxOrder | undefined): boolean => sort?.startsWith('-') ?? true

const keyOf = (sort: InboxOrder | undefined): string => {
  if (sort === undefined) return KEYS.createdAt
  const [check, approval] = isDescending(sort) ? [1, 0] : [0, 1]
  const key = KEYS[sort.replace('-', '') as keyof typeof KEYS]
  return `CASE r.type WHEN 'verification' THEN ${check} ELSE ${approval} END || ${key}`
}

/** Where a page starts. The default order has the cursors of other lists by time. */
const startOf = (sort: InboxOrder | undefined, cursor: string) => {
  if (sort !== undefined) return orderedKeysetOf(cursor, sort)
  const { createdAt, id } = timeKeysetOf(cursor)
  return { key: String(createdAt.getTime()), id }
}

/** Before all others in each order. It stands in for a call check, and none waits beside it. */
const drillRow = (drill: Request, sort: InboxOrder | undefined) => ({
  id: drill.id,
  key: isDescending(sort) ? '~' : '',
  created_at: drill.expiresAt,
  drill,
})

const DRILL_STATES: readonly InboxState[] = ['waiting', 'checks', 'due']

/** Whether the search finds the drill, as it would find a call check. */
const findsDrill = (drill: Request, { q = '', workspaceId, state }: Filter): boolean => {
  const { requester, title, workspaceName } = drill
  const bits = shortIdBits(q)
  return (
    (state === undefined || DRILL_STATES.includes(state)) &&
    (workspaceId === undefined || workspaceId === drill.workspaceId) &&
    ([title, requester.name, requester.email, workspaceName].some((text) =>
      text?.toLowerCase().includes(q.toLowerCase()),
    ) ||
      (bits !== null && bits === shortIdBits(shortId(drill.id))))
  )
}

/**
 * Returns a page of the requests of all workspaces that wait for the user, or that were overdue; on its first page, first of all,
 * the `drill` that waits. Throws `input.invalid` for a bad cursor or one of another order.
 */
export const inboxOf = async (
  db: Knex,
  userId: string,
  { limit = DEFAULT_LIMIT, cursor, sort, state = 'waiting', drill, ...filter }: Search & WithDrill,
  now: Date,
): Promise<Page<Request>> => {
  const start = cursor === undefined ? undefined : startOf(sort, cursor)
  await refuseDeadLetteredOf(db, userId)
  const order = isDescending(sort) ? 'DESC' : 'ASC'
  const after = start && `WHERE (key, id) ${isDescending(sort) ? '<' : '>'} (:key, CAST(:id AS uuid))`
  const { rows } = await db.raw<{ rows: (NamedRow & { readonly key: string })[] }>(
    `WITH found AS (SELECT r.id, (${keyOf(sort)}) COLLATE "C" AS key FROM ${foundBy({ ...filter, state })}),
       shown AS (SELECT id, key FROM found ${after ?? ''} ORDER BY key ${order}, id ${order} LIMIT :most)
     SELECT ${NAMED}, shown.key FROM shown JOIN requests AS r ON r.id = shown.id
       LEFT JOIN request_workspaces AS w ON w.id = r.workspace_id ORDER BY shown.key ${order}, shown.id ${order}`,
    { ...bindingsOf(userId, filter, now), ...start, most: limit + 1 },
  )
  const hasDrill = drill && !start && findsDrill(drill, { ...filter, state })
  return page([...(hasDrill ? [drillRow(drill, sort)] : []), ...rows], limit, {
    keyset: (row) => (sort === undefined ? byTime(row) : inOrder(sort, row)),
    shape: (row) => ('drill' in row ? row.drill : toRequest(row, row.workspace_name, now)),
  })
}

type CountedWorkspace = InboxCounts['workspaces'][number]
const NONE: Readonly<Record<InboxState, number>> = { waiting: 0, checks: 0, due: 0, reminded: 0, overdue: 0 }

const withDrill = (
  rows: readonly CountedWorkspace[],
  drill: Request,
  filter: Filter,
): readonly CountedWorkspace[] => {
  const { workspaceId, workspaceName } = drill
  const [place = { ...NONE, workspaceId, workspaceName }] = rows.filter(
    (row) => row.workspaceId === workspaceId,
  )
  const counted = { ...place }
  for (const state of INBOX_STATES) if (findsDrill(drill, { ...filter, state })) counted[state] += 1
  return [...rows.filter((row) => row !== place), counted]
}

/** Counts the inbox, with the `drill` that waits. Throws like `inboxOf`. */
export const inboxCounts = async (
  db: Knex,
  userId: string,
  { drill, ...filter }: Omit<Filter, 'state'> & WithDrill,
  now: Date,
): Promise<InboxCounts> => {
  await refuseDeadLetteredOf(db, userId)
  const counts = INBOX_STATES.map((state) => `(count(*) FILTER (WHERE ${STATES[state]}))::int AS ${state}`)
  const { rows } = await db.raw<{ rows: CountedWorkspace[] }>(
    `SELECT w.id AS "workspaceId", w.name AS "workspaceName", ${counts.join(', ')} FROM ${foundBy(filter)}
     GROUP BY w.id, w.name`,
    bindingsOf(userId, filter, now),
  )
  const all = drill ? withDrill(rows, drill, filter) : rows
  const workspaces = all
    .filter((row) => INBOX_STATES.some((state) => row[state] > 0))
    .toSorted((a, b) => (a.workspaceName ?? '').localeCompare(b.workspaceName ?? ''))
  const total = { ...NONE }
  for (const row of workspaces) for (const state of INBOX_STATES) total[state] += row[state]
  return { ...total, workspaces }
}
