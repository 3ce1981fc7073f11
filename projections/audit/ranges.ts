import type { Knex } from 'knex'

/**
 * A log is read in ranges of entries, newest first, each by an index in which no entry of another range or
 * workspace stands in the way. So neither what is rare nor what is everywhere, nor several that hardly ever meet, cost
 * more than a short look at each range, and a page of what is common ends in the first one.
 */
const BITS = 14

/** The range of an entry, as in `audit_terms`. */
const rangeOf = (sequence: number): number => Math.floor(sequence / 2 ** BITS)
/** The first entry of a range. */
export const firstSequenceOf = (range: number): number => range * 2 ** BITS

export const TERMS = `audit_terms(e.workspace_id, e.sequence, e.action, e.outcome, e.actor_user_id, e.cause_id,
  e.target_kind, e.target_id, e.device, e.hash)`

export type Condition = { readonly sql: string; readonly bindings: readonly unknown[] }

/** Which entries of a workspace are looked for. */
export type Search = {
  readonly workspaceId: string
  /** All of these are terms of the entry. */
  readonly terms: readonly string[]
  /** And all of these hold, of the entry `e`. */
  readonly conditions: readonly Condition[]
  /** Parts of words are looked for, which no index may help to find. */
  readonly hasTexts: boolean
  /** In seconds. */
  readonly from: number | null
  readonly to: number | null
}

const inTime = ({ from, to }: Search): readonly Condition[] => [
  ...(from === null ? [] : [{ sql: 'e.at >= to_timestamp(?)', bindings: [from] }]),
  ...(to === null ? [] : [{ sql: 'e.at <= to_timestamp(?)', bindings: [to] }]),
]

const meeting = (entries: Knex.QueryBuilder, conditions: readonly Condition[]): Knex.QueryBuilder => {
  for (const { sql, bindings } of conditions) entries.whereRaw(sql, [...bindings] as Knex.RawBinding[])
  return entries
}

/** The ranges up to that of `newest` that may hold what is looked for, newest first. */
export const rangesOf = async (db: Knex, search: Search, newest: number): Promise<number[]> => {
  const ranges = Array.from({ length: rangeOf(newest) + 1 }, (_, back) => rangeOf(newest) - back)
  const times = inTime(search)
  if (times.length === 0) return ranges
  const entries = meeting(db('audit_entries as e').where('e.workspace_id', search.workspaceId), times)
  return db
    .from(db.raw('unnest(?::bigint[]) AS s(range)', [ranges]))
    .whereExists(entries.whereRaw('e.sequence >> ? = s.range', [BITS]))
    .orderBy('s.range', 'desc')
    .pluck('s.range')
    .then((found: string[]) => found.map(Number))
}

type Found = {
  /** As far as `limit`. */
  readonly count: number
  /** The newest of them before `before`. */
  readonly page: readonly number[]
}

export type Wanted = {
  /** Counted from here on. */
  readonly newest: number
  /** Where the page begins. */
  readonly before: number
  /** Counted up to here. */
  readonly limit: number
  /** of the page */
  readonly size: number
}

/**
 * Counts what these ranges hold, and finds a page of it. Later ranges are looked at only as far as the limit
 * asks for it: rows come range by range, already in their order.
 */
export const findIn = async (
  db: Knex,
  search: Search,
  ranges: readonly number[],
  { newest, before, limit, size }: Wanted,
): Promise<Found> => {
  const { workspaceId, terms, conditions } = search
  const entries = db('audit_entries as e')
    .select('e.sequence')
    .whereRaw(`${TERMS} @> (ARRAY[?::uuid::text || ' ' || s.range::text] || ?::text[])`, [
      workspaceId,
      [...terms],
    ])
    .where('e.sequence', '<=', newest)
    .orderBy('e.sequence', 'desc')
    .limit(limit)
  const { rows } = await db.raw<{ rows: [{ count: string; page: string[] }] }>(
    `WITH found AS MATERIALIZED (
       SELECT one.sequence
       FROM (SELECT range FROM unnest(?::bigint[]) AS t (range) ORDER BY range DESC) AS s
         CROSS JOIN LATERAL (?) AS one
       ORDER BY s.range DESC, one.sequence DESC LIMIT ?)
     SELECT (SELECT count(*) FROM found) AS count,
       ARRAY(SELECT sequence FROM found WHERE sequence < ? ORDER BY sequence DESC LIMIT ?) AS page`,
    [[...ranges], meeting(entries, [...conditions, ...inTime(search)]), limit, before, size],
  )
  const [{ count, page }] = rows
  return { count: Number(count), page: page.map(Number) }
}
