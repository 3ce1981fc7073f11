import type { Knex } from 'knex'
import type { Query } from '#contract/endpoint.ts'
import { OVERVIEW_PEOPLE, type Overview, type workspaceOverview } from '#contract/requests/overview.ts'
import { CLOSED_REASONS, type ClosedReason } from '#contract/requests/requests.ts'
import { startOfDay } from '#contract/workspaces/days.ts'
import { addDays, dateIn } from '#contract/workspaces/subscription.ts'
import { refuseDeadLettered } from '../engine/runner/dead-letters.ts'
import { HAS_DEVICE } from './approver-queries.ts'
import { SIDES } from './list-branches.ts'
import { alikeOf, marked, nameOf } from './name-queries.ts'

const OVERDUE_MS = 7 * 86_400_000

/** The Monday on or before a date, YYYY-MM-DD. */
const mondayOf = (date: string): string =>
  addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7))

/** The days of the period, and its weeks as far as they lie in it. */
const periodOf = (timezone: string, days: number, now: Date) => {
  const from = addDays(dateIn(timezone, now), 1 - days)
  const weeks: string[] = []
  for (let week = mondayOf(from); startOfDay(week, timezone) <= now.toISOString(); week = addDays(week, 7))
    weeks.push(week)
  const starts = [from, ...weeks.slice(1)].map((day) => startOfDay(day, timezone))
  return {
    from,
    weeks,
    starts,
    ends: [...starts.slice(1), now.toISOString()],
    before: startOfDay(addDays(from, -days), timezone),
  }
}

const DECIDED = `r.type = 'approval' AND r.closed_reason IS NULL`
const MEDIAN = `(percentile_disc(0.5) WITHIN GROUP (ORDER BY date_part('epoch', r.decided_at - r.created_at))
  FILTER (WHERE ${DECIDED}))::int AS "medianSeconds"`
const counted = (name: string, condition: string): string =>
  `(count(*) FILTER (WHERE ${condition}))::int AS "${name}"`
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
/** Each check is counted once: one that is reported after its end as an attack alone. */
const CHECKS: Readonly<Record<CheckOutcome, string>> = {
  confirmed: `r.reported_at IS NULL AND r.status = 'approved'`,
  denied: `r.reported_at IS NULL AND r.status = 'declined' AND (r.closed_reason IS NULL OR ${endedAs('denied')})`,
  attack: `(r.reported_at IS NOT NULL OR ${endedAs('attack')})`,
  expired: `r.reported_at IS NULL AND ${endedAs('expired')}`,
  closed: `r.reported_at IS NULL AND ${endedAs('closed')}`,
}
const CHECK_OUTCOMES = Object.keys(CHECKS) as CheckOutcome[]

type WeekRow = Omit<Overview['weeks'][number], 'week'> & {
  readonly [name in `${CheckOutcome}Checks`]: number
}

const COUNTS: Readonly<Record<string, string>> = {
  approved: `r.status = 'approved'`,
  declined: `r.status = 'declined' AND r.closed_reason IS NULL`,
  closed: 'r.closed_reason IS NOT NULL',
  ...Object.fromEntries(
    CHECK_OUTCOMES.map((name) => [`${name}Checks`, `r.type = 'verification' AND ${CHECKS[name]}`]),
  ),
}

/** Each week reads its part of the index alone, so that no week sorts what another one holds. */
const weeksSql = (
  mine: string,
): string => `SELECT ${[...Object.keys(COUNTS), 'medianSeconds'].map((name) => `of_week."${name}"`).join(', ')}
  FROM unnest(CAST(:starts AS timestamptz[]), CAST(:ends AS timestamptz[])) WITH ORDINALITY AS week (starts_at, ends_at, at)
  CROSS JOIN LATERAL (
    SELECT ${Object.entries(COUNTS)
      .map(([name, condition]) => counted(name, condition))
      .join(', ')}, ${MEDIAN}
    FROM requests AS r
    WHERE r.workspace_id = :id AND r.decided_at >= week.starts_at AND r.decided_at < week.ends_at AND ${mine}
  ) AS of_week ORDER BY week.at`

/** The median of the time between two moments, of the decider if `by` says so. */
const medianSql = (
  mine: string,
  by: 'decider' | 'all',
): string => `SELECT ${by === 'all' ? '' : 'r.decided_by_id AS "participantId",'} ${MEDIAN}
  FROM requests AS r
  WHERE r.workspace_id = :id AND r.decided_at >= :since AND r.decided_at < :until AND ${DECIDED} AND ${mine}
  ${by === 'all' ? '' : 'AND r.decided_by_id = ANY (CAST(:ids AS uuid[])) GROUP BY r.decided_by_id'}`

/** What waits, and what nobody answered in time, by whom it was addressed to. */
const openSql = (
  mine: string,
): string => `SELECT r.approver_id AS "participantId", max(r.approver_email) AS email,
    ${counted('waiting', `r.expires_at > :now`)}, ${counted('overdue', 'r.expires_at <= :now')},
    min(r.created_at) FILTER (WHERE r.expires_at > :now) AS "oldestAt"
  FROM (${[`status = 'pending'`, `closed_reason = 'expired' AND expires_at > :overdueSince`]
    .map(
      (
        condition,
      ) => `SELECT approver_id, approver_email, decided_by_id, requester_id, type, created_at, expires_at
        FROM requests WHERE workspace_id = :id AND ${condition}`,
    )
    .join(' UNION ALL ')}) AS r
  WHERE (r.expires_at > :now OR r.type = 'approval') AND ${mine}
  GROUP BY r.approver_id ORDER BY waiting DESC, overdue DESC, "oldestAt", r.approver_id`

