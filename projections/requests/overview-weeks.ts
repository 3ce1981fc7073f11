import type { Knex } from 'knex'
import type { Overview } from '#contract/requests/overview.ts'
import { CLOSED_REASONS, type ClosedReason } from '#contract/requests/requests.ts'
import { startOfDay } from '#contract/workspaces/days.ts'
import { addDays } from '#contract/workspaces/subscription/subscription.ts'
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
const DECIDED = `r.type = 'approval' AND r.closed_reason IS NULL`
const SECONDS = `date_part('epoch', r.decided_at - r.created_at)`
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

/** Each week reads its part of the index alone, so that no week sorts what another one holds; one that is kept reads nothing. */
const countSql = (
  whose: Whose | undefined,
): string => `SELECT week.at, kept.counts AS kept, ${[...Object.keys(COUNTS), 'decided'].map((name) => `of_week."${name}"`).join(', ')},
    CASE WHEN decided > ${KEPT_TIMES} THEN stepped ELSE coalesce(each, ARRAY[]::int[]) END AS seconds
  FROM unnest(CAST(:starts AS timestamptz[]), CAST(:ends AS timestamptz[])) WITH ORDINALITY AS week (starts_at, ends_at, at)
  LEFT JOIN request_weeks AS kept ON kept.workspace_id = :id AND kept.starts_at = week.starts_at AND kept.ends_at = week.ends_at
    AND ${whose === undefined}
  CROSS JOIN LATERAL (
    SELECT ${counted}, (count(*) FILTER (WHERE ${DECIDED}))::int AS decided,
      (array_agg(${SECONDS}::int ORDER BY ${SECONDS}) FILTER (WHERE ${DECIDED})) AS each,
      (percentile_disc(CAST(:steps AS float8[])) WITHIN GROUP (ORDER BY ${SECONDS}) FILTER (WHERE ${DECIDED}))::int[] AS stepped
    FROM requests AS r
    WHERE kept.counts IS NULL AND r.workspace_id = :id AND r.decided_at >= week.starts_at AND r.decided_at < week.ends_at
      AND ${whose?.sql ?? 'true'}
  ) AS of_week`
const steps = Array.from({ length: KEPT_TIMES }, (_, k) => (k + 0.5) / KEPT_TIMES)

/** Checks that were reported, of these weeks. */
const reportedSql = (
  whose: Whose | undefined,
): string => `SELECT ${counted} FROM requests AS r WHERE r.workspace_id = :id AND r.decided_at >= :since AND r.decided_at < :until
    AND r.reported_at IS NOT NULL AND r.type = 'verification' AND ${whose?.sql ?? 'true'}`

/** So many decisions of a person are enough for their median. */
const LAST_DECISIONS = 100
const DECISIONS = `SELECT coalesce(r.decided_by_id, r.approver_id) AS id, ${SECONDS} AS seconds FROM requests AS r
  WHERE r.workspace_id = :id AND r.decided_at >= :since AND r.decided_at < :until AND ${DECIDED}`

/** The median of each of these people: of all that they decided of one person, or else of their last decisions. */
const mediansSql = (
  whose: Whose | undefined,
): string => `SELECT asked.id AS "participantId", (percentile_disc(0.5) WITHIN GROUP (ORDER BY decision.seconds))::int AS "medianSeconds"
  FROM unnest(CAST(:ids AS uuid[])) AS asked (id) ${
    whose
      ? `JOIN (${DECISIONS} AND ${whose.sql}) AS decision ON decision.id = asked.id`
      : `CROSS JOIN LATERAL (${DECISIONS} AND coalesce(r.decided_by_id, r.approver_id) = asked.id
           ORDER BY r.decided_at DESC LIMIT ${LAST_DECISIONS}) AS decision`
  } GROUP BY asked.id`

const keep = async (
  db: Knex,
  id: string,
  weeks: readonly (Week & { readonly counts: Counts })[],
  newest: string | null,
) => {
  const settled = weeks.filter(
    (one) =>
      isWhole(one) && Date.parse(one.endsAt) + SETTLED_MS <= (newest === null ? 0 : Date.parse(newest)),
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

type CountedWeek = Week & { readonly counts: Counts }
export type Median = Pick<Overview, 'medianSeconds'> & { readonly participantId: string }
type Asked = {
  readonly weeks: readonly Week[]
  readonly weeksBefore: readonly Week[]
  /** Whose requests; all without. */
  readonly whose: Whose | undefined
  /** Participants whose medians are wanted. */
  readonly ids: readonly string[]
}
type Read = {
  readonly weeks: readonly (Counts & { readonly kept: Counts | null })[]
  readonly reported: Counts
  readonly medians: readonly Median[]
  readonly newest: string | null
}

/**
 * Counts the requests of a workspace that ended in these weeks and in those before, regardless of reports; how the checks of the weeks ended;
 * and the medians of people.
 */
export const readWeeks = async (db: Knex, id: string, { weeks, weeksBefore, whose, ids }: Asked) => {
  const all = [...weeksBefore, ...weeks]
  const { rows } = await db.raw<{ rows: [Read] }>(
    `SELECT (SELECT json_agg(counted ORDER BY counted.at) FROM (${countSql(whose)}) AS counted) AS weeks,
       (SELECT to_json(reported) FROM (${reportedSql(whose)}) AS reported) AS reported,
       (SELECT coalesce(json_agg(medians), '[]') FROM (${mediansSql(whose)}) AS medians) AS medians,
       (SELECT to_json(max(decided_at)) FROM requests WHERE workspace_id = :id AND decided_at IS NOT NULL) AS newest`,
    {
      id,
      ids,
      steps,
      starts: all.map(({ startsAt }) => startsAt),
      ends: all.map(({ endsAt }) => endsAt),
      since: weeks[0]!.startsAt,
      until: weeks.at(-1)!.endsAt,
      ...whose?.bindings,
    } as never,
  )
  const [read] = rows
  const found = all.map((week, at): CountedWeek & { readonly isKept: boolean } => {
    const { kept, ...counts } = read.weeks[at]!
    return { ...week, counts: kept ?? counts, isKept: kept !== null }
  })
  if (!whose)
    await keep(
      db,
      id,
      found.filter(({ isKept }) => !isKept),
      read.newest,
    )
  const ended = found.slice(weeksBefore.length)
  return {
    ended,
    before: found.slice(0, weeksBefore.length),
    checks: checksOf(ended, read.reported),
    medians: read.medians,
  }
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
const checksOf = (weeks: readonly CountedWeek[], reported: Counts): Overview['checks'] => {
  const without = (name: CheckOutcome): number =>
    weeks.reduce((sum, { counts }) => sum + counts[`${name}Checks`], -reported[`${name}Checks`])
  const all = CHECK_OUTCOMES.reduce((sum, name) => sum + reported[`${name}Checks`], 0)
  return {
    ...(Object.fromEntries(CHECK_OUTCOMES.map((name) => [name, without(name)])) as Overview['checks']),
    attack: without('attack') + all,
  }
}
