import { allEvents } from '#modules/all.events.ts'
import type { Fact } from '#platform/facts/facts.ts'
import type { Changes } from '../engine/definition/changes.ts'
import type { From, Handler, Projection } from '../engine/definition/projection.ts'
import { auditedEvents, descriptions } from './entries.ts'
import { type Changed, type Described } from './described.ts'
import { forgetInLog } from './forget.ts'
import { addKnown, advanceHead, targetKey, type Context, type Target, type WantedTarget } from './heads.ts'
import { describeMails, isMailFact, putMails, type Cause } from './mails.ts'
import { createOwners, isOwned, ownerOf, valueOf } from './owned.ts'
import { auditTables, type AuditTables } from './tables.ts'

const owned = createOwners(auditedEvents)
const described = (fact: Fact): Described =>
  (descriptions as unknown as Record<string, (data: unknown) => Described>)[fact.type]!(owned(fact))

/** The facts that get an entry, and those about mails. */
export const inWorkspace = (facts: readonly Fact[]): readonly Fact[] =>
  facts.filter(
    (fact) => fact.metadata.workspaceId !== null && (fact.type in descriptions || isMailFact(fact)),
  )

/** What the first fact of a stream says of that stream itself has no earlier entry. */
const isNew = ({ revision, stream }: Fact, { id }: Cause): boolean => revision === 0 && stream.endsWith(id)

/** The targets of these facts of workspaces that may have earlier entries, by `targetKey`. */
export const targetsOf = (facts: readonly Fact[], causes: Context['causes']): Map<string, WantedTarget> => {
  const wanted = new Map<string, WantedTarget>()
  for (const fact of facts) {
    const target = isMailFact(fact) ? causes.get(fact.data.causeId) : described(fact).target
    const workspaceId = fact.metadata.workspaceId!
    if (target && !isNew(fact, target))
      wanted.set(targetKey(workspaceId, target), [workspaceId, target.kind, target.id])
  }
  return wanted
}

/** Items of a context. A larger one is forgotten, and the next batch reads what it needs. */
const MOST_KNOWN = 5_000

const sizeOf = ({ heads, targets, causes, perhapsSent }: Context): number =>
  heads.size + targets.size + causes.size + perhapsSent.size

const prepare = async (
  from: From<AuditTables>,
  facts: readonly Fact[],
  before?: Context,
): Promise<Context> => {
  const inWorkspaces = inWorkspace(facts)
  const context: Context =
    before && sizeOf(before) < MOST_KNOWN
      ? before
      : { heads: new Map(), targets: new Map(), causes: new Map(), perhapsSent: new Map() }
  if (inWorkspaces.length > 0)
    await addKnown(from, inWorkspaces, { wanted: targetsOf(inWorkspaces, context.causes), context })
  return context
}

const addEntry: Handler<Context> = (fact, changes, context) => {
  if (fact.metadata.workspaceId !== null) appendEntry(fact, described(fact), changes, context)
}

const addMailEntry: Handler<Context> = (fact, changes, context) => {
  if (fact.metadata.workspaceId === null || !isMailFact(fact)) return
  const { causes, perhapsSent } = context
  putMails(fact, changes, perhapsSent)
  const { data } = fact
  if (!data.isFinal) return
  const entry = describeMails(data, causes.get(data.causeId), perhapsSent.get(data.causeId) ?? 0)
  appendEntry(fact, entry, changes, context)
}

const unknownTarget: Target = { label: null, fields: {} }

/** A named personal field always counts as changed: after an erasure a rebuild could not compare it. */
const changesOf = (before: Target['fields'], fields: Target['fields']): readonly Changed[] =>
  Object.entries(fields)
    .filter(([field, value]) => isOwned(value) || before[field] !== value)
    .map(([field, value]) => ({ field, before: before[field] ?? null, after: value }))

const textOf = (label: unknown) => valueOf(label) as string | null

const subjectsOf = (values: readonly unknown[]): string[] => [
  ...new Set(values.flatMap((value) => ownerOf(value) ?? [])),
]

