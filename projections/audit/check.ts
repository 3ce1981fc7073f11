import { isDeepStrictEqual } from 'node:util'
import type { Knex } from 'knex'
import type { EventStore, Position } from '#platform/event-store/event-store.ts'
import type { Codec } from '#platform/facts/event-codec.ts'
import { isTransient } from '#platform/postgres/database.ts'
import { activeBuild, type Build } from '../engine/builds/builds.ts'
import { collectChanges, type Row } from '../engine/definition/changes.ts'
import { handles, typesOf, type From, type Projection } from '../engine/definition/projection.ts'
import { columnsOf, inSchema, type Column } from '../engine/definition/tables.ts'
import { fromOf } from '../engine/runner/apply.ts'
import { createDecoding, readFacts, type Read } from '../engine/runner/read-facts.ts'
import { addEarlier } from './earlier.ts'
import type { Context } from './heads.ts'
import { auditProjection } from './projection.ts'
import { auditTables, type AuditTables } from './tables.ts'

/** How far a check came. */
export type Looked = {
  readonly position: Position
  /** The number of entries of all logs up to there. */
  readonly entries: number
  /** The version of the read model. */
  readonly version: number
}

export type CheckedAudit = {
  /** The number of entries that were compared. */
  readonly entries: number
  /** What does not fit, at most 20. */
  readonly faults: readonly string[]
  /** Null when a later check must begin at the same place: nothing is there yet, or facts wait to be applied. */
  readonly looked: Looked | null
}

const MAX_FAULTS = 20
const audit = auditProjection as Projection
/** Every row of these tables is put once, by one fact. */
const COMPARED = ['audit_entries', 'audit_subtrees', 'audit_mails', 'audit_evidence', 'audit_people'] as const
/** Of these, every row follows from an event of its own. */
const COUNTED = ['audit_subtrees', 'audit_evidence'] as const
type Compared = (typeof COMPARED)[number] | 'audit_heads'

/** A value as the tables and the handlers both show it. */
const plain = (column: Column, value: unknown): unknown => {
  if (value === null || value === undefined) return null
  if (column === 'timestamptz') return new Date(value as string).toISOString()
  return column === 'bigint' ? Number(value) : (JSON.parse(JSON.stringify(value)) as unknown)
}

type Owners = { readonly before: string | null; readonly after: string | null }
type Shown = { readonly before: unknown; readonly after: unknown }

/**
 * The stored row without the personal values that can no longer be read: their key was destroyed, and the sweep of the read model
 * may not have come yet.
 */
const withoutErased = (table: Compared, expected: Row, stored: Row): Row => {
  const unless = (column: string, owner: unknown) =>
    expected[column] === null && owner !== null ? { [column]: null } : {}
  if (table === 'audit_people') return { ...stored, ...unless('email', 'the person') }
  if (table !== 'audit_entries') return stored
  const owners = expected['owners'] as readonly Owners[]
  const shown = expected['changes'] as readonly Shown[]
  const changes = (stored['changes'] as readonly Shown[]).map((change, i) => ({
    ...change,
    ...(owners[i]?.before && shown[i]?.before === null && { before: null }),
    ...(owners[i]?.after && shown[i]?.after === null && { after: null }),
  }))
  return {
    ...stored,
    changes,
    ...unless('target_label', expected['target_label_of']),
    ...unless('ip', expected['actor_user_id']),
    ...unless('device', expected['actor_user_id']),
  }
}

const fits = (table: Compared, expected: Row, stored: Row): boolean => {
  const shown = withoutErased(table, expected, stored)
  return Object.entries(auditTables[table].columns as Record<string, Column>).every(([name, column]) =>
    isDeepStrictEqual(plain(column, expected[name]), plain(column, shown[name])),
  )
}

const nameOf = (table: Compared, row: Row): string =>
  auditTables[table].key.map((column) => String(row[column])).join(' ')

/** Compares the rows that these facts put with those that are stored. */
const faultsIn = async (
  from: From<AuditTables>,
  table: Compared,
  expected: readonly Row[],
): Promise<readonly string[]> => {
  if (expected.length === 0) return []
  const { columns, key } = auditTables[table]
  const keys = expected.map((row) => Object.fromEntries(key.map((column) => [column, row[column]])))
  const rows = await from.query<Row>(
    (
      full,
    ) => `SELECT ${columnsOf('t', { columns, key })} FROM json_populate_recordset(NULL::${full(table)}, ?) s JOIN ${full(table)} t
      USING (${key.map((column) => `"${column}"`).join(', ')})`,
    [JSON.stringify(keys)],
  )
  const stored = new Map(rows.map((row) => [nameOf(table, row), row]))
  return expected.flatMap((row) => {
    const name = nameOf(table, row)
    const found = stored.get(name)
    if (!found) return [`${table} ${name}: is missing`]
    return fits(table, row, found) ? [] : [`${table} ${name}: is not what its event says`]
  })
}

