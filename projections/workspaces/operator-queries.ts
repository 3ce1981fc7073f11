import type { Knex } from 'knex'
import type { Query } from '#contract/endpoint.ts'
import type { exportWorkspaces } from '#contract/workspaces/operator/list-export.ts'
import { offerReference } from '#contract/workspaces/subscription/offers.ts'
import type { ListedOffer, SuperAdmin } from '#contract/workspaces/subscription/answer-offer.ts'
import type { ListedWorkspace, WorkspaceOrder } from '#contract/workspaces/subscription/periods.ts'
import { seatsOf } from '#contract/workspaces/subscription/subscription.ts'
import type { Workspace } from '#contract/workspaces/workspaces.ts'
import { containing } from '../engine/queries/containing.ts'
import { inOrder, orderedKeysetOf, page, type Page } from '../engine/queries/cursor.ts'
import { columnsOf } from '../engine/definition/tables.ts'
import { refuseDeadLettered } from '../engine/runner/dead-letters.ts'
import {
  PARTICIPANT,
  PARTICIPANT_COUNT,
  PERIODS,
  WITH_INVITERS,
  datesOf,
  toParticipant,
  toWorkspace,
  type ParticipantRow,
  type PeriodRow,
  type WorkspaceRow,
} from './shapes.ts'
import { daysOf, TODAY, within } from './operator-today.ts'
import { workspacesTables } from './tables.ts'

export type WorkspacesSearch = Query<typeof exportWorkspaces> & {
  /** The HMAC of `q` as an address. */
  readonly addressHash: string | null
}
type Paged = WorkspacesSearch & { readonly limit: number; readonly cursor?: string | undefined }

/** Participants to return per workspace; the total counts the rest. */
const PARTICIPANTS = 50

const NEWEST_FIRST = '-createdAt'
const EXPORT_PAGE = 500

type Found = { readonly key: string; readonly id: string; readonly total: number }
type Whole = Omit<WorkspaceRow, 'periods'> & {
  readonly periods: readonly PeriodRow[]
  readonly participants: readonly ParticipantRow[]
  readonly participant_total: number
  readonly answerer: Pick<SuperAdmin, 'email' | 'name'> | null
}

type Exported = WorkspaceRow & { readonly invited: number }

const KEYS: { readonly [O in WorkspaceOrder as O extends `-${string}` ? never : O]: string } = {
  name: `lower(coalesce(name, ''))`,
  createdAt: `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`,
  endDate: 'ends_on::text',
}

const WHOLE = `
  SELECT ${columnsOf('w', workspacesTables.workspaces)},
    (SELECT coalesce(json_agg(of ORDER BY of.starts_on, of.created_at, of.id), '[]')
      FROM periods AS of WHERE of.workspace_id = w.id) AS periods,
    (SELECT coalesce(json_agg(of ORDER BY of.created_at, of.id), '[]')
      FROM (SELECT ${PARTICIPANT} FROM ${WITH_INVITERS}
        WHERE p.workspace_id = w.id ORDER BY p.created_at, p.id LIMIT ${PARTICIPANTS}) AS of
    ) AS participants,
    (SELECT count(*)::int FROM participants WHERE workspace_id = w.id) AS participant_total, ${PARTICIPANT_COUNT},
    (SELECT json_build_object('email', u.email, 'name', u.name) FROM users u WHERE u.id = w.offer_answered_by) AS answerer
  FROM workspaces w WHERE w.id = ANY(?::uuid[])`

const EXPORTED = `
  SELECT ${columnsOf('w', workspacesTables.workspaces)}, ${PERIODS}, ${PARTICIPANT_COUNT},
    (SELECT count(*)::int FROM participants WHERE workspace_id = w.id AND invite = 'pending') AS invited
  FROM workspaces w WHERE w.id = ANY(?::uuid[])`

const iso = (time: Date | string): string => new Date(time).toISOString()

const toListedOffer = ({ periods, answerer, ...row }: Whole): ListedOffer | null => {
  const { offer_id: id, offer_requested_at: requested, offer_answered_at: answered, offer_note: note } = row
  if (id === null || requested === null) return null
  const isDone = periods.some(({ created_at: at }) => new Date(at) > new Date(requested))
  const by = { email: null, name: null, ...answerer, userId: row.offer_answered_by! }
  return {
    id,
    reference: offerReference(id),
    requestedAt: iso(requested),
    state: isDone ? 'done' : answered === null ? 'waiting' : 'answered',
    answer: answered === null ? null : { at: iso(answered), by, note },
  }
}

const toListed = (whole: Whole, now: Date): ListedWorkspace => {
  const { participants, periods, participant_total: participantTotal } = whole
  return {
    ...toWorkspace(whole, now),
    offer: toListedOffer(whole),
    participants: participants.map((participant) => toParticipant(participant, now)),
    participantTotal,
    periods: periods.map(({ id, kind, starts_on: startDate, ends_on: endDate, seats, reason }) => ({
      id,
      kind,
      startDate,
      endDate,
      seats,
      reason,
    })),
  }
}

