import { allEvents } from '#modules/all.events.ts'
import type { Fact } from '#platform/facts/facts.ts'
import type { Changes } from '../engine/definition/changes.ts'
import type { From, Handler, Projection } from '../engine/definition/projection.ts'
import { GENESIS, entryHash } from './chain.ts'
import { auditedEvents, descriptions, type Changed, type Described } from './entries.ts'
import { forgetInLog } from './forget.ts'
import { causesOf, describeMails, isMailFact, keepMails, type Cause } from './mails.ts'
import { createOwners, isOwned, ownerOf, valueOf } from './owned.ts'
import { auditTables, type AuditTables } from './tables.ts'

type Head = { readonly sequence: number; readonly hash: string }
/** Personal values are `Owned`. */
type Target = { readonly label: unknown; readonly fields: Record<string, unknown> }

/** How far each workspace's chain is, and what is known of each target; moves along with the batch. */
type Context = {
  readonly heads: Map<string, Head>
  readonly targets: Map<string, Target>
  /** By event id. */
  readonly causes: Map<string, Cause>
}

const owned = createOwners(auditedEvents)
const described = (fact: Fact): Described =>
  (descriptions as unknown as Record<string, (data: unknown) => Described>)[fact.type]!(owned(fact))

const targetKey = (workspaceId: string, { kind, id }: { kind: string; id: string }): string =>
  `${workspaceId} ${kind} ${id}`

/** Of `audit_heads`, or of `audit_targets`. */
type KnownRow = { readonly workspace_id: string } & (
  | { readonly kind: null; readonly sequence: string; readonly hash: string }
  | ({
      readonly kind: string
      readonly id: string
      readonly label: unknown
      readonly label_of: string | null
    } & Pick<Target, 'fields'>)
)

const prepare = async (from: From<AuditTables>, facts: readonly Fact[]): Promise<Context> => {
  const inWorkspaces = facts.filter(
    (fact) => fact.metadata.workspaceId !== null && (fact.type in descriptions || isMailFact(fact)),
  )
  const workspaceIds = [...new Set(inWorkspaces.map(({ metadata }) => metadata.workspaceId!))]
  if (workspaceIds.length === 0) return { heads: new Map(), targets: new Map(), causes: new Map() }
  const causes = await causesOf(from, inWorkspaces)
  const wanted = new Map<string, readonly [workspaceId: string, kind: string, id: string]>()
  for (const fact of inWorkspaces) {
    const target = isMailFact(fact) ? causes.get(fact.data.causeId) : described(fact).target
    const workspaceId = fact.metadata.workspaceId!
    if (target) wanted.set(targetKey(workspaceId, target), [workspaceId, target.kind, target.id])
  }
  const rows = await from.query<KnownRow>(
    (
      table,
    ) => `SELECT workspace_id, sequence, hash, NULL AS kind, NULL AS id, NULL AS label, NULL AS label_of, NULL::jsonb AS fields
        FROM ${table('audit_heads')} WHERE workspace_id = ANY(?::uuid[])
        UNION ALL
        SELECT workspace_id, NULL, NULL, kind, id, label, label_of, fields
        FROM unnest(?::uuid[], ?::text[], ?::text[]) AS wanted (workspace_id, kind, id)
          JOIN ${table('audit_targets')} USING (workspace_id, kind, id)`,
    [workspaceIds, ...[0, 1, 2].map((part) => [...wanted.values()].map((place) => place[part]))],
  )
  const heads: Context['heads'] = new Map()
  const targets: Context['targets'] = new Map()
  for (const { workspace_id: workspaceId, ...row } of rows) {
    if (row.kind === null) heads.set(workspaceId, { sequence: Number(row.sequence), hash: row.hash })
    else
      targets.set(targetKey(workspaceId, row), {
        label: row.label_of === null ? null : { value: row.label, of: row.label_of },
        fields: row.fields,
      })
  }
  return { heads, targets, causes }
}

const record: Handler<Context> = (fact, changes, context) => {
  if (fact.metadata.workspaceId !== null) enter(fact, described(fact), changes, context)
}

const recordMails: Handler<Context> = (fact, changes, context) => {
  if (fact.metadata.workspaceId === null || !isMailFact(fact)) return
  keepMails(fact, changes)
  const { data } = fact
  if (data.isFinal) enter(fact, describeMails(data, context.causes.get(data.causeId)), changes, context)
}

const nothing: Target = { label: null, fields: {} }

/** A personal field that a fact names counts as changed: whether it is could not be told any more after an erasure. */
const changesOf = (before: Target['fields'], fields: Target['fields']): readonly Changed[] =>
  Object.entries(fields)
    .filter(([field, value]) => isOwned(value) || before[field] !== value)
    .map(([field, value]) => ({ field, before: before[field] ?? null, after: value }))

/** A label is text, of whomever it is. */
const textOf = (label: unknown) => valueOf(label) as string | null

const subjectsOf = (values: readonly unknown[]): string[] => [
  ...new Set(values.flatMap((value) => ownerOf(value) ?? [])),
]

