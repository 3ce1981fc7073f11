import type { Knex } from 'knex'
import { shortIdBits } from '#contract/requests/short-id.ts'
import { containing } from '../engine/queries/containing.ts'
import { byTime, inOrder, orderedKeysetOf, timeKeysetOf, type Keyset } from '../engine/queries/cursor.ts'
import { DEFAULT_LIMIT, NAMED, refuseDeadLetteredOf, type NamedRow } from './queries.ts'

/** A list of requests over all workspaces of a user: those that wait for the user, or those that the user has made. */
export type Queue<State extends string> = {
  /** Conditions on the columns of `partOf`. */
  readonly states: Readonly<Record<State, string>>
  /** Conditions on a request `r` of the workspace of participant `p`: one for each index that finds the requests of the state. */
  readonly parts: (state: State | undefined) => readonly string[]
  /** Which participant records `p` of the user count. */
  readonly who: string
  /** The person at the other end of a request `r`. */
  readonly other: { readonly id: string; readonly userId: string; readonly email: string }
  readonly hasChecksFirst: boolean
  /** Selected of a request `r` and the reader's participant record `p`, beside what every list shows. */
  readonly beside: string
}

type Filter<State extends string> = {
  readonly q?: string | undefined
  readonly workspaceId?: string | undefined
  readonly state?: State | undefined
  /** Only these. */
  readonly ids?: readonly string[] | undefined
}
type Search<State extends string> = Filter<State> & {
  /** A minus sorts descending. */
  readonly sort?: string | undefined
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

/** Whose list it is, as of `now`, and a query of one row that is read with it. */
type Reader = { readonly userId: string; readonly now: Date; readonly beside?: Knex.QueryBuilder | undefined }

const DAY_MS = 86_400_000
const OVERDUE_MS = 7 * DAY_MS
const times = (now: Date) => ({
  now,
  tomorrow: new Date(now.getTime() + DAY_MS),
  since: new Date(now.getTime() - OVERDUE_MS),
})

const WAITING = `(r.status = 'pending' AND r.expires_at > :now)`
export const OPEN_STATES = {
  waiting: WAITING,
  due: `${WAITING} AND r.expires_at <= :tomorrow`,
  reminded: `${WAITING} AND r.reminded_at IS NOT NULL`,
}

const partOf = ({ id, userId, email }: Queue<string>['other'], condition: string): string =>
  `SELECT r.id, r.workspace_id, r.type, r.title, r.status, r.closed_reason, r.created_at, r.expires_at, r.reminded_at,
     ${id} AS other_id, ${userId} AS other_user_id, ${email} AS other_email
   FROM requests AS r WHERE r.workspace_id = p.workspace_id AND ${condition}`

const SHORT_ID = `('x' || right(r.id::text, 7))::bit(28)::int & 33554431 = :bits`

/** The SQL of the requests `r`, from the participant records `p` and the workspaces `w`. */
const foundBy = <State extends string>(
  { who, states, parts, other }: Queue<State>,
  { q, workspaceId, state, ids }: Filter<State>,
): string => {
  const conditions = [
    `p.user_id = :userId AND ${who}`,
    state && states[state],
    workspaceId && 'p.workspace_id = :workspaceId',
    ids && 'r.id = ANY(CAST(:ids AS uuid[]))',
    q &&
      `(r.title ILIKE :pattern OR n.name ILIKE :pattern OR r.other_email ILIKE :pattern OR w.name ILIKE :pattern
        ${shortIdBits(q) === null ? '' : `OR ${SHORT_ID}`})`,
  ].filter(Boolean)
  return `request_participants AS p
    JOIN request_workspaces AS w ON w.id = p.workspace_id AND w.is_open
    CROSS JOIN LATERAL (${parts(state)
      .map((condition) => partOf(other, condition))
      .join(' UNION ALL ')}) AS r
    LEFT JOIN request_names AS n ON n.participant_id = r.other_id
    WHERE ${conditions.join(' AND ')}`
}

const bindingsOf = (userId: string, { q, workspaceId, ids }: Filter<string>, now: Date) => ({
  ...times(now),
  userId,
  ...(workspaceId && { workspaceId }),
  ...(ids && { ids }),
  ...(q && { pattern: containing(q), bits: shortIdBits(q) }),
})

/** Milliseconds: as many digits until the year 2286, so text order is time order. */
const timeKey = (time: string): string => `(date_part('epoch', ${time}) * 1000)::bigint::text`
/** People or places of the same name stay apart, and each in the order of its deadlines. */
const nameKey = (name: string, id: string): string =>
  `lower(coalesce(${name}, '')) || E'\\x01' || coalesce(${id}::text, '') || ${timeKey('r.expires_at')}`

const OTHER = nameKey('coalesce(n.name, r.other_email)', 'r.other_user_id')
const KEYS: Readonly<Record<string, string>> = {
  expiresAt: timeKey('r.expires_at'),
  createdAt: timeKey('r.created_at'),
  workspace: nameKey('w.name', 'w.id'),
  requester: OTHER,
  approver: OTHER,
}

export const isDescending = (sort: string | undefined): boolean => sort?.startsWith('-') ?? true

const keyOf = (
  { hasChecksFirst }: Pick<Queue<never>, 'hasChecksFirst'>,
  sort: string | undefined,
): string => {
  if (sort === undefined) return KEYS['createdAt']!
  const key = KEYS[sort.replace('-', '')]!
  if (!hasChecksFirst) return key
  const [check, approval] = isDescending(sort) ? [1, 0] : [0, 1]
  return `CASE r.type WHEN 'verification' THEN ${check} ELSE ${approval} END || ${key}`
}

/** Where a page starts. The default order has the cursors of other lists by time. */
const startOf = (sort: string | undefined, cursor: string) => {
  if (sort !== undefined) return orderedKeysetOf(cursor, sort)
  const { createdAt, id } = timeKeysetOf(cursor)
  return { key: String(createdAt.getTime()), id }
}

type Keyed = Pick<NamedRow, 'id' | 'created_at'> & { readonly key: string }
export const keysetIn =
  (sort: string | undefined) =>
  (row: Keyed): Keyset =>
    sort === undefined ? byTime(row) : inOrder(sort, row)

/** Rows, and the row of a query that was read with them; null for none. */
type WithBeside<Row> = { readonly rows: readonly Row[]; readonly beside: object | null }

/** One row with the row of the query `:beside`, to which a statement joins its own rows: it is answered also where there are none. */
const ONCE = '(SELECT (SELECT to_jsonb(one) FROM (:beside) AS one) AS beside) AS once'

const readWith = async <Row extends object>(
  db: Knex,
  sql: string,
  bindings: object & { readonly beside: Knex.QueryBuilder | undefined },
  isRow: (row: Row) => boolean,
): Promise<WithBeside<Row>> => {
  const beside = bindings.beside ?? db.raw('SELECT NULL WHERE false')
  const { rows } = await db.raw<{ rows: (Row & { readonly beside: object | null })[] }>(sql, {
    ...bindings,
    beside,
  } as never)
  const own = rows.filter(isRow).map((row) => {
    const { beside: _, ...rest } = row
    return rest as unknown as Row
  })
  return { rows: own, beside: rows[0]?.beside ?? null }
}

/**
 * Returns one row more than the page has, if more follow, and the row of `beside`. Throws `input.invalid` for a bad cursor or one of
 * another order.
 */
export const rowsIn = async <State extends string>(
  db: Knex,
  queue: Queue<State>,
  { userId, now, beside }: Reader,
  { limit = DEFAULT_LIMIT, cursor, sort, ...filter }: Search<State>,
): Promise<WithBeside<NamedRow & Keyed>> => {
  const start = cursor === undefined ? undefined : startOf(sort, cursor)
  await refuseDeadLetteredOf(db, userId)
  const order = isDescending(sort) ? 'DESC' : 'ASC'
  const after = start && `WHERE (key, id) ${isDescending(sort) ? '<' : '>'} (:key, CAST(:id AS uuid))`
  const sql = `WITH found AS (SELECT r.id, (${keyOf(queue, sort)}) COLLATE "C" AS key FROM ${foundBy(queue, filter)}),
       shown AS (SELECT id, key FROM found ${after ?? ''} ORDER BY key ${order}, id ${order} LIMIT :most)
     SELECT ${NAMED}, ${queue.beside}, shown.key, once.beside FROM ${ONCE} LEFT JOIN (shown JOIN requests AS r ON r.id = shown.id
       JOIN request_participants AS p ON p.workspace_id = r.workspace_id AND p.user_id = :userId
       LEFT JOIN request_workspaces AS w ON w.id = r.workspace_id) ON true ORDER BY shown.key ${order}, shown.id ${order}`
  const bindings = { ...bindingsOf(userId, filter, now), ...start, most: limit + 1, beside }
  return readWith<NamedRow & Keyed>(db, sql, bindings, ({ id }) => id !== null)
}

type Counts<State extends string> = Readonly<Record<State, number>>
type Place = { readonly workspaceId: string; readonly workspaceName: string | null }

/** Counts the requests in each state, by workspace; with the row of `beside`. */
export const countsIn = async <State extends string>(
  db: Knex,
  queue: Queue<State>,
  { userId, now, beside }: Reader,
  filter: Omit<Filter<State>, 'state'>,
): Promise<WithBeside<Counts<State> & Place>> => {
  await refuseDeadLetteredOf(db, userId)
  const counts = Object.entries<string>(queue.states).map(
    ([state, condition]) => `(count(*) FILTER (WHERE ${condition}))::int AS ${state}`,
  )
  const names = ['workspaceId', 'workspaceName', ...Object.keys(queue.states)]
  const sql = `SELECT once.beside, ${names.map((name) => `counted."${name}"`).join(', ')} FROM ${ONCE} LEFT JOIN (
      SELECT w.id AS "workspaceId", w.name AS "workspaceName", ${counts.join(', ')} FROM ${foundBy(queue, filter)}
      GROUP BY w.id, w.name) AS counted ON true`
  const bindings = { ...bindingsOf(userId, filter, now), beside }
  return readWith<Counts<State> & Place>(db, sql, bindings, ({ workspaceId }) => workspaceId !== null)
}

/** The sum of each state, and the workspaces that have any, by name. */
export const summed = <State extends string>(
  states: readonly State[],
  rows: readonly (Counts<State> & Place)[],
): Record<State, number> & { workspaces: (Counts<State> & Place)[] } => {
  const workspaces = rows
    .filter((row) => states.some((state) => row[state] > 0))
    .toSorted((a, b) => (a.workspaceName ?? '').localeCompare(b.workspaceName ?? ''))
  const total = Object.fromEntries(
    states.map((state) => [state, workspaces.reduce((sum, row) => sum + row[state], 0)]),
  ) as Record<State, number>
  return { ...total, workspaces }
}
