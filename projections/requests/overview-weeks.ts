import type { Knex } from 'knex'
import type { Overview } from '#contract/requests/overview.ts'
import { CLOSED_REASONS, type ClosedReason } from '#contract/requests/requests.ts'
import { startOfDay } from '#contract/workspaces/days.ts'
import { addDays } from '#contract/workspaces/subscription.ts'
import { refuseDeadLettered } from '../engine/runner/dead-letters.ts'

/**
 * How requests ended, week by week. A week that is over is counted once and kept beside the rows, so it goes with their build. Only a report can
 * come later: such requests are counted each time.
 */

type CheckOutcome = keyof Overview['checks']
const OUTCOMES: Readonly<Record<ClosedReason, CheckOutcome>> = {
  expired: 'expired',
  withdrawn: 'closed',
  reported: 'attack',
  'code-mismatch': 'attack',
  'both-called': 'attack',
  'claim-denied': 'denied',
  'approver-unavailable': 'closed',
  'requester-unavailable': 'closed',
}
const endedAs = (outcome: CheckOutcome): string => {
  const reasons = CLOSED_REASONS.filter((reason) => OUTCOMES[reason] === outcome)
  return `r.closed_reason IN (${reasons.map((reason) => `'${reason}'`).join(', ')})`
}
const CHECKS: Readonly<Record<CheckOutcome, string>> = {
  confirmed: `r.status = 'approved'`,
  denied: `r.status = 'declined' AND (r.closed_reason IS NULL OR ${endedAs('denied')})`,
  attack: endedAs('attack'),
  expired: endedAs('expired'),
  closed: endedAs('closed'),
}
const CHECK_OUTCOMES = Object.keys(CHECKS) as CheckOutcome[]

const COUNTS: Readonly<Record<string, string>> = {
  approved: `r.status = 'approved'`,
  declined: `r.status = 'declined' AND r.closed_reason IS NULL`,
  closed: 'r.closed_reason IS NOT NULL',
  ...Object.fromEntries(
    CHECK_OUTCOMES.map((name) => [`${name}Checks`, `r.type = 'verification' AND ${CHECKS[name]}`]),
  ),
}
const counted = Object.entries(COUNTS)
  .map(([name, condition]) => `(count(*) FILTER (WHERE ${condition}))::int AS "${name}"`)
  .join(', ')

/** An approval that somebody approved or declined. */
export const DECIDED = `r.type = 'approval' AND r.closed_reason IS NULL`
export const SECONDS = `date_part('epoch', r.decided_at - r.created_at)`
/** So many times of a week are kept one by one, and of more this many in equal steps. Odd, so that the median of the week is one of them. */
const KEPT_TIMES = 201

/** The times to a decision in a week, in order: each, or `KEPT_TIMES` of them. */
type Times = { readonly decided: number; readonly seconds: readonly number[] }
type Counts = Times & Readonly<Record<'approved' | 'declined' | 'closed' | `${CheckOutcome}Checks`, number>>

/** A calendar week, as far as it lies in a period. */
export type Week = { readonly week: string; readonly startsAt: string; readonly endsAt: string }

/** The Monday on or before a date, YYYY-MM-DD. */
const mondayOf = (date: string): string =>
  addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7))

/** The weeks from a day of the zone until a time. */
export const weeksBetween = (from: string, until: string, timezone: string): Week[] => {
  const weeks: Week[] = []
  let [week, startsAt] = [mondayOf(from), startOfDay(from, timezone)]
  while (startsAt < until) {
    const next = addDays(week, 7)
    const ends = startOfDay(next, timezone)
    weeks.push({ week, startsAt, endsAt: ends < until ? ends : until })
    ;[week, startsAt] = [next, ends]
  }
  return weeks
}

const DAY_MS = 86_400_000
const isWhole = ({ startsAt, endsAt }: Week): boolean =>
  Date.parse(endsAt) - Date.parse(startsAt) > 6.5 * DAY_MS

/** Longer than the clocks of processes differ. Facts are applied in their order, so with one of later nothing of a week is missing. */
const SETTLED_MS = 3_600_000

/** Each week reads its part of the index alone, so that no week sorts what another one holds. */
const countSql = (
  mine: string,
): string => `SELECT ${[...Object.keys(COUNTS), 'decided'].map((name) => `of_week."${name}"`).join(', ')},
    CASE WHEN decided > ${KEPT_TIMES} THEN stepped ELSE coalesce(each, ARRAY[]::int[]) END AS seconds
  FROM unnest(CAST(:starts AS timestamptz[]), CAST(:ends AS timestamptz[])) WITH ORDINALITY AS week (starts_at, ends_at, at)
  CROSS JOIN LATERAL (
    SELECT ${counted}, (count(*) FILTER (WHERE ${DECIDED}))::int AS decided,
      (array_agg(${SECONDS}::int ORDER BY ${SECONDS}) FILTER (WHERE ${DECIDED})) AS each,
      (percentile_disc(CAST(:steps AS float8[])) WITHIN GROUP (ORDER BY ${SECONDS}) FILTER (WHERE ${DECIDED}))::int[] AS stepped
    FROM requests AS r
    WHERE r.workspace_id = :id AND r.decided_at >= week.starts_at AND r.decided_at < week.ends_at AND ${mine}
  ) AS of_week ORDER BY week.at`
