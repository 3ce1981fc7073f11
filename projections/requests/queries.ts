import type { Knex } from 'knex'
import { isNothingParked } from '#platform/read-models/nothing-parked.ts'
import type { Mine, Request, RequestStatus, Weakness } from '#contract/requests/requests.ts'
import { byTime, page, timeKeysetOf, type Page } from '../engine/queries/cursor.ts'
import { requestStream } from '#modules/requests/request.events.ts'
import { lookupIn } from '#platform/postgres/lookups.ts'
import {
  deadLetteredSql,
  refuseDeadLettered,
  refuseDeadLetteredFor,
  unlessDeadLettered,
  type MaybeDeadLettered,
} from '../engine/runner/dead-letters.ts'
import { columnsOf, type Shown } from '../engine/definition/tables.ts'
import { fieldsOf, filesOf, glassOf, isoOf, personOf, type JsonColumns } from './shapes.ts'
import { PEOPLE, type PeopleNames } from './name-queries.ts'
import {
  branches,
  newestOf,
  type ListSearch,
  type OfPerson,
  type Branch,
  statusFilter,
} from './list-branches.ts'
import { RULE_PEOPLE } from './rules/rule-queries.ts'
import { decidable, visible } from './rules/readers.ts'
import { AT_MOMENT, NOW, standsInFor } from './rules/deputy-queries.ts'
import {
  decidedForIn,
  parkedOf,
  personIn,
  ruledOf,
  type NamedPerson,
  type RuleJson,
  type RulePeople,
} from './rules/rule-shapes.ts'
import { requestsTables } from './tables.ts'

export type RequestRow = Shown<(typeof requestsTables)['requests'], JsonColumns & RuleJson> &
  PeopleNames &
  RulePeople & {
    /** Only where a reader is known. */
    readonly stands_in_for?: NamedPerson | null
  }
type PageOptions = { readonly limit?: number | undefined; readonly cursor?: string | undefined }

/** What the two said about the call. The approver answers before they see the requester's answer. */
const callOf = (row: RequestRow, isOver: boolean): Pick<Request, 'asks' | 'call' | 'calledBack' | 'weak'> => {
  const { requester_call: requester, approver_call: approver, called_back: calledBack, weak } = row
  if (row.asks === null || requester === null) return { asks: null }
  const asks = { kind: row.asks }
  if (!isOver) return { asks, call: null }
  return {
    asks,
    call: { requester, approver },
    calledBack: calledBack ?? false,
    ...(weak !== null && { weak: [...weak] as Weakness[] }),
  }
}

const otherOf = (id: string | null) => (id === null ? null : { id })

/** In whose place it was asked, and which one was asked in its place. */
const othersOf = (row: RequestRow): Pick<Request, 'replaces' | 'replacedBy'> =>
  row.type === 'verification'
    ? {}
    : { replaces: otherOf(row.replaces_id), replacedBy: otherOf(row.replaced_by_id) }

/** Of whom a deputy has taken the place, or would. */
const deputiesOf = (row: RequestRow): Pick<Request, 'decidedFor' | 'standsInFor'> => {
  const decidedFor = decidedForIn(row)
  return {
    ...(decidedFor && { decidedFor }),
    ...(row.stands_in_for && { standsInFor: personIn(row.stands_in_for) }),
  }
}

/** Returns the request as of `now`: an overdue one is expired even without an event. */
export const toRequest = (row: RequestRow, workspaceName: string | null, now: Date): Request => {
  const expiresAt = new Date(row.expires_at)
  const expired = row.closed_reason === 'expired' || (row.status === 'pending' && expiresAt <= now)
  const decidedAt = expired ? expiresAt : row.decided_at
  const { approver_id: approverId, decided_by_id: deciderId } = row
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    workspaceName,
    type: row.type,
    title: row.title,
    details: row.details,
    ...filesOf(row),
    ...fieldsOf(row),
    ...othersOf(row),
    ...ruledOf(row),
    ...parkedOf(row, expired),
    status: expired ? 'declined' : row.status,
    closedReason: expired ? 'expired' : row.closed_reason,
    requester: personOf(row.requester_id, row.requester_email, row.requester_name, row.requester_alike),
    approver:
      approverId === null
        ? null
        : personOf(approverId, row.approver_email, row.approver_name, row.approver_alike),
    createdAt: new Date(row.created_at).toISOString(),
    expiresAt: expiresAt.toISOString(),
    decidedAt: isoOf(decidedAt),
    decidedBy: deciderId === null ? null : personOf(deciderId, row.decided_by_email, row.decided_by_name),
    ...deputiesOf(row),
    assurance: row.assurance,
    ...glassOf(row),
    ...(typeof row.device_bound === 'boolean' && { deviceBound: row.device_bound }),
    declineReason: row.decline_reason,
    ...(row.reminded_at && { remindedAt: new Date(row.reminded_at).toISOString() }),
    reportedAt: isoOf(row.reported_at),
    ...callOf(row, expired || row.status !== 'pending'),
  }
}

