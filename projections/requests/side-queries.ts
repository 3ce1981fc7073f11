import type { Knex } from 'knex'
import type { Request } from '#contract/requests/requests.ts'
import { MANY_SIDES_MS, MOST_SIDES } from '#modules/requests/limits/call-around.events.ts'
import { namesOf } from './name-queries.ts'
import { refuseDeadLettered } from '../engine/runner/dead-letters.ts'
import { rowFor, toRequest, type NamedRow } from './queries.ts'
import { NOW } from './rules/deputy-queries.ts'
import { decidable } from './rules/readers.ts'

/** Somebody who asked, as the newest of their checks names them. */
export type Asking = {
  readonly userId: string
  readonly participantId: string
  readonly email: string | null
  readonly name: string | null
}

/**
 * Returns the colleagues who checked the approver of this check in the ten minutes before it, itself included, and with
 * `isLater` in the ten minutes after it too; in the order in which they asked. Two kinds do not count: checks that
 * were confirmed before it, because that person was really on the line, and those side by side. Throws `read-model.parked` or `read-model.behind`.
 */
export const sidesOf = async (
  db: Knex,
  { requestId, workspaceId }: { readonly requestId: string; readonly workspaceId: string },
  { isLater }: { readonly isLater: boolean },
): Promise<Asking[]> => {
  await refuseDeadLettered(db, 'requests', [workspaceId])
  const newest = (column: string) =>
    db.raw(`(array_agg(r.${column} ORDER BY r.created_at DESC))[1] AS ${column}`)
  const rows = await db('requests as last')
    .join('requests as r', {
      'r.workspace_id': 'last.workspace_id',
      'r.approver_user_id': 'last.approver_user_id',
    })
    .where({ 'last.id': requestId, 'r.type': 'verification' })
    .whereRaw(
      `r.created_at > last.created_at - ? * interval '1 ms' AND r.created_at <= last.created_at + ? * interval '1 ms'`,
      [MANY_SIDES_MS, isLater ? MANY_SIDES_MS : 0],
    )
    .whereRaw(`NOT (r.status = 'approved' AND r.decided_at <= last.created_at)`)
    .whereRaw(`r.requester_call IS DISTINCT FROM 'side-by-side'`)
    .groupBy('r.requester_user_id')
    .orderByRaw('min(r.created_at), r.requester_user_id')
    .limit(MOST_SIDES)
    .select('r.requester_user_id', newest('requester_id'), newest('requester_email'))
  const names = await namesOf(
    db,
    rows.map((row) => row.requester_id),
  )
  return rows.map((row) => ({
    userId: row.requester_user_id,
    participantId: row.requester_id,
    email: row.requester_email,
    name: names.get(row.requester_id)?.name ?? null,
  }))
}

/** What the requester said about the call; undefined unless the user is the requester. Ignores dead letters: the request was read. */
export const ownDescription = async (
  db: Knex,
  id: string,
  userId: string,
): Promise<Pick<Request, 'call' | 'calledBack'> | undefined> => {
  const row = await db('requests')
    .where({ id, requester_user_id: userId })
    .whereNotNull('requester_call')
    .first('requester_call', 'called_back')
  return row && { call: { requester: row.requester_call, approver: null }, calledBack: row.called_back }
}

/** What the reader has to do with it. */
const READER = `r.requester_user_id = p.user_id AS is_own, (r.status = 'pending' AND (${decidable(NOW)})) AS may_answer,
  (SELECT max(m.until) FROM approval_mutes AS m JOIN participants AS o ON o.id = m.approver_id
   WHERE m.requester_id = r.requester_id AND o.user_id = p.user_id AND m.until > ${NOW}) AS muted_until`
type ReaderRow = NamedRow & {
  readonly is_own: boolean
  readonly may_answer: boolean
  readonly muted_until: Date | null
  readonly beside: unknown
}

/** What the requester said about the call; the others see it once the check is over. */
const descriptionIn = ({ is_own, requester_call, called_back }: ReaderRow) =>
  is_own && requester_call !== null
    ? { call: { requester: requester_call, approver: null }, calledBack: called_back ?? false }
    : undefined

/**
 * Returns a request that the user may see: whether they made it, may answer it now, take no approvals from its requester until when, and
 * what they said about the call; with `beside`, a column of JSON.
 */
export const requestOfReader = async (
  db: Knex,
  id: string,
  { userId, now, beside }: { readonly userId: string; readonly now: Date; readonly beside: Knex.Raw },
) => {
  const row = await rowFor<ReaderRow>(db, id, { userId, now }, [
    db.raw(READER),
    db.raw('? AS beside', [beside]),
  ])
  if (!row) return undefined
  return {
    request: toRequest(row, row.workspace_name, now),
    isOwn: row.is_own,
    mayAnswer: row.may_answer,
    mutedUntil: row.muted_until,
    description: descriptionIn(row),
    beside: row.beside,
  }
}
