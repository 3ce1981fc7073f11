import type { Knex } from 'knex'

/**
 * A log is searched in ranges of 2^14 entries, newest first. The index begins with workspace and range, so a search
 * costs one short look per range, whether its terms are rare, common, or rarely meet. A page of common entries ends
 * in the first range.
 */
const BITS = 14

/** The range of an entry, as in the SQL function `audit_terms`. */
const rangeOf = (sequence: number): number => Math.floor(sequence / 2 ** BITS)
/** The first entry of a range. */
export const firstSequenceOf = (range: number): number => range * 2 ** BITS

export const TERMS = `audit_terms(e.workspace_id, e.sequence, e.action, e.outcome, e.actor_user_id, e.cause_id,
  e.target_kind, e.target_id, e.device, e.hash)`

export type Condition = { readonly sql: string; readonly bindings: readonly unknown[] }

/** A search in a workspace's log. */
export type Search = {
  readonly workspaceId: string
  /** The entry has all of these terms. */
  readonly terms: readonly string[]
  /** The entry `e` meets all of these conditions. */
  readonly conditions: readonly Condition[]
  /** It searches for parts of words, possibly without an index. */
  readonly hasTexts: boolean
  /** Unix time in seconds. */
  readonly from: number | null
  readonly to: number | null
}

const timeConditions = ({ from, to }: Search): readonly Condition[] => [
  ...(from === null ? [] : [{ sql: 'e.at >= to_timestamp(?)', bindings: [from] }]),
  ...(to === null ? [] : [{ sql: 'e.at <= to_timestamp(?)', bindings: [to] }]),
]

const withConditions = (entries: Knex.QueryBuilder, conditions: readonly Condition[]): Knex.QueryBuilder => {
  for (const { sql, bindings } of conditions) entries.whereRaw(sql, [...bindings] as Knex.RawBinding[])
  return entries
}

/** Returns the ranges that may hold a match, newest first. */
export const rangesOf = async (db: Knex, search: Search, newest: number): Promise<number[]> => {
  const ranges = Array.from({ length: rangeOf(newest) + 1 }, (_, back) => rangeOf(newest) - back)
  const times = timeConditions(search)
  if (times.length === 0) return ranges
  const entries = withConditions(db('audit_entries as e').where('e.workspace_id', search.workspaceId), times)
  return db
    .from(db.raw('unnest(?::bigint[]) AS s(range)', [ranges]))
    .whereExists(entries.whereRaw('e.sequence >> ? = s.range', [BITS]))
    .orderBy('s.range', 'desc')
    .pluck('s.range')
    .then((found: string[]) => found.map(Number))
}

type Found = {
  /** Counted up to `limit`. */
  readonly count: number
  /** The newest matches before `before`. */
  readonly page: readonly number[]
}

export type Wanted = {
  /** Counts from this entry backwards. */
  readonly newest: number
  /** The page starts before this entry. */
  readonly before: number
  /** Stops counting here. */
  readonly limit: number
  /** Size of the page. */
  readonly size: number
}

/**
 * Counts the matches in these ranges, and finds a page of them. PostgreSQL stops at the range in which the limit is
 * reached.
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
    [[...ranges], withConditions(entries, [...conditions, ...timeConditions(search)]), limit, before, size],
  )
  const [{ count, page }] = rows
  return { count: Number(count), page: page.map(Number) }
}
