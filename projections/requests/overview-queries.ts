import { UNCONFIRMED, unconfirmedIn, type UnconfirmedRow } from './glass/glass-queries.ts'
import type { Knex } from 'knex'
import type { Query } from '#contract/endpoint.ts'
import { OVERVIEW_PEOPLE, type Overview, type workspaceOverview } from '#contract/requests/overview.ts'
import { addDays, dateIn } from '#contract/workspaces/subscription/subscription.ts'
import { refuseDeadLettered } from '../engine/runner/dead-letters.ts'
import { HAS_DEVICE } from './approver-queries.ts'
import { SIDES } from './list-branches.ts'
import { alikeOf, marked, nameOf } from './name-queries.ts'
import { medianOf, readWeeks, weeksBetween, type Median } from './overview-weeks.ts'

const OVERDUE_MS = 7 * 86_400_000

const counted = (name: string, condition: string): string =>
  `(count(*) FILTER (WHERE ${condition}))::int AS "${name}"`

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
  GROUP BY r.approver_id`
const OPEN_FIRST = 'waiting DESC, overdue DESC, "oldestAt", "participantId"'

type OpenRow = {
  /** Null: addressed to any approver. */
  readonly participantId: string | null
  readonly email: string | null
  readonly waiting: number
  readonly overdue: number
  readonly oldestAt: string | null
}

/** Those in `asked`; former participants are there too. */
const PEOPLE = `SELECT asked.id AS "participantId", p.email, coalesce(p.active, false) AS active, ${nameOf('asked.id')} AS name,
    ${alikeOf('asked.id')} AS alike, ${HAS_DEVICE.replace('?', ':now')} AS "hasDevice"
  FROM asked LEFT JOIN request_participants AS p ON p.participant_id = asked.id`
type PersonRow = {
  readonly participantId: string
  readonly email: string | null
  readonly active: boolean
  readonly name: string | null
  readonly alike: boolean | null
  readonly hasDevice: boolean
}

type NowRead = {
  readonly timezone: string
  readonly open: readonly OpenRow[]
  readonly people: readonly PersonRow[]
  readonly unconfirmed: readonly UnconfirmedRow[]
}
/** All that does not depend on the weeks, which begin by the time zone. */
const nowSql = (mine: string): string => `WITH open AS (${openSql(mine)}),
    asked AS (SELECT "participantId" AS id FROM open WHERE "participantId" IS NOT NULL ORDER BY ${OPEN_FIRST} LIMIT ${OVERVIEW_PEOPLE})
  SELECT (SELECT timezone FROM workspaces WHERE id = :id) AS timezone,
    (SELECT coalesce(json_agg(open ORDER BY ${OPEN_FIRST}), '[]') FROM open) AS open,
    (SELECT coalesce(json_agg(people), '[]') FROM (${PEOPLE}) AS people) AS people,
    (SELECT coalesce(json_agg(glass), '[]') FROM (${UNCONFIRMED}) AS glass) AS unconfirmed`

const sumOf = <K extends string>(rows: readonly { readonly [name in K]: number }[], name: K): number =>
  rows.reduce((sum, row) => sum + row[name], 0)

const earliest = (times: readonly (string | null)[]): string | null => {
  const known = times.flatMap((time) => (time ? [Date.parse(time)] : []))
  return known.length > 0 ? new Date(Math.min(...known)).toISOString() : null
}

/**
 * Returns what waits in a workspace, and how its requests ended in the last days. Throws `read-model.parked` or `read-model.behind`.
 */
export const overviewOf = async (
  db: Knex,
  id: string,
  { days = '90', person, as = 'approver' }: Query<typeof workspaceOverview>,
  now: Date,
): Promise<Overview> => {
  await refuseDeadLettered(db, 'requests', [id])
  const whose = person === undefined ? undefined : { sql: SIDES[as], bindings: { person } }
  const overdueSince = new Date(now.getTime() - OVERDUE_MS)
  const { rows } = await db.raw<{ rows: [NowRead] }>(nowSql(whose?.sql ?? 'true'), {
    id,
    now,
    overdueSince,
    ...whose?.bindings,
  })
  const [{ timezone, open, people }] = rows
  const unconfirmed = unconfirmedIn(rows[0].unconfirmed)
  const asked = open.filter(({ participantId }) => participantId !== null).slice(0, OVERVIEW_PEOPLE)
  const from = addDays(dateIn(timezone, now), 1 - Number(days))
  const weeks = weeksBetween(from, now.toISOString(), timezone)
  const weeksBefore = weeksBetween(addDays(from, -Number(days)), weeks[0]!.startsAt, timezone)
  const ids = asked.map(({ participantId }) => participantId!)
  const { ended, before, checks, medians } = await readWeeks(db, id, { weeks, weeksBefore, whose, ids })
  return {
    from,
    waiting: {
      count: sumOf(open, 'waiting'),
      oldestAt: earliest(open.map(({ oldestAt }) => oldestAt)),
      forAnybody: open.find(({ participantId }) => participantId === null)?.waiting ?? 0,
    },
    ...(unconfirmed.length > 0 && { unconfirmed }),
    overdue: sumOf(open, 'overdue'),
    medianSeconds: medianOf(ended.map(({ counts }) => counts)),
    medianSecondsBefore: medianOf(before.map(({ counts }) => counts)),
    checks,
    weeks: ended.map(({ week, counts }) => {
      const { approved, declined, closed } = counts
      return { week, approved, declined, closed, medianSeconds: medianOf([counts]) }
    }),
    people: asked.map((row) => shownPerson(row, people, medians)),
  }
}

const shownPerson = (
  { participantId, waiting, overdue, oldestAt, ...asked }: OpenRow,
  people: readonly PersonRow[],
  medians: readonly Median[],
): Overview['people'][number] => {
  const { email, name, alike, active, hasDevice } = people.find((one) => one.participantId === participantId)!
  return {
    participantId: participantId!,
    email: email ?? asked.email,
    name,
    ...marked(alike),
    waiting,
    oldestAt: oldestAt && new Date(oldestAt).toISOString(),
    overdue,
    medianSeconds: medians.find((one) => one.participantId === participantId)?.medianSeconds ?? null,
    obstacle: active ? (hasDevice ? null : 'no-device') : 'inactive',
  }
}
