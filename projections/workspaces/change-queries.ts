import type { Knex } from 'knex'
import type { Change, ChangeState } from '#contract/workspaces/change.ts'
import type { WrittenKind } from '#contract/requests/fields/kind-definition.ts'
import { sayAct, type Act } from '#modules/workspaces/protection/change.state.ts'
import { columnsOf, type Shown } from '../engine/definition/tables.ts'
import { byTime, page, timeKeysetOf, type Page } from '../engine/queries/cursor.ts'
import {
  refuseDeadLettered,
  refuseDeadLetteredFor,
  refuseDeadLetteredWhere,
} from '../engine/runner/dead-letters.ts'
import { membershipOf } from './member-queries.ts'
import { workspacesTables } from './tables.ts'

export type ChangeRow = Shown<
  (typeof workspacesTables)['changes'],
  { act: Act; request_kind: WrittenKind | null }
>
/** What the other rows of the workspace tell; people who have left have no name any more. */
type Named = {
  readonly workspace: string | null
  readonly nameOf: (participantId: string) => string | null
  /** The name that the group has; null if there is none yet. */
  readonly group: string | null
  /** Those whom the change names by their ids. */
  readonly people: readonly NamedPerson[]
  /** The groups that the rules of a kind name. */
  readonly groups: readonly NamedGroup[]
}
type NamedGroup = { readonly id: string; readonly name: string | null }
type NamedPerson = { readonly id: string; readonly email: string | null; readonly name: string | null }
type NamedRow = ChangeRow & {
  readonly workspace_name: string | null
  readonly requester_name: string | null
  readonly target_name: string | null
  readonly decider_name: string | null
  readonly group_now: string | null
  readonly people: readonly NamedPerson[] | null
  readonly groups: readonly NamedGroup[] | null
}

const iso = (time: Date | string): string => new Date(time).toISOString()

const saltIn = ({
  salt,
  number_salt: ofNumber,
  group_salt: ofGroup,
  kind_salt: ofKind,
}: Pick<ChangeRow, 'salt' | 'number_salt' | 'group_salt' | 'kind_salt'>): string | null =>
  salt ?? ofNumber ?? ofGroup ?? ofKind

const typedIn = (row: ChangeRow): string | null => row.invited_email ?? row.number ?? row.group_name

/** In both languages: the reader's is not known here. */
const bothNames = (written: WrittenKind | null): string | null => {
  if (written === null) return null
  const { de, en } = written.after.name
  return de === en ? de : `${de} / ${en}`
}

const labelOf = (
  row: ChangeRow,
  { kind, id }: Pick<Change['target'], 'kind' | 'id'>,
  { workspace, group, nameOf }: Named,
): Pick<Change['target'], 'label' | 'name'> => {
  if (kind === 'workspace') return { label: workspace, name: null }
  if (kind === 'kind') return { label: bothNames(row.request_kind), name: null }
  if (kind === 'group') return { label: group ?? row.group_name, name: null }
  return { label: row.target_email ?? row.invited_email, name: nameOf(id) ?? row.invited_name }
}

/** Returns the change as of `now`: an overdue one is expired even without an event. */
export const toChange = (row: ChangeRow, named: Named, now: Date): Change => {
  const { decider_id: deciderId, decided_at: decidedAt } = row
  const isOverdue = row.state === 'pending' && new Date(row.expires_at) <= now
  const isExpired = isOverdue || row.state === 'expired'
  const { action, target, changes } = sayAct(row.act, row.workspace_id, typedIn(row), row.request_kind)
  const { nameOf, people, groups } = named
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    action,
    target: { ...target, ...labelOf(row, target, named) },
    changes,
    ...(people.length > 0 && {
      people: people.map(({ id, email, name }) => ({ participantId: id, email, name })),
    }),
    ...(groups.length > 0 && { groups: [...groups] }),
    requestedBy: {
      participantId: row.requester_id,
      email: row.requester_email,
      name: nameOf(row.requester_id),
    },
    requestedAt: iso(row.created_at),
    expiresAt: iso(row.expires_at),
    state: isExpired ? 'expired' : row.state,
    decidedBy:
      deciderId === null
        ? null
        : { participantId: deciderId, email: row.decider_email, name: nameOf(deciderId) },
    decidedAt: isExpired ? iso(row.expires_at) : decidedAt === null ? null : iso(decidedAt),
    overtakenBy: row.overtaken_by,
  }
}