type Parts = { readonly db: Knex; readonly eventStore: Pick<EventStore, 'readAll'>; readonly codec: Codec }

const countFaults = async (
  trx: Knex,
  full: string,
  table: Compared,
  expected: number,
): Promise<readonly string[]> => {
  const [{ count }] = (await trx.from(trx.raw(full)).count({ count: '*' })) as [{ count: string }]
  return Number(count) === expected ? [] : [`${table}: ${count} rows, and ${expected} follow from the events`]
}

/** Compares everything in one snapshot. */
const checkBuild = async (
  { eventStore, codec, db: trx }: Parts,
  build: Build,
  since?: Looked,
): Promise<CheckedAudit> => {
  const from: From<AuditTables> = fromOf(trx, build)
  const decode = createDecoding(codec)([audit])
  const parked = new Set<string>(await trx('parked_facts').where({ build: build.name }).pluck('event_id'))
  const context: Context = { heads: new Map(), targets: new Map(), causes: new Map(), perhapsSent: new Map() }
  const faults: string[] = []
  let entries = 0
  /** Each fact of a log puts its head anew: the last one counts. */
  const heads = new Map<unknown, Row>()
  const counts = new Map(COUNTED.map((table) => [table, 0]))

  const apply = (read: Read, changes: ReturnType<typeof collectChanges>): void => {
    const { event, fact, fault } = read
    try {
      if (fault !== undefined) throw fault
      audit.handlers[fact.type]?.(fact, changes, context)
    } catch (error) {
      if (isTransient(error)) throw error
      faults.push(`${event.stream} ${event.revision}: cannot be read`)
    }
  }
  const check = async (reads: readonly Read[]): Promise<void> => {
    const facts = reads.flatMap(({ fact, fault }) => (fault === undefined ? fact : []))
    if (since) await addEarlier(from, facts, context)
    const changes = collectChanges(build.name, auditTables)
    for (const read of reads) apply(read, changes)
    entries += changes.rows('audit_entries').length
    for (const head of changes.rows('audit_heads')) heads.set(head['workspace_id'], head)
    for (const table of COUNTED) counts.set(table, counts.get(table)! + changes.rows(table).length)
    for (const table of COMPARED) faults.push(...(await faultsIn(from, table, changes.rows(table))))
  }

  for (let after = since?.position ?? null; ;) {
    const page = await eventStore.readAll({ after, max: 1_000, types: typesOf(audit) })
    const seen = page.events.filter(({ id, position }) => position <= build.position! && !parked.has(id))
    const handled = seen.filter((event) => handles(audit, event))
    await check(await readFacts(handled, decode, isTransient))
    after = page.next
    if (page.atHead || after === null || after >= build.position!) break
  }
  faults.push(...(await faultsIn(from, 'audit_heads', [...heads.values()])))
  const all = (since?.entries ?? 0) + entries
  const others = [['audit_heads', heads.size] as const, ...counts]
  for (const [table, rows] of [['audit_entries', all] as const, ...(since ? [] : others)])
    faults.push(...(await countFaults(trx, inSchema(build.name, table), table, rows)))
  const looked = parked.size > 0 ? null : { position: build.position!, entries: all, version: build.version }
  return { entries, faults: faults.slice(0, MAX_FAULTS), looked }
}

/**
 * Computes the entries of all audit logs anew from the events after `since` (undefined: from the first), and compares them with the
 * active build. Ignores dead letters: their workspaces answer 503. Returns undefined while no build of this program's version is active.
 */
export const checkAudit = (parts: Parts, since?: Looked): Promise<CheckedAudit | undefined> =>
  parts.db.transaction(
    async (trx) => {
      const build = await activeBuild(trx, audit.name)
      if (build?.version !== audit.version) return undefined
      if (build.position === null) return { entries: 0, faults: [], looked: null }
      const isUsable = since?.version === build.version && since.position <= build.position
      return checkBuild({ ...parts, db: trx }, build, isUsable ? since : undefined)
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  )
