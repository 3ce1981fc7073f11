import type { Fact } from '#platform/facts/facts.ts'
import type { Changes } from '../engine/definition/changes.ts'
import type { From } from '../engine/definition/projection.ts'
import { entryHash, GENESIS } from './chain.ts'
import { isMailFact, type Cause } from './mails.ts'
import type { AuditTables } from './tables.ts'
import { grownTree } from './tree.ts'

type Head = { readonly sequence: number; readonly hash: string; readonly peaks: readonly string[] }
/** The heads of logs, by workspace. */
export type Heads = Map<string, Head>

/** Personal values are `Owned`. */
export type Target = { readonly label: unknown; readonly fields: Record<string, unknown> }

/** The heads of the chains and the known state of targets. Changes along with the batch. */
export type Context = {
  readonly heads: Heads
  readonly targets: Map<string, Target>
  /** By event id. */
  readonly causes: Map<string, Cause>
  /** Mails that were perhaps sent, by the id of their cause. */
  readonly perhapsSent: Map<string, number>
}

export type WantedTarget = readonly [workspaceId: string, kind: string, id: string]

export const targetKey = (workspaceId: string, { kind, id }: { kind: string; id: string }): string =>
  `${workspaceId} ${kind} ${id}`

type TargetRow = Pick<Target, 'fields'> & {
  readonly id: string
  readonly label: unknown
  readonly label_of: string | null
}
type KnownRow = { readonly workspace_id: string } & (
  | { readonly part: 'head'; readonly sequence: string; readonly hash: string; readonly peaks: string[] }
  | ({ readonly part: 'target'; readonly kind: string } & TargetRow)
  /** Without `kind` the cause has no entry, without `fields` its target no row. */
  | ({
      readonly part: 'cause'
      readonly kind: Cause['kind'] | null
      readonly cause_id: string
      readonly perhaps_sent: string
    } & Omit<TargetRow, 'fields'> & { readonly fields: Target['fields'] | null })
)

const NO_TARGET = 'NULL AS kind, NULL AS id, NULL AS label, NULL AS label_of, NULL::jsonb AS fields'
const NO_CAUSE = 'NULL::uuid AS cause_id, NULL::bigint AS perhaps_sent'

type TableName = Parameters<Parameters<From<AuditTables>['query']>[0]>[0]

const headRows = (table: TableName): string =>
  `SELECT 'head' AS part, workspace_id, sequence, hash, peaks, ${NO_TARGET}, ${NO_CAUSE}
    FROM ${table('audit_heads')} WHERE workspace_id = ANY(?::uuid[])`
const targetRows = (table: TableName): string =>
  `SELECT 'target', workspace_id, NULL, NULL, NULL, kind, id, label, label_of, fields, NULL, NULL
    FROM unnest(?::uuid[], ?::text[], ?::text[]) AS wanted (workspace_id, kind, id)
      JOIN ${table('audit_targets')} USING (workspace_id, kind, id)`
/** Facts of mails count those that were perhaps sent together with those that were sent. */
const causeRows = (table: TableName): string =>
  `SELECT 'cause', asked.workspace_id, NULL, NULL, NULL, e.target_kind, e.target_id, t.label, t.label_of, t.fields, asked.cause_id,
      (SELECT count(*) FROM ${table('audit_mails')} m WHERE m.cause_id = asked.cause_id AND m.outcome = 'perhapsSent')
    FROM unnest(?::uuid[], ?::uuid[]) AS asked (cause_id, workspace_id)
      LEFT JOIN ${table('audit_entries')} e ON e.id = asked.cause_id
      LEFT JOIN ${table('audit_targets')} t
        ON t.workspace_id = asked.workspace_id AND t.kind = e.target_kind AND t.id = e.target_id`

const targetOf = ({ label, label_of: of, fields }: TargetRow): Target => ({
  label: of === null ? null : { value: label, of },
  fields,
})

const add = (row: KnownRow, context: Context): void => {
  const { workspace_id: workspaceId } = row
  if (row.part === 'head') {
    const { sequence, hash, peaks } = row
    context.heads.set(workspaceId, { sequence: Number(sequence), hash, peaks })
  } else if (row.part === 'target') {
    context.targets.set(targetKey(workspaceId, row), targetOf(row))
  } else {
    context.perhapsSent.set(row.cause_id, Number(row.perhaps_sent))
    if (row.kind === null) return
    const cause = { kind: row.kind, id: row.id }
    context.causes.set(row.cause_id, cause)
    if (row.fields !== null)
      context.targets.set(targetKey(workspaceId, cause), targetOf({ ...row, fields: row.fields }))
  }
}

/**
 * Adds what the log says before these facts of workspaces and what the context does not know yet, by at most one statement: the heads of
 * the chains, the wanted targets, and the causes of mails with their targets.
 */
export const addKnown = async (
  from: From<AuditTables>,
  facts: readonly Fact[],
  {
    wanted: targetsByKey,
    context,
  }: { readonly wanted: ReadonlyMap<string, WantedTarget>; readonly context: Context },
): Promise<void> => {
  const workspaceIds = [...new Set(facts.map(({ metadata }) => metadata.workspaceId!))].filter(
    (id) => !context.heads.has(id),
  )
  const wanted = [...targetsByKey].flatMap(([key, target]) => (context.targets.has(key) ? [] : [target]))
  const asked = new Map(
    facts
      .filter(isMailFact)
      .flatMap(({ data, metadata }) =>
        context.causes.has(data.causeId) ? [] : [[data.causeId, metadata.workspaceId!]],
      ),
  )
  if (workspaceIds.length + wanted.length + asked.size === 0) return
  const parts = asked.size > 0 ? [headRows, targetRows, causeRows] : [headRows, targetRows]
  const rows = await from.query<KnownRow>(
    (table) => parts.map((part) => part(table)).join(' UNION ALL '),
    [
      workspaceIds,
      ...[0, 1, 2].map((part) => wanted.map((place) => place[part])),
      ...(asked.size > 0 ? [[...asked.keys()], [...asked.values()]] : []),
    ],
  )
  for (const row of rows) add(row, context)
}

/** Puts the head of the chain and of the tree after one more fact of its workspace. */
export const advanceHead = (fact: Fact, changes: Changes<AuditTables>, heads: Heads): Head => {
  const workspaceId = fact.metadata.workspaceId!
  const before = heads.get(workspaceId) ?? { sequence: 0, hash: GENESIS, peaks: [] }
  const sequence = before.sequence + 1
  const hash = entryHash(before.hash, sequence, fact.id, fact.metadata.hash)
  const { peaks, kept } = grownTree(before, hash)
  const head = { sequence, hash, peaks }
  heads.set(workspaceId, head)
  changes.put('audit_heads', { workspace_id: workspaceId, ...head })
  for (const subtree of kept) changes.put('audit_subtrees', { workspace_id: workspaceId, ...subtree })
  return head
}