const PEOPLE = `(SELECT json_agg(json_build_object('id', p.id, 'email', p.email, 'name', p.name) ORDER BY p.name, p.email)
  FROM participants AS p WHERE p.id = ANY (ARRAY(
    SELECT jsonb_array_elements_text(coalesce(c.act -> 'participantIds', '[]'))
    UNION SELECT jsonb_array_elements_text(coalesce(c.act -> 'before', '[]'))
    UNION SELECT jsonb_array_elements_text(coalesce(c.act -> 'deputies', '[]'))
    UNION SELECT jsonb_path_query(c.request_kind, '$.*.rules[*].who.participants[*]') #>> '{}')::uuid[])) AS people`

const GROUPS = `(SELECT json_agg(json_build_object('id', named.id, 'name', named.name) ORDER BY named.name, named.id)
  FROM groups AS named WHERE named.workspace_id = c.workspace_id AND named.id::text IN (
    SELECT jsonb_path_query(c.request_kind, '$.*.rules[*].who.groups[*]') #>> '{}'
    UNION SELECT jsonb_path_query(c.request_kind, '$.*.rules[*].when.requesterGroup') #>> '{}')) AS groups`

const named = (db: Knex) =>
  db('changes as c')
    .join('workspaces as w', 'w.id', 'c.workspace_id')
    .leftJoin('participants as requester', 'requester.id', 'c.requester_id')
    .leftJoin('participants as target', (on) =>
      on.on('target.id', db.raw(`(c.act ->> 'participantId')::uuid`)),
    )
    .leftJoin('groups as g', (on) => on.on('g.id', db.raw(`(c.act ->> 'groupId')::uuid`)))
    .leftJoin('participants as decider', 'decider.id', 'c.decider_id')
    .select(
      db.raw(`${columnsOf('c', workspacesTables.changes)}, w.name AS workspace_name,
        requester.name AS requester_name, target.name AS target_name, decider.name AS decider_name, g.name AS group_now, ${PEOPLE}, ${GROUPS}`),
    )

const shaped = (row: NamedRow, now: Date): Change => {
  const names = new Map([
    [row.requester_id, row.requester_name],
    ['participantId' in row.act ? row.act.participantId : '', row.target_name],
    [row.decider_id ?? '', row.decider_name],
  ])
  const { workspace_name: workspace, group_now: group, people, groups } = row
  const shown = { workspace, group, people: people ?? [], groups: groups ?? [] }
  return toChange(row, { ...shown, nameOf: (id) => names.get(id) ?? null }, now)
}

/** Ignores dead letters: the caller has looked for those of the workspace. */
const oneOf = async (db: Knex, id: string, now: Date): Promise<Change | undefined> => {
  const row: NamedRow | undefined = await named(db).where({ 'c.id': id }).first()
  return row && shaped(row, now)
}

/** Throws when the change may be among facts that are blocked. */
const refuseBlocked = (db: Knex): Promise<void> =>
  refuseDeadLetteredWhere(db, 'workspaces', (facts) => void facts.where({ type: 'ChangeAsked' }))

/** Returns the workspace of a change; undefined for an unknown one. */
export const workspaceOfChange = async (db: Knex, id: string): Promise<string | undefined> => {
  const row = await db('changes').where({ id }).first('workspace_id')
  if (!row) await refuseBlocked(db)
  return row?.workspace_id
}

/** Returns the change, and whether the user is an active admin there; undefined for strangers and closed workspaces. */
export const changeFor = async (
  db: Knex,
  id: string,
  userId: string,
  now: Date,
): Promise<{ readonly change: Change; readonly isAdmin: boolean } | undefined> => {
  const workspaceId = await workspaceOfChange(db, id)
  const member = workspaceId && (await membershipOf(db, workspaceId, userId))
  const change = member && (await oneOf(db, id, now))
  return change ? { change, isAdmin: member.active && member.role === 'admin' } : undefined
}