/** What was known of the entry's target before, and what is from now on. */
const learn = (
  workspaceId: string,
  { target, fields = {}, forgets }: Described,
  changes: Changes<AuditTables>,
  targets: Context['targets'],
): { readonly before: Target; readonly after: Target } => {
  const { kind, id } = target
  const known = forgets ? nothing : targets.get(targetKey(workspaceId, target))
  const before = known ?? nothing
  const label = target.label === undefined ? before.label : target.label
  const after = { label, fields: { ...before.fields, ...fields } }
  if (known && target.label === undefined && Object.keys(fields).length === 0) return { before, after }
  targets.set(targetKey(workspaceId, target), after)
  changes.put('audit_targets', {
    workspace_id: workspaceId,
    kind,
    id,
    label: textOf(label),
    label_of: ownerOf(label),
    fields: after.fields,
    subjects: subjectsOf([label, ...Object.values(after.fields)]),
  })
  return { before, after }
}

/** What an entry shows of its target, and whose each value is. */
const shownOf = (label: unknown, changed: readonly Changed[]) => ({
  target_label: textOf(label),
  target_label_of: ownerOf(label),
  changes: changed.map(({ field, before, after }) => ({
    field,
    before: valueOf(before),
    after: valueOf(after),
  })),
  owners: changed.map(({ before, after }) => ({ before: ownerOf(before), after: ownerOf(after) })),
})

const NOBODY = '00000000-0000-0000-0000-000000000000'

/** The values of an entry by which the log is searched: an entry of the same ones adds nothing. */
const keepValues = (
  { metadata }: Fact,
  { action, target, forgets }: Described,
  changes: Changes<AuditTables>,
): void => {
  const { actor, client } = metadata
  const workspaceId = metadata.workspaceId!
  const keep = (kind: string, value: string, userId = NOBODY) =>
    changes.put('audit_values', { workspace_id: workspaceId, kind, value, user_id: userId })
  keep('action', action)
  keep('target', target.kind)
  if (actor.userId === null) return
  keep('actor', actor.userId, actor.userId)
  if (client?.device && !forgets) keep('device', client.device, actor.userId)
}

const keepEvidence = ({ id }: Fact, { evidence }: Described, changes: Changes<AuditTables>): void => {
  if (evidence) changes.put('audit_evidence', { id, evidence })
}

/** Adds the entry to its workspace's chain. */
const enter = (
  fact: Fact,
  entry: Described,
  changes: Changes<AuditTables>,
  { heads, targets, causes }: Context,
): void => {
  const { actor, client, at, requestId } = fact.metadata
  const workspaceId = fact.metadata.workspaceId!
  const { action, target, outcome = 'ok', assurance = null } = entry
  causes.set(fact.id, target)
  const { before, after } = learn(workspaceId, entry, changes, targets)
  const changed = entry.changes ?? changesOf(before.fields, entry.fields ?? {})
  const head = heads.get(workspaceId) ?? { sequence: 0, hash: GENESIS }
  const sequence = head.sequence + 1
  const hash = entryHash(head.hash, sequence, fact.id, fact.metadata.hash)
  heads.set(workspaceId, { sequence, hash })
  changes.put('audit_heads', { workspace_id: workspaceId, sequence, hash })
  keepValues(fact, entry, changes)
  keepEvidence(fact, entry, changes)
  changes.put('audit_entries', {
    workspace_id: workspaceId,
    sequence,
    id: fact.id,
    at,
    action,
    actor_user_id: actor.userId,
    actor_role: actor.role,
    target_kind: target.kind,
    target_id: target.id,
    ...shownOf(after.label, changed),
    subjects: subjectsOf([
      after.label,
      ...changed.flatMap((change) => [change.before, change.after]),
      actor.userId === null ? null : { value: client, of: `person:${actor.userId}` },
    ]),
    cause_id: entry.causeId ?? null,
    outcome,
    ip: client?.ip ?? null,
    device: client?.device ?? null,
    request_id: requestId,
    assurance,
    fact_hash: fact.metadata.hash,
    hash,
  })
}

/** Every fact of a workspace as an entry of its audit log, of mails one for each cause, chained in the order of the event store. */
export const auditProjection: Projection<Context> = {
  name: 'audit',
  version: 13,
  tables: auditTables,
  unseals: {
    ...Object.fromEntries(
      [...Object.keys(descriptions), 'MailOutcomesRecorded'].map((type) => [type, ['client']]),
    ),
    UserSignedUp: ['email'],
    WorkspaceCreated: ['client', 'name', 'description'],
    WorkspaceSettingsChanged: ['client', 'name', 'description', 'billingUser'],
    ActivityPeriodAdded: ['client', 'reason'],
    ActivityPeriodChanged: ['client', 'reason'],
    ParticipantInvited: ['client', 'email'],
    ParticipantJoined: ['client', 'email'],
    RequestCreated: ['client', 'title', 'approverEmail'],
  },
  prepare,
  handlers: {
    ...Object.fromEntries(Object.keys(descriptions).map((type) => [type, record])),
    ...forgetInLog,
    WorkspaceErased(fact, changes, context) {
      record(fact, changes, context)
      forgetInLog[fact.type]!(fact, changes, context)
    },
    MailOutcomesRecorded: recordMails,
    UserSignedUp: ({ data }, changes) =>
      changes.put('audit_people', { user_id: data['userId'], email: data['email'] }),
  },
  // A chain has no gaps: what a newer program says of a workspace has its place in it too, and what is set aside
  // sets aside the whole workspace behind it.
  claims: ({ type, metadata }) =>
    typeof metadata['workspaceId'] === 'string' && !Object.hasOwn(allEvents, type),
  laneOf: ({ metadata, stream }) => metadata.workspaceId ?? stream,
}
