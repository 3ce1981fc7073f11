import { unconfirmedIn } from './glass/glass-queries.ts'
import type { Knex } from 'knex'
import type { Query } from '#contract/endpoint.ts'
import { OVERVIEW_PEOPLE, type Overview, type workspaceOverview } from '#contract/requests/overview.ts'
import { addDays, dateIn } from '#contract/workspaces/subscription.ts'
import { refuseDeadLettered } from '../engine/runner/dead-letters.ts'
import { HAS_DEVICE } from './approver-queries.ts'
import { SIDES } from './list-branches.ts'
import { alikeOf, marked, nameOf } from './name-queries.ts'
import { checksOf, countsOf, DECIDED, medianOf, SECONDS, weeksBetween } from './overview-weeks.ts'

const OVERDUE_MS = 7 * 86_400_000

const counted = (name: string, condition: string): string =>
  `(count(*) FILTER (WHERE ${condition}))::int AS "${name}"`

/** So many decisions of a person are enough for their median. */
const LAST_DECISIONS = 100
const DECISIONS = `SELECT coalesce(r.decided_by_id, r.approver_id) AS id, ${SECONDS} AS seconds FROM requests AS r
  WHERE r.workspace_id = :id AND r.decided_at >= :since AND r.decided_at < :now AND ${DECIDED}`

/** The median of each of these people: of all that they decided of one person, or else of their last decisions. */
const mediansSql = (
  mine: string | undefined,
): string => `SELECT asked.id AS "participantId", (percentile_disc(0.5) WITHIN GROUP (ORDER BY decision.seconds))::int AS "medianSeconds"
  FROM unnest(CAST(:ids AS uuid[])) AS asked (id) ${
    mine
      ? `JOIN (${DECISIONS} AND ${mine}) AS decision ON decision.id = asked.id`
      : `CROSS JOIN LATERAL (${DECISIONS} AND coalesce(r.decided_by_id, r.approver_id) = asked.id
           ORDER BY r.decided_at DESC LIMIT ${LAST_DECISIONS}) AS decision`
  } GROUP BY asked.id`

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
type MedianRow = Pick<Overview, 'medianSeconds'> & { readonly participantId: string }

const sumOf = <K extends string>(rows: readonly { readonly [name in K]: number }[], name: K): number =>
  rows.reduce((sum, row) => sum + row[name], 0)

const earliest = (times: readonly (Date | null)[]): string | null => {
  const known = times.flatMap((time) => (time ? [time.getTime()] : []))
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
  const { timezone } = await db('workspaces').where({ id }).first('timezone')
  const from = addDays(dateIn(timezone, now), 1 - Number(days))
  const weeks = weeksBetween(from, now.toISOString(), timezone)
  const weeksBefore = weeksBetween(addDays(from, -Number(days)), weeks[0]!.startsAt, timezone)
  const whose = person === undefined ? undefined : { sql: SIDES[as], bindings: { person } }
  const mine = whose?.sql ?? 'true'
  const read = async <Row>(sql: string, more: Readonly<Record<string, unknown>>): Promise<readonly Row[]> =>
    (await db.raw<{ rows: Row[] }>(sql, { id, now, ...whose?.bindings, ...more } as never)).rows

  const ofPeople = async () => {
    const open = await read<OpenRow>(openSql(mine), { overdueSince: new Date(now.getTime() - OVERDUE_MS) })
    const asked = open.filter(({ participantId }) => participantId !== null).slice(0, OVERVIEW_PEOPLE)
    const ids = asked.map(({ participantId }) => participantId)
    const [people, medians] = await Promise.all([
      read<PersonRow>(PEOPLE, { ids }),
      read<MedianRow>(mediansSql(whose?.sql), { ids, since: weeks[0]!.startsAt }),
    ])
    return { open, people: asked.map((row) => shownPerson(row, people, medians)) }
  }
  const ofWeeks = async () => {
    const all = await countsOf(db, id, [...weeksBefore, ...weeks], whose)
    const ended = all.slice(weeksBefore.length)
    return { ended, before: all.slice(0, weeksBefore.length), checks: await checksOf(db, id, ended, whose) }
  }
  const [{ ended, before, checks }, { open, people }, unconfirmed] = await Promise.all([
    ofWeeks(),
    ofPeople(),
    unconfirmedIn(db, id),
  ])
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