/** The filters, on rows of `TODAY`. */
const matching =
  (db: Knex, search: WorkspacesSearch) =>
  (found: Knex.QueryBuilder): void => {
    const { q, addressHash, subscription, endsWithin, endsIn, createdIn, joinedIn, offer } = search
    if (subscription) found.where({ subscription })
    if (endsWithin !== undefined)
      found.whereNot({ subscription: 'inactive' }).whereRaw('ends_on <= today + ?::int', [endsWithin])
    if (endsIn) found.whereNot({ subscription: 'inactive' }).modify(within('ends_on', endsIn))
    if (createdIn) found.modify(within('created_at', createdIn))
    if (joinedIn)
      found.whereIn('id', db('participants').modify(within('joined_at', joinedIn)).select('workspace_id'))
    if (offer) found.where({ offer_waits: true })
    if (q)
      found.where(
        (any) =>
          void any
            .whereILike('name', containing(q))
            .orWhereILike('billing_user', containing(q))
            .orWhereRaw('id::text = lower(?)', [q])
            .orWhereIn('id', db('participants').where({ address_hash: addressHash }).select('workspace_id')),
      )
  }

/**
 * Finds the open workspaces of a page and the first of the next one. Throws `input.invalid` for a bad cursor or one of another order.
 */
const find = async (db: Knex, search: Paged, now: Date): Promise<readonly Found[]> => {
  const { limit, cursor, sort = NEWEST_FIRST } = search
  const order = sort.replace('-', '') as keyof typeof KEYS
  const isBackwards = sort.startsWith('-')
  const matches = db
    .from(db.raw(`(${TODAY}) AS w`, (await daysOf(db, now)) as never[]))
    .select('id', db.raw(`${KEYS[order]} COLLATE "C" AS key`))
    .modify(matching(db, search))
  const shown = db
    .with('matching', matches)
    .from('matching')
    .select('id', 'key', db.raw('(SELECT count(*)::int FROM matching) AS total'))
    .orderByRaw(isBackwards ? 'key DESC, id DESC' : 'key, id')
    .limit(limit + 1)
  if (cursor !== undefined) {
    const { key, id } = orderedKeysetOf(cursor, sort)
    shown.whereRaw(`(key, id) ${isBackwards ? '<' : '>'} (?, ?::uuid)`, [key, id])
  }
  const found: Found[] = await shown
  await refuseDeadLettered(
    db,
    'workspaces',
    found.map(({ id }) => id),
  )
  return found
}

/** Reads the rows of what was found with `sql`, by id. */
const rowsOf = async <Row extends { readonly id: string }>(
  db: Knex,
  sql: string,
  found: readonly Found[],
): Promise<ReadonlyMap<string, Row>> => {
  const { rows } = await db.raw<{ rows: Row[] }>(sql, [found.map(({ id }) => id)] as never[])
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns a page of all open workspaces, newest first unless sorted; `total` counts all pages. Throws like `find`. */
export const workspacesForOperator = async (
  db: Knex,
  search: Paged,
  now: Date,
): Promise<Page<ListedWorkspace> & { readonly total: number }> => {
  const { limit, sort = NEWEST_FIRST } = search
  const found = await find(db, search, now)
  const byId = await rowsOf<Whole>(db, WHOLE, found)
  const items = page(found, limit, {
    keyset: (row) => inOrder(sort, row),
    shape: ({ id }) => toListed(byId.get(id)!, now),
  })
  return { ...items, total: found[0]?.total ?? 0 }
}

export type ExportedWorkspace = Workspace & {
  readonly createdAt: string
  /** Open invitations, also expired ones. */
  readonly invited: number
  /** Today's; null: unlimited. */
  readonly seats: number | null
}

/** Number of open workspaces that match. Throws where some of them may be incomplete. */
export const countWorkspaces = async (db: Knex, search: WorkspacesSearch, now: Date): Promise<number> =>
  (await find(db, { ...search, limit: 0 }, now))[0]?.total ?? 0

/** All open workspaces that match, in the order of the list, page by page, so that their number needs no memory. */
export const exportedWorkspaces = async function* (
  db: Knex,
  search: WorkspacesSearch,
  now: Date,
): AsyncGenerator<readonly ExportedWorkspace[], void, undefined> {
  const { sort = NEWEST_FIRST } = search
  for (let cursor: string | null | undefined = undefined; cursor !== null;) {
    const found = await find(db, { ...search, limit: EXPORT_PAGE, cursor }, now)
    const byId = await rowsOf<Exported>(db, EXPORTED, found)
    const { items, nextCursor }: Page<ExportedWorkspace> = page(found, EXPORT_PAGE, {
      keyset: (row) => inOrder(sort, row),
      shape({ id }) {
        const { created_at, invited, ...row } = byId.get(id)!
        return {
          ...toWorkspace({ ...row, created_at }, now),
          createdAt: iso(created_at),
          invited,
          seats: seatsOf(datesOf(row), now),
        }
      },
    })
    yield items
    cursor = nextCursor
  }
}