/** Returns a change of the workspace. */
export const changeIn = async (
  db: Knex,
  workspaceId: string,
  id: string,
  now: Date,
): Promise<Change | undefined> => {
  await refuseDeadLettered(db, 'workspaces', [workspaceId])
  return oneOf(db, id, now)
}

/**
 * What these changes of the workspace say, as it is signed, with the secret of the signed hash: null once erased, and where nothing was
 * typed. Ignores dead letters: who exports the log has looked for those of the workspace.
 */
export const saidChanges = async (
  db: Knex,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SaidChange>> => {
  const rows: ChangeRow[] =
    ids.length === 0
      ? []
      : await db('changes as c')
          .where({ workspace_id: workspaceId })
          .whereIn('id', [...ids])
          .select(db.raw(columnsOf('c', workspacesTables.changes)))
  return new Map(
    rows.map((row) => {
      const said = sayAct(row.act, row.workspace_id, typedIn(row), row.request_kind)
      return [row.id, { ...said, salt: saltIn(row) }]
    }),
  )
}
export type SaidChange = ReturnType<typeof sayAct> & { readonly salt: string | null }

/** The address of an invitation, a call-back number, the name of a group or a kind of request, and the secret in its signed hash; null without one, and once erased. */
export type ChangeSecret = {
  readonly invitedEmail: string | null
  readonly invitedName: string | null
  readonly number: string | null
  readonly groupName: string | null
  readonly requestKind: WrittenKind | null
  readonly salt: string | null
}

const SECRETS = [
  'invited_email',
  'invited_name',
  'salt',
  'number',
  'number_salt',
  'group_name',
  'group_salt',
  'request_kind',
  'kind_salt',
] as const

const NO_SECRET: ChangeSecret = {
  invitedEmail: null,
  invitedName: null,
  number: null,
  groupName: null,
  requestKind: null,
  salt: null,
}

/** Ignores dead letters: a change is decided on the state of its stream. */
export const secretOfChange = async (db: Knex, id: string): Promise<ChangeSecret> => {
  const row: Pick<ChangeRow, (typeof SECRETS)[number]> | undefined = await db('changes')
    .where({ id })
    .first(...SECRETS)
  if (!row) return NO_SECRET
  return {
    invitedEmail: row.invited_email,
    invitedName: row.invited_name,
    number: row.number,
    groupName: row.group_name,
    requestKind: row.request_kind,
    salt: saltIn(row),
  }
}

type Search = {
  readonly state?: ChangeState | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

const inState = (state: ChangeState | undefined, now: Date) => (query: Knex.QueryBuilder) => {
  if (state === undefined) return
  if (state === 'expired')
    void query.whereRaw(`(c.state = 'expired' OR (c.state = 'pending' AND c.expires_at <= ?))`, [now])
  else if (state === 'pending') void query.whereRaw(`c.state = 'pending' AND c.expires_at > ?`, [now])
  else void query.where({ 'c.state': state })
}

/** Returns the changes of a workspace, newest first. Throws `input.invalid` for a bad cursor. */
export const changesOf = async (
  db: Knex,
  workspaceId: string,
  { state, limit = 50, cursor }: Search,
  now: Date,
): Promise<Page<Change>> => {
  const rows: NamedRow[] = await named(db)
    .where({ 'c.workspace_id': workspaceId })
    .modify(inState(state, now))
    .modify((query) => {
      if (cursor === undefined) return
      const { createdAt, id } = timeKeysetOf(cursor)
      void query.whereRaw('(c.created_at, c.id) < (?, ?::uuid)', [createdAt, id])
    })
    .orderBy([
      { column: 'c.created_at', order: 'desc' },
      { column: 'c.id', order: 'desc' },
    ])
    .limit(limit + 1)
  await refuseDeadLetteredFor(db, 'workspaces', workspaceId, [workspaceId])
  return page(rows, limit, { keyset: byTime, shape: (row) => shaped(row, now) })
}
