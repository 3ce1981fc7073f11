import type { Knex } from 'knex'
import type { Query } from '#contract/endpoint.ts'
import type { exportWorkspaces } from '#contract/workspaces/list-export.ts'
import type { ListedWorkspace, WorkspaceOrder } from '#contract/workspaces/periods.ts'
import { addDays, dateIn, seatsOf } from '#contract/workspaces/subscription.ts'
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
}

type Exported = WorkspaceRow & { readonly invited: number }

const KEYS: { readonly [O in WorkspaceOrder as O extends `-${string}` ? never : O]: string } = {
  name: `lower(coalesce(name, ''))`,
  createdAt: `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`,
  endDate: 'ends_on::text',
}

/**
 * The subscription of each workspace today, as `subscriptionOf` and `termOf` compute it. It ends the day before the
 * first uncovered day. Of periods that ended before the given day only the last one counts.
 */
const TODAY = `
  SELECT w.id, w.name, w.billing_user, w.created_at, zones.today,
    w.offer_requested_at IS NOT NULL AND NOT EXISTS (
      SELECT FROM periods WHERE workspace_id = w.id AND created_at > w.offer_requested_at) AS offer_waits,
    CASE WHEN p.days @> zones.today THEN 'premium'
         WHEN w.trial_ends_on::date >= zones.today THEN 'trial' ELSE 'inactive' END AS subscription,
    CASE WHEN p.days @> zones.today THEN lower(zones.ahead - p.days) - 1
         WHEN w.trial_ends_on::date < zones.today
           THEN greatest(past.ends_on::date, upper(p.days - zones.ahead) - 1, w.trial_ends_on::date)
         WHEN p.days IS NULL THEN w.trial_ends_on::date
         ELSE lower(zones.ahead - (p.days + datemultirange(daterange(NULL, w.trial_ends_on::date, '[]')))) - 1
         END AS ends_on
  FROM workspaces w
  JOIN (
    SELECT name, today, datemultirange(daterange(today, NULL)) AS ahead FROM unnest(?::text[], ?::date[]) AS of (name, today)
  ) zones ON zones.name = w.timezone
  LEFT JOIN (
    SELECT workspace_id, range_agg(daterange(starts_on::date, ends_on::date, '[]')) AS days
    FROM periods WHERE ends_on >= ? GROUP BY 1
  ) p ON p.workspace_id = w.id
  LEFT JOIN (SELECT workspace_id, max(ends_on) AS ends_on FROM periods WHERE ends_on < ? GROUP BY 1) past
    ON past.workspace_id = w.id
  WHERE w.closed_at IS NULL`

const WHOLE = `
  SELECT ${columnsOf('w', workspacesTables.workspaces)},
    (SELECT coalesce(json_agg(of ORDER BY of.starts_on, of.created_at, of.id), '[]')
      FROM periods AS of WHERE of.workspace_id = w.id) AS periods,
    (SELECT coalesce(json_agg(of ORDER BY of.created_at, of.id), '[]')
      FROM (SELECT ${PARTICIPANT} FROM ${WITH_INVITERS}
        WHERE p.workspace_id = w.id ORDER BY p.created_at, p.id LIMIT ${PARTICIPANTS}) AS of
    ) AS participants,
    (SELECT count(*)::int FROM participants WHERE workspace_id = w.id) AS participant_total, ${PARTICIPANT_COUNT}
  FROM workspaces w WHERE w.id = ANY(?::uuid[])`

const EXPORTED = `
  SELECT ${columnsOf('w', workspacesTables.workspaces)}, ${PERIODS}, ${PARTICIPANT_COUNT},
    (SELECT count(*)::int FROM participants WHERE workspace_id = w.id AND invite = 'pending') AS invited
  FROM workspaces w WHERE w.id = ANY(?::uuid[])`

/**
 * Returns the parameters of `TODAY`: today's date in every time zone in use, and twice a day before all of them.
 */
const daysOf = async (db: Knex, now: Date): Promise<readonly unknown[]> => {
  const zones: string[] = await db('workspaces').distinct('timezone').pluck('timezone')
  const before = addDays(dateIn('UTC', now), -1)
  return [zones, zones.map((zone) => dateIn(zone, now)), before, before]
}

const toListed = ({ participants, periods, ...row }: Whole, now: Date): ListedWorkspace => ({
  ...toWorkspace({ ...row, periods }, now),
  participants: participants.map((participant) => toParticipant(participant, now)),
  participantTotal: row.participant_total,
  periods: periods.map(({ id, kind, starts_on: startDate, ends_on: endDate, seats, reason }) => ({
    id,
    kind,
    startDate,
    endDate,
    seats,
    reason,
  })),
})

/**
 * Finds the open workspaces of a page and the first of the next one. Throws `input.invalid` for a bad cursor or one of another order.
 */
const find = async (
  db: Knex,
  { limit, cursor, q, addressHash, subscription, endsWithin, offer, sort = NEWEST_FIRST }: Paged,
  now: Date,
): Promise<readonly Found[]> => {
  const order = sort.replace('-', '') as keyof typeof KEYS
  const isBackwards = sort.startsWith('-')
  const matching = db
    .from(db.raw(`(${TODAY}) AS w`, (await daysOf(db, now)) as never[]))
    .select('id', db.raw(`${KEYS[order]} COLLATE "C" AS key`))
    .modify((found) => {
      if (subscription) found.where({ subscription })
      if (endsWithin !== undefined)
        found.whereNot({ subscription: 'inactive' }).whereRaw('ends_on <= today + ?::int', [endsWithin])
      if (offer) found.where({ offer_waits: true })
      if (q)
        found.where(
          (any) =>
            void any
              .whereILike('name', containing(q))
              .orWhereILike('billing_user', containing(q))
              .orWhereRaw('id::text = lower(?)', [q])
              .orWhereIn(
                'id',
                db('participants').where({ address_hash: addressHash }).select('workspace_id'),
              ),
        )
    })
  const shown = db
    .with('matching', matching)
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
          createdAt: new Date(created_at).toISOString(),
          invited,
          seats: seatsOf(datesOf(row), now),
        }
      },
    })
    yield items
    cursor = nextCursor
  }
}
