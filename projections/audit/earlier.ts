import { Rejected } from '#contract/errors.ts'
import type { Fact } from '#platform/facts/facts.ts'
import type { From } from '../engine/definition/projection.ts'
import { GENESIS } from './chain.ts'
import { causesOf, isMailFact } from './mails.ts'
import { targetKey, type Context, type Target } from './heads.ts'
import { inWorkspace, targetsOf } from './projection.ts'
import type { AuditTables } from './tables.ts'
import { peaksAt } from './tree.ts'

/** What a log says before these facts, read from its earlier entries: for a check that does not begin with the first fact. */

type EarlierRow = Pick<{ workspace_id: string; kind: string; id: string }, 'workspace_id' | 'kind' | 'id'> & {
  readonly label: string | null
  readonly label_of: string | null
  readonly changes: readonly { readonly field: string; readonly after: unknown }[]
  readonly owners: readonly { readonly after: string | null }[]
}

const byId = ({ id }: Fact) => id

/** A row of the tree that is gone shows as what follows from it. */
const unknownIfAltered = (error: unknown): string[] => {
  if (error instanceof Rejected) return []
  throw error
}

const addHeads = async (
  from: From<AuditTables>,
  facts: readonly Fact[],
  { heads }: Context,
): Promise<void> => {
  const firsts = new Map<string, Fact>()
  for (const fact of facts.filter((one) => !isMailFact(one) || one.data.isFinal)) {
    const id = fact.metadata.workspaceId!
    if (!heads.has(id) && !firsts.has(id)) firsts.set(id, fact)
  }
  const rows = await from.query<{ workspace_id: string; sequence: string; hash: string | null }>(
    (table) => `SELECT e.workspace_id, e.sequence - 1 AS sequence, b.hash FROM ${table('audit_entries')} e
      LEFT JOIN ${table('audit_entries')} b ON b.workspace_id = e.workspace_id AND b.sequence = e.sequence - 1
      WHERE e.id = ANY(?::uuid[])`,
    [[...firsts.values()].map(byId)],
  )
  for (const { workspace_id: id, hash, ...row } of rows) {
    const sequence = Number(row.sequence)
    const peaks = await peaksAt(from, id, sequence).catch(unknownIfAltered)
    heads.set(id, { sequence, hash: hash ?? GENESIS, peaks })
  }
}

const addPerhapsSent = async (
  from: From<AuditTables>,
  facts: readonly Fact[],
  { perhapsSent }: Context,
): Promise<void> => {
  const unknown = facts.filter(isMailFact).filter(({ data }) => !perhapsSent.has(data.causeId))
  const rows = await from.query<{ cause: string; count: string }>(
    (table) => `SELECT cause, count(m.cause_id)
      FROM (SELECT cause, min(at) AS at FROM unnest(?::uuid[], ?::timestamptz[]) AS mail (cause, at) GROUP BY cause) first
      LEFT JOIN ${table('audit_mails')} m ON m.cause_id = cause AND m.outcome = 'perhapsSent' AND m.at < first.at
      GROUP BY cause`,
    [unknown.map(({ data }) => data.causeId), unknown.map(({ metadata }) => metadata.at)],
  )
  for (const { cause, count } of rows) perhapsSent.set(cause, Number(count))
}

/** The state of a target after one more of its entries. */
const targetAfter = (
  before: Target | undefined,
  { label, label_of: of, changes, owners }: EarlierRow,
): Target => ({
  label: of === null ? label : { value: label, of },
  fields: {
    ...before?.fields,
    ...Object.fromEntries(
      changes.map(({ field, after }, i) => {
        const owner = owners[i]?.after ?? null
        return [field, owner === null ? after : { value: after, of: owner }]
      }),
    ),
  },
})

const addTargets = async (
  from: From<AuditTables>,
  facts: readonly Fact[],
  { heads, targets, causes }: Context,
): Promise<void> => {
  const unknown = [...targetsOf(facts, causes)].filter(([key]) => !targets.has(key)).map(([, place]) => place)
  const sequences = unknown.map(([workspaceId]) => heads.get(workspaceId)?.sequence ?? 0)
  const rows = await from.query<EarlierRow>(
    (table) => `SELECT workspace_id, e.target_kind AS kind, e.target_id AS id, e.target_label AS label,
        e.target_label_of AS label_of, e.changes, e.owners
      FROM unnest(?::uuid[], ?::text[], ?::text[], ?::bigint[]) AS wanted (workspace_id, target_kind, target_id, newest)
      JOIN ${table('audit_entries')} e USING (workspace_id, target_kind, target_id)
      WHERE e.sequence <= newest ORDER BY e.sequence`,
    [...[0, 1, 2].map((part) => unknown.map((place) => place[part])), sequences],
  )
  for (const row of rows) {
    const key = targetKey(row.workspace_id, row)
    targets.set(key, targetAfter(targets.get(key), row))
  }
}

/** Adds to the context what the entries before these facts say, as far as it is not known from the facts checked so far. */
export const addEarlier = async (
  from: From<AuditTables>,
  facts: readonly Fact[],
  context: Context,
): Promise<void> => {
  const ours = inWorkspace(facts)
  if (ours.length === 0) return
  for (const [id, cause] of await causesOf(from, ours))
    if (!context.causes.has(id)) context.causes.set(id, cause)
  await addHeads(from, ours, context)
  await addPerhapsSent(from, ours, context)
  await addTargets(from, ours, context)
}