/** Updates the target's state, and returns it before and after the entry. */
const updateTarget = (
  workspaceId: string,
  { target, fields = {}, forgets }: Described,
  changes: Changes<AuditTables>,
  targets: Context['targets'],
): { readonly before: Target; readonly after: Target } => {
  const { kind, id } = target
  const known = forgets ? unknownTarget : targets.get(targetKey(workspaceId, target))
  const before = known ?? unknownTarget
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

/** The columns of an entry that show its target, with the owner of each value. */
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

/** Puts the values by which the log is searched. Repeated values make no new row. */
const putValues = (
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

const putEvidence = ({ id }: Fact, { evidence }: Described, changes: Changes<AuditTables>): void => {
  if (evidence) changes.put('audit_evidence', { id, evidence })
}

const appendEntry = (
  fact: Fact,
  entry: Described,
  changes: Changes<AuditTables>,
  { heads, targets, causes }: Context,
): void => {
  const { actor, client, at, requestId } = fact.metadata
  const workspaceId = fact.metadata.workspaceId!
  const { action, target, outcome = 'ok', assurance = null } = entry
  causes.set(fact.id, target)
  const { before, after } = updateTarget(workspaceId, entry, changes, targets)
  const changed = [...(entry.changes ?? []), ...changesOf(before.fields, entry.fields ?? {})]
  const { sequence, hash } = advanceHead(fact, changes, heads)
  putValues(fact, entry, changes)
  putEvidence(fact, entry, changes)
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

/**
 * An audit log for each workspace: one entry per fact, and one per cause of mails, chained in the order of the
 * event store.
 */
export const auditProjection: Projection<Context> = {
  name: 'audit',
  version: 52,
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
    OfferAnswered: ['client', 'note'],
    ProtectionLiftStarted: ['client', 'reason'],
    ProtectionLiftStopped: ['client'],
    ProtectionLiftWithdrawn: ['client'],
    ProtectionLifted: ['client', 'reason'],
    ParticipantInvited: ['client', 'email', 'name'],
    InviteeNamed: ['client', 'name'],
    ParticipantNamed: ['client', 'name'],
    ParticipantJoined: ['client', 'email'],
    ChangeAsked: ['client', 'targetEmail', 'invitedEmail', 'number', 'groupName', 'requestKind'],
    GroupWritten: ['client', 'name'],
    AbsenceSet: ['client', 'deputyEmail', 'secondEmail'],
    PairLocked: ['client', 'requesterEmail', 'approverEmail'],
    PairUnlocked: ['client', 'requesterEmail', 'approverEmail'],
    CallBackNumberChanged: ['client', 'number'],
    RequestCreated: ['client', 'title', 'details', 'approverEmail'],
    FilesAttached: ['client', 'names'],
    RequestApproved: ['client', 'onBehalfOfEmail'],
    ApprovalGiven: ['client', 'onBehalfOfEmail'],
    RequestDeclined: ['client', 'reason', 'onBehalfOfEmail'],
    DeclineGiven: ['client', 'reason', 'onBehalfOfEmail'],
    GlassBroken: ['client', 'reason'],
    FieldsFilled: ['client', 'filled'],
    DrillSent: ['client', 'title'],
    KindWritten: ['client', 'definition'],
    KindApproved: ['client', 'definition'],
  },
  prepare,
  handlers: {
    ...Object.fromEntries(Object.keys(descriptions).map((type) => [type, addEntry])),
    ...forgetInLog,
    WorkspaceErased(fact, changes, context) {
      addEntry(fact, changes, context)
      forgetInLog[fact.type]!(fact, changes, context)
    },
    ParticipantJoined(fact, changes, context) {
      addEntry(fact, changes, context)
      const { workspaceId, userId, participantId } = fact.data
      changes.put('audit_members', {
        workspace_id: workspaceId,
        user_id: userId,
        participant_id: participantId,
      })
    },
    MailOutcomesRecorded: addMailEntry,
    UserSignedUp: ({ data }, changes) =>
      changes.put('audit_people', { user_id: data['userId'], email: data['email'] }),
  },
  // A chain has no gaps: an unknown fact of a workspace needs its place too, and a blocked fact blocks the log of
  // its workspace.
  claims: ({ type, metadata }) =>
    typeof metadata['workspaceId'] === 'string' && !Object.hasOwn(allEvents, type),
  laneOf: ({ metadata, stream }) => metadata.workspaceId ?? stream,
}