const steps = Array.from({ length: KEPT_TIMES }, (_, k) => (k + 0.5) / KEPT_TIMES)

const spanOf = ({ startsAt, endsAt }: Pick<Week, 'startsAt' | 'endsAt'>): string => `${startsAt} ${endsAt}`

const keptOf = async (db: Knex, id: string, weeks: readonly Week[]): Promise<ReadonlyMap<string, Counts>> => {
  const rows: { starts_at: Date; ends_at: Date; counts: Counts }[] = await db('request_weeks')
    .select('starts_at', 'ends_at', 'counts')
    .where({ workspace_id: id })
    .whereIn(
      'starts_at',
      weeks.map(({ startsAt }) => startsAt),
    )
  return new Map(
    rows.map(({ starts_at: starts, ends_at: ends, counts }) => [
      spanOf({ startsAt: starts.toISOString(), endsAt: ends.toISOString() }),
      counts,
    ]),
  )
}

const keep = async (db: Knex, id: string, weeks: readonly (Week & { readonly counts: Counts })[]) => {
  const newest = await db('requests')
    .where({ workspace_id: id })
    .whereNotNull('decided_at')
    .max('decided_at', { as: 'at' })
    .first<{ at: Date | null }>()
  const settled = weeks.filter(
    (one) => isWhole(one) && Date.parse(one.endsAt) + SETTLED_MS <= (newest?.at?.getTime() ?? 0),
  )
  if (settled.length === 0) return
  // One that was set aside meanwhile may be missing.
  await refuseDeadLettered(db, 'requests', [id])
  const rows = settled.map(({ startsAt, endsAt, counts }) => ({
    workspace_id: id,
    starts_at: startsAt,
    ends_at: endsAt,
    counts: JSON.stringify(counts),
  }))
  await db('request_weeks').insert(rows).onConflict(['workspace_id', 'starts_at', 'ends_at']).ignore()
}

/** Whose requests: SQL on a request `r`, and its bindings. */
export type Whose = { readonly sql: string; readonly bindings: Readonly<Record<string, string>> }

/** Counts the requests of a workspace that ended in these weeks, regardless of reports; those of one person with `whose`. */
export const countsOf = async (
  db: Knex,
  id: string,
  weeks: readonly Week[],
  whose: Whose | undefined,
): Promise<(Week & { readonly counts: Counts })[]> => {
  const kept = whose ? new Map<string, Counts>() : await keptOf(db, id, weeks)
  const missing = weeks.filter((week) => !kept.has(spanOf(week)))
  const { rows } = await db.raw<{ rows: Counts[] }>(countSql(whose?.sql ?? 'true'), {
    id,
    steps,
    starts: missing.map(({ startsAt }) => startsAt),
    ends: missing.map(({ endsAt }) => endsAt),
    ...whose?.bindings,
  } as never)
  const found = missing.map((week, at) => ({ ...week, counts: rows[at]! }))
  if (!whose) await keep(db, id, found)
  const all = new Map([...kept, ...found.map((week) => [spanOf(week), week.counts] as const)])
  return weeks.map((week) => ({ ...week, counts: all.get(spanOf(week))! }))
}

/** The median of the times in these weeks; null without one. Exact unless a week has more than `KEPT_TIMES`. */
export const medianOf = (weeks: readonly Times[]): number | null => {
  const times = weeks.flatMap(({ decided, seconds }) =>
    seconds.map((time) => ({ time, weight: decided / seconds.length })),
  )
  const half = weeks.reduce((sum, { decided }) => sum + decided, 0) / 2
  let before = 0
  for (const { time, weight } of times.toSorted((a, b) => a.time - b.time)) {
    before += weight
    if (before >= half - 1e-6) return time
  }
  return null
}

/** How the checks of the weeks ended. One that was reported counts as an attack alone, also if it was reported later. */
export const checksOf = async (
  db: Knex,
  id: string,
  weeks: readonly (Week & { readonly counts: Counts })[],
  whose: Whose | undefined,
): Promise<Overview['checks']> => {
  const { rows } = await db.raw<{ rows: Counts[] }>(
    `SELECT ${counted} FROM requests AS r WHERE r.workspace_id = :id AND r.decided_at >= :since AND r.decided_at < :until
       AND r.reported_at IS NOT NULL AND r.type = 'verification' AND ${whose?.sql ?? 'true'}`,
    { id, since: weeks[0]!.startsAt, until: weeks.at(-1)!.endsAt, ...whose?.bindings },
  )
  const reported = rows[0]!
  const without = (name: CheckOutcome): number =>
    weeks.reduce((sum, { counts }) => sum + counts[`${name}Checks`], -reported[`${name}Checks`])
  const all = CHECK_OUTCOMES.reduce((sum, name) => sum + reported[`${name}Checks`], 0)
  return {
    ...(Object.fromEntries(CHECK_OUTCOMES.map((name) => [name, without(name)])) as Overview['checks']),
    attack: without('attack') + all,
  }
}