export type NamedRow = RequestRow & { readonly workspace_name: string | null }

export const DEFAULT_LIMIT = 50
export const NAMED = `${columnsOf('r', requestsTables.requests)}, w.name AS workspace_name, ${PEOPLE}, ${RULE_PEOPLE}`

const named = (db: Knex): Knex.QueryBuilder =>
  db('requests as r').leftJoin('request_workspaces as w', 'w.id', 'r.workspace_id').select(db.raw(NAMED))

/** Joins the caller's participant record as `p`; excludes deleted workspaces and those without one. */
const namedFor = (db: Knex, userId: string, now: Date): Knex.QueryBuilder =>
  named(db)
    .select(db.raw(standsInFor(NOW)))
    .join('request_participants as p', 'p.workspace_id', 'r.workspace_id')
    .joinRaw(AT_MOMENT, [now])
    .where({ 'p.user_id': userId, 'w.is_open': true })

const pageOf = async (
  db: Knex,
  asked: Omit<ListSearch, 'after' | 'limit'>,
  { limit = DEFAULT_LIMIT, cursor }: PageOptions,
  now: Date,
): Promise<Page<Request>> => {
  const after = cursor === undefined ? null : timeKeysetOf(cursor)
  const newest = newestOf(db, { ...asked, after, limit: limit + 1 })
  const found: NamedRow[] = await db
    .from(newest)
    .join('requests as r', 'r.id', 'found.id')
    .leftJoin('request_workspaces as w', 'w.id', 'r.workspace_id')
    .select(db.raw(NAMED))
    .orderByRaw('r.created_at DESC, r.id DESC')
  return page(found, limit, { keyset: byTime, shape: (row) => toRequest(row, row.workspace_name, now) })
}

/** Throws `read-model.parked` or `read-model.behind` when facts of any of the user's workspaces are blocked. */
export const refuseDeadLetteredOf = async (db: Knex, userId: string): Promise<void> => {
  if (await isNothingParked(db)) return
  const ids = await db('request_participants').where({ user_id: userId }).pluck('workspace_id')
  await refuseDeadLetteredFor(db, 'requests', userId, ids)
}

const requestRow = lookupIn({
  asked: { id: 'uuid' },
  columns: `${NAMED}, ${deadLetteredSql('requests', 'workspace_id', 'r.workspace_id')}`,
  joins: 'JOIN requests AS r ON r.id = asked.id LEFT JOIN request_workspaces AS w ON w.id = r.workspace_id',
})

/** Checks no access: the caller must have done so. */
export const requestById = async (db: Knex, id: string, now: Date): Promise<Request | undefined> => {
  const row = unlessDeadLettered(await requestRow<NamedRow & MaybeDeadLettered>(db, { id }))
  return row && toRequest(row, row.workspace_name, now)
}

/** Throws like `refuseDeadLetteredOf`, for a request that is known only for the facts of its workspace. */
const refuseDeadLetteredAround = async (db: Knex, id: string, userId: string): Promise<void> => {
  if (await isNothingParked(db)) return
  const place = await db('requests').where({ id }).first('workspace_id')
  await (place ? refuseDeadLettered(db, 'requests', [place.workspace_id]) : refuseDeadLetteredOf(db, userId))
}

