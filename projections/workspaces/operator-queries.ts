import type { Knex } from 'knex'
import type { Query } from '#contract/endpoint.ts'
import type { ListedWorkspace, WorkspaceOrder, listWorkspaces } from '#contract/workspaces/periods.ts'
import { addDays, dateIn } from '#contract/workspaces/subscription.ts'
import { containing } from '../engine/queries/containing.ts'
import { inOrder, orderedKeysetOf, page, type Page } from '../engine/queries/cursor.ts'
import { columnsOf } from '../engine/definition/tables.ts'
import { refuseDeadLettered } from '../engine/runner/dead-letters.ts'
import {
  PARTICIPANT,
  PARTICIPANT_COUNT,
  WITH_INVITERS,
  toParticipant,
  toWorkspace,
  type ParticipantRow,
  type PeriodRow,
  type WorkspaceRow,
} from './shapes.ts'
import { workspacesTables } from './tables.ts'

type Search = Query<typeof listWorkspaces> & {
  readonly limit: number
  /** The HMAC of `q` as an address. */
  readonly addressHash: string | null
}

/** Participants to return per workspace; the total counts the rest. */
const PARTICIPANTS = 50

type Found = { readonly key: string; readonly id: string; readonly total: number }
type Whole = Omit<WorkspaceRow, 'periods'> & {
  readonly periods: readonly PeriodRow[]
  readonly participants: readonly ParticipantRow[]
  readonly participant_total: number
}

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
 * Returns a page of all open workspaces, newest first unless sorted; `total` counts all pages. Throws
 * `input.invalid` for a bad cursor or one of another order.
 */
export const workspacesForOperator = async (
  db: Knex,
  { limit, cursor, q, addressHash, subscription, endsWithin, sort = '-createdAt' }: Search,
  now: Date,
): Promise<Page<ListedWorkspace> & { readonly total: number }> => {
  const order = sort.replace('-', '') as keyof typeof KEYS
  const isBackwards = sort.startsWith('-')
  const matching = db
    .from(db.raw(`(${TODAY}) AS w`, (await daysOf(db, now)) as never[]))
    .select('id', db.raw(`${KEYS[order]} COLLATE "C" AS key`))
    .modify((found) => {
      if (subscription) found.where({ subscription })
      if (endsWithin !== undefined)
        found.whereNot({ subscription: 'inactive' }).whereRaw('ends_on <= today + ?::int', [endsWithin])
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
  const ids = found.map(({ id }) => id)
  await refuseDeadLettered(db, 'workspaces', ids)
  const { rows } = await db.raw<{ rows: Whole[] }>(WHOLE, [ids] as never[])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const items = page(found, limit, {
    keyset: (row) => inOrder(sort, row),
    shape: ({ id }) => toListed(byId.get(id)!, now),
  })
  return { ...items, total: found[0]?.total ?? 0 }
}
