import type { Knex } from 'knex'
import type { OverviewSide } from '#contract/requests/overview.ts'
import {
  REQUEST_STATUSES,
  REQUEST_TYPES,
  type Request,
  type RequestStatus,
} from '#contract/requests/requests.ts'
import { unreachable } from '#platform/commands/decider.ts'
import type { TimeKeyset } from '../engine/queries/cursor.ts'
import { NAMED_BY_RULE } from './rules/rule-queries.ts'

/**
 * A list of requests is merged from branches. Each branch has an index in the order of the list, so a page reads
 * only the first rows of each branch, however many other requests exist.
 */

type Condition = { readonly sql: string; readonly bindings: readonly Knex.RawBinding[] }

/** A condition under which the participant record `p` sees the request `r`. */
export type Branch = string

export const branches = {
  all: 'true',
  own: 'r.requester_user_id = p.user_id',
  named: 'r.approver_id = p.participant_id',
  decided: 'r.decided_by_id = p.participant_id',
  anybody: `r.approver_id IS NULL AND p.active AND p.approver AND r.requester_user_id <> p.user_id AND ${NAMED_BY_RULE}`,
} as const satisfies Record<string, Branch>

export type ListSearch = {
  /** Condition on `p`. */
  readonly whose: Condition
  readonly branches: readonly Branch[]
  readonly statuses: readonly RequestStatus[]
  readonly type: Request['type'] | undefined
  /** Conditions on `r` besides branch, status and type. */
  readonly conditions: readonly Condition[]
  readonly after: TimeKeyset | null
  readonly limit: number
}

/** The condition for the requests `r` of a person. Until somebody decides, they are of the approver who is asked by name. */
export const SIDES: Readonly<Record<OverviewSide, string>> = {
  requester: 'r.requester_id = :person',
  approver: 'coalesce(r.decided_by_id, r.approver_id) = :person',
}

export type OfPerson = { readonly person?: string | undefined; readonly as?: OverviewSide | undefined }

const personFilter = ({ person, as = 'approver' }: OfPerson): readonly Condition[] =>
  person === undefined ? [] : [{ sql: SIDES[as].replace(':person', '?'), bindings: [person] }]

/** Returns the rows of this shown status, or of all. Overdue requests count as declined even without an event. */
export const statusFilter = (
  status: RequestStatus | undefined,
  now: Date,
  of: OfPerson = {},
): Pick<ListSearch, 'statuses' | 'conditions'> => {
  const whose = personFilter(of)
  switch (status) {
    case undefined:
      return { statuses: REQUEST_STATUSES, conditions: whose }
    case 'approved':
      return { statuses: [status], conditions: whose }
    case 'pending':
      return { statuses: [status], conditions: [{ sql: 'r.expires_at > ?', bindings: [now] }, ...whose] }
    case 'declined': {
      const isOver = { sql: `(r.status = 'declined' OR r.expires_at <= ?)`, bindings: [now] }
      return { statuses: ['declined', 'pending'], conditions: [isOver, ...whose] }
    }
    default:
      return unreachable(status)
  }
}

/**
 * What a branch reads, as text of the statement and not as values: with a value for each status and limit, PostgreSQL takes the plan for
 * all values for dearer than one for these, and plans each page anew, which takes ten times as long as reading it. Few sizes, so that
 * there are few statements.
 */
const SIZES = [21, 51, 101]
const textsOf = ({ statuses, type, limit }: ListSearch) => ({
  size: SIZES.find((size) => size >= limit) ?? limit,
  kinds: statuses.flatMap((status) =>
    // One subquery per value, not a list of values: otherwise PostgreSQL may choose the index by expiry.
    (type === undefined ? REQUEST_TYPES : [type]).map(
      (one) => `r.status = '${status}' AND r.type = '${one}'`,
    ),
  ),
})

/** Returns the ids of a page, newest first, as the subquery `found`. */
export const newestOf = (db: Knex, search: ListSearch): Knex.Raw => {
  const { whose, after, limit } = search
  const conditions: readonly Condition[] = [
    ...search.conditions,
    ...(after ? [{ sql: '(r.created_at, r.id) < (?, ?::uuid)', bindings: [after.createdAt, after.id] }] : []),
  ]
  const where = conditions.map(({ sql }) => ` AND ${sql}`).join('')
  const bindings = conditions.flatMap((condition) => condition.bindings)
  const { size, kinds } = textsOf(search)
  const parts = search.branches.flatMap((branch) =>
    kinds.map(
      (kind) => `(
    SELECT r.id, r.created_at FROM requests r
    WHERE r.workspace_id = p.workspace_id AND ${kind} AND ${branch}${where}
    ORDER BY r.created_at DESC, r.id DESC LIMIT ${size})`,
    ),
  )
  return db.raw(
    `(SELECT DISTINCT one.id, one.created_at
      FROM request_participants p CROSS JOIN LATERAL (${parts.join(' UNION ALL ')}) one
      WHERE ${whose.sql}
      ORDER BY one.created_at DESC, one.id DESC LIMIT ?) AS found`,
    [...parts.flatMap(() => bindings), ...whose.bindings, limit],
  )
}
