import type { Knex } from 'knex'
import type { workspaceHistory } from '#contract/workspaces/audit.ts'
import type { Query } from '#contract/endpoint.ts'
import { Rejected } from '#contract/errors.ts'
import { shortIdBits } from '#contract/requests/short-id.ts'
import { containing } from '../engine/queries/containing.ts'
import { TERMS, type Condition, type Search } from './ranges.ts'

type Filters = Query<typeof workspaceHistory>
/** The name of a row of `audit_targets` about a participant, as an SQL expression. */
export const nameOf = (target: string): string => `(${target}.fields #>> '{name,value}')`

type Value = { readonly kind: 'action' | 'target' | 'actor' | 'device'; readonly value: string }

/** Up to this many values the index is asked for each; beyond, every entry is compared. */
const MAX_INDEXED_VALUES = 1_000

const conditionOf = (sql: string, ...bindings: readonly unknown[]): Condition => ({ sql, bindings })

const either = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0
    ? conditionOf('false')
    : conditionOf(
        `(${conditions.map(({ sql }) => sql).join(' OR ')})`,
        ...conditions.flatMap(({ bindings }) => bindings),
      )

/** Returns Unix seconds, as PostgreSQL cannot parse every time that JavaScript writes. */
const secondsOf = (field: string, time: string | undefined): number | null => {
  if (!time) return null
  const ms = Date.parse(time)
  if (Number.isNaN(ms)) throw new Rejected('input.invalid', [{ field, problem: 'is not a time' }])
  return ms / 1_000
}

/** The distinct values of a workspace's entries; `p` is the person who acted. */
const valuesOf = (
  db: Knex,
  workspaceId: string,
  ...conditions: readonly Condition[]
): Promise<readonly Value[]> => {
  const { sql, bindings } = either(conditions)
  return db('audit_values as v')
    .leftJoin('audit_people as p', (on) => on.on('p.user_id', 'v.user_id').andOnVal('v.kind', 'actor'))
    .joinRaw(
      `LEFT JOIN audit_members AS m ON m.workspace_id = v.workspace_id AND m.user_id = p.user_id
       LEFT JOIN audit_targets AS n ON n.workspace_id = m.workspace_id AND n.kind = 'participant' AND n.id = m.participant_id::text`,
    )
    .where('v.workspace_id', workspaceId)
    .whereRaw(sql, [...bindings] as Knex.RawBinding[])
    .distinct('v.kind', 'v.value')
}

const valuesIn = (values: readonly Value[], kind: Value['kind']): string[] =>
  values.flatMap((one) => (one.kind === kind ? one.value : []))

/** Conditions of entries with one of these values. */
const hasOne = (values: readonly Value[]): readonly Condition[] => {
  if (values.length === 0) return []
  if (values.length <= MAX_INDEXED_VALUES)
    return [conditionOf(`${TERMS} && ?::text[]`, [values.map(({ kind, value }) => `${kind} ${value}`)])]
  return [
    conditionOf('e.action = ANY (?::text[])', valuesIn(values, 'action')),
    conditionOf('e.target_kind = ANY (?::text[])', valuesIn(values, 'target')),
    conditionOf('e.actor_user_id = ANY (?::uuid[])', valuesIn(values, 'actor')),
    conditionOf('e.device = ANY (?::text[])', valuesIn(values, 'device')),
  ]
}

/** The index holds the first three characters of an id or a hash. */
const begins = (name: 'id' | 'hash', column: string, text: string): Condition => {
  const start = conditionOf(`starts_with(lower(${column}), ?)`, text)
  return text.length < 3
    ? start
    : conditionOf(`(${TERMS} @> ARRAY[?] AND ${start.sql})`, `${name} ${text.slice(0, 3)}`, text)
}
const HEX = /^[0-9a-f]+(-[0-9a-f]*)*$/
const beginsHex = (name: 'id' | 'hash', column: string, text: string): readonly Condition[] =>
  HEX.test(text.toLowerCase()) ? [begins(name, column, text.toLowerCase())] : []

const contains = (column: string, text: string): Condition =>
  conditionOf(`${column} ILIKE ?`, containing(text))

/** Finds requests by short id. It has no index, but a workspace has few requests compared with entries. */
const byShortId = async (db: Knex, workspaceId: string, text: string): Promise<readonly Condition[]> => {
  const bits = shortIdBits(text)
  if (bits === null) return []
  const ids: string[] = await db('audit_targets')
    .where({ workspace_id: workspaceId, kind: 'request' })
    .whereRaw(`('x' || right(id, 7))::bit(28)::int & 33554431 = ?`, [bits])
    .pluck('id')
  return ids.map((id) => begins('id', 'e.target_id', id))
}