type OpenRow = {
  /** Null: addressed to any approver. */
  readonly participantId: string | null
  readonly email: string | null
  readonly waiting: number
  readonly overdue: number
  readonly oldestAt: Date | null
}

/** Former participants are there too. */
const PEOPLE = `SELECT asked.id AS "participantId", p.email, coalesce(p.active, false) AS active, ${nameOf('asked.id')} AS name,
    ${alikeOf('asked.id')} AS alike, ${HAS_DEVICE.replace('?', ':now')} AS "hasDevice"
  FROM unnest(CAST(:ids AS uuid[])) AS asked (id) LEFT JOIN request_participants AS p ON p.participant_id = asked.id`
type PersonRow = {
  readonly participantId: string
  readonly email: string | null
  readonly active: boolean
  readonly name: string | null
  readonly alike: boolean | null
  readonly hasDevice: boolean
}
type MedianRow = Pick<Overview, 'medianSeconds'> & { readonly participantId?: string }

const sumOf = <K extends string>(rows: readonly { readonly [name in K]: number }[], name: K): number =>
  rows.reduce((sum, row) => sum + row[name], 0)

const earliest = (times: readonly (Date | null)[]): string | null => {
  const known = times.flatMap((time) => (time ? [time.getTime()] : []))
  return known.length > 0 ? new Date(Math.min(...known)).toISOString() : null
}

/**
 * Returns what waits in a workspace, and how its requests ended in the last days. Reads the requests of the period and of the one before
 * from one index. Throws `read-model.parked` or `read-model.behind`.
 */
export const overviewOf = async (
  db: Knex,
  id: string,
  { days = '90', person, as = 'approver' }: Query<typeof workspaceOverview>,
  now: Date,
): Promise<Overview> => {
  await refuseDeadLettered(db, 'requests', [id])
  const { timezone } = await db('workspaces').where({ id }).first('timezone')
  const { from, weeks, starts, ends, before } = periodOf(timezone, Number(days), now)
  const mine = person ? SIDES[as] : 'true'
  const read = async <Row>(sql: string, more: Readonly<Record<string, unknown>>): Promise<readonly Row[]> =>
    (await db.raw<{ rows: Row[] }>(sql, { id, now, ...(person && { person }), ...more } as never)).rows
  const median = async (since: string, until: string) =>
    (await read<MedianRow>(medianSql(mine, 'all'), { since, until }))[0]!.medianSeconds

  const ofPeople = async () => {
    const open = await read<OpenRow>(openSql(mine), { overdueSince: new Date(now.getTime() - OVERDUE_MS) })
    const asked = open.filter(({ participantId }) => participantId !== null).slice(0, OVERVIEW_PEOPLE)
    const ids = asked.map(({ participantId }) => participantId)
    const [people, medians] = await Promise.all([
      read<PersonRow>(PEOPLE, { ids }),
      read<MedianRow>(medianSql(mine, 'decider'), { ids, since: starts[0], until: ends.at(-1) }),
    ])
    return { open, people: asked.map((row) => shownPerson(row, people, medians)) }
  }
  const [counts, medianSeconds, medianSecondsBefore, { open, people }] = await Promise.all([
    read<WeekRow>(weeksSql(mine), { starts, ends }),
    median(starts[0]!, ends.at(-1)!),
    median(before, starts[0]!),
    ofPeople(),
  ])
  return {
    from,
    waiting: {
      count: sumOf(open, 'waiting'),
      oldestAt: earliest(open.map(({ oldestAt }) => oldestAt)),
      forAnybody: open.find(({ participantId }) => participantId === null)?.waiting ?? 0,
    },
    overdue: sumOf(open, 'overdue'),
    medianSeconds,
    medianSecondsBefore,
    checks: Object.fromEntries(
      CHECK_OUTCOMES.map((name) => [name, sumOf(counts, `${name}Checks`)]),
    ) as Overview['checks'],
    weeks: counts.map(({ approved, declined, closed, medianSeconds: ofWeek }, at) => ({
      week: weeks[at]!,
      approved,
      declined,
      closed,
      medianSeconds: ofWeek,
    })),
    people,
  }
}

const shownPerson = (
  { participantId, waiting, overdue, oldestAt, ...asked }: OpenRow,
  people: readonly PersonRow[],
  medians: readonly MedianRow[],
): Overview['people'][number] => {
  const { email, name, alike, active, hasDevice } = people.find((one) => one.participantId === participantId)!
  return {
    participantId: participantId!,
    email: email ?? asked.email,
    name,
    ...marked(alike),
    waiting,
    oldestAt: oldestAt?.toISOString() ?? null,
    overdue,
    medianSeconds: medians.find((one) => one.participantId === participantId)?.medianSeconds ?? null,
    obstacle: active ? (hasDevice ? null : 'no-device') : 'inactive',
  }
}
