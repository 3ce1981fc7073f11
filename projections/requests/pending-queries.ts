import type { Knex } from 'knex'
import type { ChangedThing } from '#contract/workspaces/several-participants.ts'
import type { Shown } from '../engine/definition/tables.ts'
import { refuseDeadLettered, refuseDeadLetteredWhere } from '../engine/runner/dead-letters.ts'
import { peopleFilledBy } from './name-queries.ts'
import { RULE_PEOPLE } from './rules/rule-queries.ts'
import type { RulePeople } from './rules/rule-shapes.ts'
import type { requestsTables } from './tables.ts'
import type { Reminder } from '#contract/requests/kinds.ts'

/** Throws `read-model.behind` while facts of the workspace are held, as some requests may be missing. */
const pending = async (db: Knex, workspaceId: string) => {
  const held = { workspace_id: workspaceId, held: true }
  await refuseDeadLetteredWhere(db, 'requests', (facts) => void facts.where(held))
  return { found: db('requests').where({ workspace_id: workspaceId, status: 'pending' }) }
}

const fromOrTo = (participantId: string) => (who: Knex.QueryBuilder) =>
  void who.where({ approver_id: participantId }).orWhere({ requester_id: participantId })

/** Returns the ids of pending requests from or to this participant by name. Throws `read-model.behind` while facts are held. */
export const pendingWith = async (db: Knex, workspaceId: string, participantId: string): Promise<string[]> =>
  (await pending(db, workspaceId)).found.where(fromOrTo(participantId)).pluck('id')

/** Returns all pending requests of a workspace. Throws like `pendingWith`. */
export const pendingIn = async (
  db: Knex,
  workspaceId: string,
): Promise<{ readonly id: string; readonly requesterId: string }[]> =>
  (await pending(db, workspaceId)).found.select('id', 'requester_id as requesterId')

/**
 * Which of the requests are closed at `now`, and which the read model knows. Ignores dead letters: a request that looks open only
 * keeps its place.
 */
export const closedAmong = async (
  db: Knex,
  ids: readonly string[],
  now: Date,
): Promise<{ readonly closed: readonly string[]; readonly known: ReadonlySet<string> }> => {
  const rows: readonly { readonly id: string; readonly closed: boolean }[] = await db('requests')
    .whereRaw('id = ANY (?::uuid[])', [ids] as never[])
    .select('id', db.raw(`status <> 'pending' OR expires_at <= ? AS closed`, [now]))
  return {
    closed: rows.filter(({ closed }) => closed).map(({ id }) => id),
    known: new Set(rows.map(({ id }) => id)),
  }
}

/**
 * Counts the requests that are closed if these participants lose a right, or both: made by them, or addressed to them by name. Throws
 * like `openOf`.
 */
export const openOfSeveral = async (
  db: Knex,
  {
    workspaceId,
    participantIds,
    what,
  }: {
    readonly workspaceId: string
    readonly participantIds: readonly string[]
    readonly what: ChangedThing
  },
  now: Date,
): Promise<number> => {
  await refuseDeadLettered(db, 'requests', [workspaceId])
  const [row] = await db('requests')
    .where({ workspace_id: workspaceId, status: 'pending' })
    .where('expires_at', '>', now)
    .where((who) => {
      if (what !== 'requester') who.orWhereIn('approver_id', participantIds)
      if (what !== 'approver') who.orWhereIn('requester_id', participantIds)
    })
    .count({ count: '*' })
  return Number(row!['count'])
}

/**
 * Counts the requests that are open at `now`: those that the participant made, and those addressed to them by name.
 * Nobody addresses a request to themselves. Throws `read-model.parked` or `read-model.behind`.
 */
export const openOf = async (
  db: Knex,
  { workspaceId, participantId }: { readonly workspaceId: string; readonly participantId: string },
  now: Date,
): Promise<{ readonly requester: number; readonly approver: number }> => {
  await refuseDeadLettered(db, 'requests', [workspaceId])
  return db('requests')
    .where({ workspace_id: workspaceId, status: 'pending' })
    .where('expires_at', '>', now)
    .where(fromOrTo(participantId))
    .first(
      db.raw('(count(*) FILTER (WHERE requester_id = ?))::int AS requester', [participantId]),
      db.raw('(count(*) FILTER (WHERE approver_id = ?))::int AS approver', [participantId]),
    )
}

/** Returns the ids of pending requests of a workspace that have a rule. Throws like `pendingWith`. */
export const pendingByRule = async (db: Knex, workspaceId: string): Promise<string[]> =>
  (await pending(db, workspaceId)).found.whereNotNull('rule').pluck('id')

/** Returns the ids of pending requests of a workspace that wait for enough people. Throws like `pendingWith`. */
export const parkedIn = async (db: Knex, workspaceId: string): Promise<string[]> =>
  (await pending(db, workspaceId)).found.whereNotNull('parked').pluck('id')

type DecisionRow = Shown<(typeof requestsTables)['request_decisions']>

