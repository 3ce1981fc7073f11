import type { Knex } from 'knex'
import type { Fact } from '#platform/facts.ts'
import type { Handler, Projection } from '../projection.ts'
import { GENESIS, entryHash } from './chain.ts'
import { describe, type Described } from './entries.ts'

type Head = { readonly sequence: number; readonly hash: string }
type Target = { readonly label: string | null; readonly fields: Record<string, unknown> }

/** How far each workspace's chain is, and what is known of each target; moves along with the batch. */
type Context = { readonly heads: Map<string, Head>; readonly targets: Map<string, Target> }

const described = (fact: Fact): Described =>
  (describe as unknown as Record<string, (data: unknown) => Described>)[fact.type]!(fact.data)

const targetKey = (workspaceId: string, { kind, id }: { kind: string; id: string }): string =>
  `${workspaceId} ${kind} ${id}`

const prepare = async (db: Knex, facts: readonly Fact[]): Promise<Context> => {
  const inWorkspaces = facts.filter(({ type, metadata }) => metadata.workspaceId !== null && type in describe)
  const workspaceIds = [...new Set(inWorkspaces.map(({ metadata }) => metadata.workspaceId!))]
  const targetIds = [...new Set(inWorkspaces.map((fact) => described(fact).target.id))]
  if (workspaceIds.length === 0) return { heads: new Map(), targets: new Map() }
  const [heads, targets] = await Promise.all([
    db('audit_heads').whereIn('workspace_id', workspaceIds),
    db('audit_targets').whereIn('workspace_id', workspaceIds).whereIn('id', targetIds),
  ])
  return {
    heads: new Map(
      heads.map(({ workspace_id, sequence, hash }) => [workspace_id, { sequence: Number(sequence), hash }]),
    ),
    targets: new Map(
      targets.map(({ workspace_id, kind, id, label, fields }) => [
        targetKey(workspace_id, { kind, id }),
        { label, fields },
      ]),
    ),
  }
}

const record: Handler<Context> = (fact, changes, { heads, targets }) => {
  const { workspaceId, actor, client, at, requestId } = fact.metadata
  if (workspaceId === null) return
  const { action, target, fields = {}, outcome = 'ok', assurance = null } = described(fact)

  const before = targets.get(targetKey(workspaceId, target)) ?? { label: null, fields: {} }
  const after = {
    label: target.label === undefined ? before.label : target.label,
    fields: { ...before.fields, ...fields },
  }
  targets.set(targetKey(workspaceId, target), after)
  changes.put('audit_targets', { workspace_id: workspaceId, kind: target.kind, id: target.id, ...after })

  const head = heads.get(workspaceId) ?? { sequence: 0, hash: GENESIS }
  const sequence = head.sequence + 1
  const hash = entryHash(head.hash, sequence, fact.id, fact.metadata.hash)
  heads.set(workspaceId, { sequence, hash })
  changes.put('audit_heads', { workspace_id: workspaceId, sequence, hash })
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
    target_label: after.label,
    changes: Object.entries(fields)
      .filter(([field, value]) => before.fields[field] !== value)
      .map(([field, value]) => ({ field, before: before.fields[field] ?? null, after: value })),
    outcome,
    ip: client?.ip ?? null,
    device: client?.device ?? null,
    request_id: requestId,
    assurance,
    hash,
  })
}

/** Every fact of a workspace as an entry of its audit log, chained in the order of the event store. */
export const auditProjection: Projection<Context> = {
  name: 'audit',
  version: 1,
  tables: {
    audit_entries: ['workspace_id', 'sequence'],
    audit_heads: ['workspace_id'],
    audit_targets: ['workspace_id', 'kind', 'id'],
    audit_people: ['user_id'],
  },
  prepare,
  handlers: {
    ...Object.fromEntries(Object.keys(describe).map((type) => [type, record])),
    UserSignedUp: ({ data }, changes) =>
      changes.put('audit_people', { user_id: data['userId'], email: data['email'] }),
  },
  // A chain has no gaps: what is parked parks the whole workspace behind it.
  laneOf: ({ metadata, stream }) => metadata.workspaceId ?? stream,
}