/** Finds participants by their name of today. */
const byName = async (db: Knex, workspaceId: string, text: string): Promise<readonly Condition[]> => {
  const ids: string[] = await db('audit_targets as n')
    .where({ workspace_id: workspaceId, kind: 'participant' })
    .whereRaw(`${nameOf('n')} ILIKE ?`, [containing(text)])
    .limit(MAX_INDEXED_VALUES)
    .pluck('id')
  if (ids.length === 0) return []
  const terms = ids.map((id) => `id ${id.slice(0, 3)}`)
  return [conditionOf(`(${TERMS} && ?::text[] AND e.target_id = ANY (?::text[]))`, terms, ids)]
}

const byTargetId = async (db: Knex, workspaceId: string, text: string): Promise<readonly Condition[]> => [
  ...beginsHex('id', 'e.target_id', text),
  ...(await byShortId(db, workspaceId, text)),
  ...(await byName(db, workspaceId, text)),
]

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Finds an entry by its own id, or by the id of the HTTP request that caused it. */
const byWholeId = (text: string): readonly Condition[] =>
  UUID.test(text) ? [conditionOf('(e.id = ?::uuid OR e.request_id = ?)', text, text.toLowerCase())] : []

const ofActor = async (db: Knex, workspaceId: string, actor: string): Promise<Condition> => {
  const asked = [contains('p.email', actor), contains(nameOf('n'), actor), contains('v.value', actor)]
  const isActor = conditionOf(`(v.kind = 'actor' AND ${either(asked).sql})`, ...either(asked).bindings)
  return either(hasOne(await valuesOf(db, workspaceId, isActor)))
}

const ofAction = async (db: Knex, workspaceId: string, action: string): Promise<Condition> => {
  const sql = `(v.kind = 'action' AND (v.value = ? OR starts_with(v.value, ?)))`
  return either(hasOne(await valuesOf(db, workspaceId, conditionOf(sql, action, `${action}.`))))
}

const ofTarget = async (db: Knex, workspaceId: string, target: string): Promise<Condition> => {
  const isKind = conditionOf(`(v.kind = 'target' AND v.value ILIKE ?)`, containing(target))
  return either([
    ...hasOne(await valuesOf(db, workspaceId, isKind)),
    ...(await byTargetId(db, workspaceId, target)),
    contains('e.target_label', target),
  ])
}

const ofText = async (db: Knex, workspaceId: string, q: string): Promise<Condition> => {
  const values = await valuesOf(
    db,
    workspaceId,
    conditionOf(`(v.kind IN ('action', 'device') AND v.value ILIKE ?)`, containing(q)),
    conditionOf(
      `(v.kind = 'actor' AND (p.email ILIKE ? OR ${nameOf('n')} ILIKE ?))`,
      containing(q),
      containing(q),
    ),
  )
  return either([
    ...hasOne(values),
    ...beginsHex('hash', 'e.hash', q),
    ...(await byTargetId(db, workspaceId, q)),
    ...byWholeId(q),
    contains('e.target_label', q),
    contains('e.ip', q),
    // As the text of a JSON value is written.
    contains('e.changes::text', JSON.stringify(q).slice(1, -1)),
  ])
}

/**
 * Returns the search for these filters; null without filters. Texts match anywhere and in either case, a hash or a
 * target's id by its beginning, a request by its short id, an entry by its own id or its HTTP request's. Throws
 * `input.invalid`.
 */
export const searchOf = async (db: Knex, workspaceId: string, filters: Filters): Promise<Search | null> => {
  const { actor, action, target, status, q, mails } = filters
  const from = secondsOf('from', filters.from)
  const to = secondsOf('to', filters.to)
  const conditions = await Promise.all([
    ...(actor ? [ofActor(db, workspaceId, actor)] : []),
    ...(action ? [ofAction(db, workspaceId, action)] : []),
    ...(target ? [ofTarget(db, workspaceId, target)] : []),
    ...(q ? [ofText(db, workspaceId, q)] : []),
  ])
  const terms = [...(status ? [`outcome ${status}`] : []), ...(mails ? ['no mail'] : [])]
  if (conditions.length + terms.length === 0 && from === null && to === null) return null
  return { workspaceId, terms, conditions, hasTexts: Boolean(q || target), from, to }
}