/** Names those who have decided by a rule, and who may still now. Ignores dead letters: somebody who is missing has no name. */
export const rulePeopleOf = async (
  db: Knex,
  id: string,
  decisions: readonly DecisionRow[],
): Promise<RulePeople> => {
  const row: RulePeople | undefined = await db('requests as r').where({ id }).first(db.raw(RULE_PEOPLE))
  const ids = decisions.flatMap((one) => [one.participant_id, ...(one.for_id ? [one.for_id] : [])])
  const people = await peopleFilledBy(db, ids)
  const named = (participantId: string, email: string | null) => {
    const { name = null, alike = null } = people[participantId] ?? {}
    return { participantId, email, name, alike }
  }
  const given = decisions.map(({ at, assurance, approves, ...one }) => ({
    person: named(one.participant_id, one.email),
    at,
    assurance,
    approves,
    absent: one.for_id === null ? null : named(one.for_id, one.for_email),
  }))
  return { given, awaited: row?.awaited ?? null }
}

export type DueReminder = { readonly requestId: string; readonly reminder: Reminder }

type PageOfDue = { readonly after: string | null; readonly limit: number }

/** Whether the reminder is sent; each one is unless the kind `k` of request `r` says otherwise. */
const wants = (reminder: 'quarter' | 'dayBefore'): string =>
  `coalesce((k.definition #>> '{reminders,${reminder}}')::boolean, true)`

/** Of a request `r`, the newest reminder that is due; null if none is. One hour after the requester’s own there is none. */
const DUE = `CASE WHEN r.reminded_at > cast(:now AS timestamptz) - interval '1 hour' THEN NULL
  WHEN r.day_before_at <= :now AND ${wants('dayBefore')} THEN 'day-before'
  WHEN r.quarter_at <= :now AND ${wants('quarter')} THEN 'quarter' END`

const FROM = `requests AS r LEFT JOIN request_kinds AS k ON k.workspace_id = r.workspace_id
  AND (k.id = r.kind_id OR r.kind_id IS NULL AND k.built_in = 'text')
  WHERE r.status = 'pending' AND r.expires_at > :now AND (r.quarter_at <= :now OR r.day_before_at <= :now)`

/**
 * Returns the ids of workspaces with requests of which a reminder is due, after `after`. Ignores dead letters: a run after their repair
 * finds the rest.
 */
export const workspacesToRemind = async (
  db: Knex,
  now: Date,
  { after, limit }: PageOfDue,
): Promise<string[]> => {
  const { rows } = await db.raw<{ rows: { workspaceId: string }[] }>(
    `SELECT r.workspace_id AS "workspaceId" FROM ${FROM} AND ${DUE} IS NOT NULL
       AND (:after::uuid IS NULL OR r.workspace_id > :after::uuid)
     GROUP BY 1 ORDER BY 1 LIMIT :limit`,
    { now, after, limit } as Record<string, Knex.RawBinding>,
  )
  return rows.map(({ workspaceId }) => workspaceId)
}

/** What is due in one workspace, after the request `after`. Ignores dead letters: a run after their repair finds the rest. */
export const remindersIn = async (
  db: Knex,
  workspaceId: string,
  now: Date,
  { after, limit }: PageOfDue,
): Promise<readonly DueReminder[]> => {
  const { rows } = await db.raw<{ rows: DueReminder[] }>(
    `SELECT r.id AS "requestId", ${DUE} AS reminder FROM ${FROM} AND ${DUE} IS NOT NULL
       AND r.workspace_id = :workspaceId AND (:after::uuid IS NULL OR r.id > :after::uuid)
     ORDER BY r.id LIMIT :limit`,
    { now, workspaceId, after, limit } as Record<string, Knex.RawBinding>,
  )
  return rows
}

export type DueRequest = { readonly id: string; readonly workspaceId: string; readonly expiresAt: Date }

/**
 * Returns overdue requests without an expiry event, oldest first, after `after`. Ignores dead letters: a run after their
 * repair finds the rest.
 */
export const dueRequests = (
  db: Knex,
  now: Date,
  { after, limit }: { readonly after: DueRequest | null; readonly limit: number },
): Promise<DueRequest[]> =>
  db('requests')
    .where({ status: 'pending' })
    .where('expires_at', '<=', now)
    .modify((due) => {
      if (after) due.whereRaw('(expires_at, id) > (?, ?)', [after.expiresAt, after.id])
    })
    .orderBy(['expires_at', 'id'])
    .limit(limit)
    .select('id', 'workspace_id as workspaceId', 'expires_at as expiresAt')

export type DueEscalation = { readonly id: string; readonly workspaceId: string; readonly at: Date }

/** Returns pending requests that ask further people from now on, after `after`. Ignores dead letters: a run after their repair finds the rest. */
export const dueEscalationsOf = (
  db: Knex,
  now: Date,
  { after, limit }: { readonly after: DueEscalation | null; readonly limit: number },
): Promise<DueEscalation[]> =>
  db('requests')
    .where({ status: 'pending' })
    .where('escalates_at', '<=', now)
    .where('expires_at', '>', now)
    .modify((due) => {
      if (after) due.whereRaw('(escalates_at, id) > (?, ?)', [after.at, after.id])
    })
    .orderBy(['escalates_at', 'id'])
    .limit(limit)
    .select('id', 'workspace_id as workspaceId', 'escalates_at as at')
