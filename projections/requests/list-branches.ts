import type { Knex } from 'knex'
import type { Request, RequestStatus } from '#contract/requests/requests.ts'
import type { TimeKeyset } from '../engine/queries/cursor.ts'

/**
 * Lists of requests are merged from branches, each of which an index holds in the order of the list: so a page takes the
 * first rows of each branch, however many requests there are that somebody may not see.
 */

type Condition = { readonly sql: string; readonly bindings: readonly Knex.RawBinding[] }

/** One way in which somebody comes to see a request `r` of a participant record `p`; each has an index. */
export type Branch = string

export const branches = {
  all: 'true',
  own: 'r.requester_user_id = p.user_id',
  named: 'r.approver_id = p.participant_id',
  decided: 'r.decided_by_id = p.participant_id',
  anybody: 'r.approver_id IS NULL AND p.active AND p.approver AND r.requester_user_id <> p.user_id',
} as const satisfies Record<string, Branch>

/** Named as the wire names them. */
const TYPES: readonly Request['type'][] = ['approval', 'verification']

export type ListSearch = {
  /** Of `p`. */
  readonly whose: Condition
  readonly branches: readonly Branch[]
  readonly statuses: readonly RequestStatus[]
  readonly type: Request['type'] | undefined
  /** Of `r`, beside its branch, status and type. */
  readonly conditions: readonly Condition[]
  readonly after: TimeKeyset | null
  readonly limit: number
}

/** Ids of what is asked for, newest first, as `found`. */
export const newestOf = (db: Knex, asked: ListSearch): Knex.Raw => {
  const { whose, statuses, type, after, limit } = asked
  const conditions: readonly Condition[] = [
    ...asked.conditions,
    ...(after ? [{ sql: '(r.created_at, r.id) < (?, ?::uuid)', bindings: [after.createdAt, after.id] }] : []),
  ]
  const where = conditions.map(({ sql }) => ` AND ${sql}`).join('')
  const bindings = conditions.flatMap((condition) => condition.bindings)
  // Each with values of its own, not those of a list: what is pending has an index by its end, too.
  const parts = asked.branches.flatMap((branch) =>
    statuses.flatMap((status) =>
      (type === undefined ? TYPES : [type]).map((one) => ({ branch, status, one })),
    ),
  )
  const partSql = (branch: Branch) => `(
    SELECT r.id, r.created_at FROM requests r
    WHERE r.workspace_id = p.workspace_id AND r.status = ? AND r.type = ? AND ${branch}${where}
    ORDER BY r.created_at DESC, r.id DESC LIMIT ?)`
  return db.raw(
    `(SELECT DISTINCT one.id, one.created_at
      FROM request_participants p
        CROSS JOIN LATERAL (${parts.map(({ branch }) => partSql(branch)).join(' UNION ALL ')}) one
      WHERE ${whose.sql}
      ORDER BY one.created_at DESC, one.id DESC LIMIT ?) AS found`,
    [...parts.flatMap(({ status, one }) => [status, one, ...bindings, limit]), ...whose.bindings, limit],
  )
}