/** Reads a request that the user may see, with `more` columns. Throws like `refuseDeadLetteredOf`. */
export const rowFor = async <Row>(
  db: Knex,
  id: string,
  { userId, now }: { readonly userId: string; readonly now: Date },
  more: readonly Knex.Raw[] = [],
): Promise<Row | undefined> => {
  await refuseDeadLetteredAround(db, id, userId)
  const found = namedFor(db, userId, now)
    .where('r.id', id)
    .whereRaw(`(${visible(NOW)})`)
  return found.select([...more]).first()
}

/** Returns undefined also when the user may not see it. */
export const requestFor = async (
  db: Knex,
  id: string,
  userId: string,
  now: Date,
): Promise<Request | undefined> => {
  const row = await rowFor<NamedRow>(db, id, { userId, now })
  return row && toRequest(row, row.workspace_name, now)
}

export type SeenRequest = {
  readonly request: Request
  /** Of the reader. */
  readonly participantId: string
  /** Whether the reader may still answer it. */
  readonly isWaiting: boolean
}

/** Returns those of the requests that the user may see, by their deadlines. Throws like `refuseDeadLetteredOf`. */
export const requestsAmong = async (
  db: Knex,
  ids: readonly string[],
  userId: string,
  now: Date,
): Promise<SeenRequest[]> => {
  await refuseDeadLetteredOf(db, userId)
  const rows: (NamedRow & { readonly participant_id: string; readonly decidable: boolean })[] =
    await namedFor(db, userId, now)
      .whereRaw('r.id = ANY (?::uuid[])', [ids] as never[])
      .whereRaw(`(${visible(NOW)})`)
      .orderByRaw('r.expires_at, r.id')
      .select('p.participant_id', db.raw(`(${decidable(NOW)}) AS decidable`))
  return rows.map((row) => {
    const request = toRequest(row, row.workspace_name, now)
    const { participant_id: participantId } = row
    return { request, participantId, isWaiting: request.status === 'pending' && row.decidable }
  })
}

const NOT_OWN = 'r.requester_user_id <> p.user_id'

type ListQuery = PageOptions &
  OfPerson & {
    readonly status?: RequestStatus | undefined
    readonly type?: Request['type'] | undefined
    readonly mine?: Mine | undefined
  }

const branchesOf = (mine: Mine | undefined, isAdmin: boolean): readonly Branch[] => {
  if (mine === 'asked') return [branches.own]
  if (mine === 'addressed')
    return [branches.named, branches.decided].map((branch) => `${branch} AND ${NOT_OWN}`)
  const { all, ...some } = branches
  return isAdmin ? [all] : Object.values(some)
}

type Reader = { readonly workspaceId: string; readonly userId: string; readonly isAdmin: boolean }

/** Returns the workspace's requests that the user may see, newest first. Active admins see all. */
export const listOf = async (
  db: Knex,
  { workspaceId, userId, isAdmin }: Reader,
  query: ListQuery,
  now: Date,
): Promise<Page<Request>> => {
  await refuseDeadLettered(db, 'requests', [workspaceId])
  const asked: Omit<ListSearch, 'after' | 'limit'> = {
    whose: { sql: 'p.workspace_id = ? AND p.user_id = ?', bindings: [workspaceId, userId] },
    branches: branchesOf(query.mine, isAdmin),
    type: query.type,
    ...statusFilter(query.status, now, query),
  }
  return pageOf(db, asked, query, now)
}

/**
 * Returns false also for former participants, and for everybody once the workspace is deleted. Ignores dead letters:
 * `requestById` looks for those of the workspace.
 */
export const isParticipant = async (db: Knex, workspaceId: string, userId: string): Promise<boolean> =>
  (await db('request_participants as p')
    .join('request_workspaces as w', 'w.id', 'p.workspace_id')
    .where({ 'p.workspace_id': workspaceId, 'p.user_id': userId, 'w.is_open': true })
    .first('p.participant_id')) !== undefined

/** Returns the streams of a workspace's requests. Ignores dead letters: they must not hold up an erasure. */
export const requestStreamsIn = async (db: Knex, workspaceId: string): Promise<string[]> => {
  const ids: string[] = await db('requests').where({ workspace_id: workspaceId }).pluck('id')
  return ids.map(requestStream)
}
