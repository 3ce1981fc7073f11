import type { Knex } from 'knex'
import { derivedId } from '#platform/primitives/ids.ts'

/**
 * The limits on open call checks and on how often a requester may ask. They are counted in rows, because no stream knows all
 * requests. A slot is the row of one check: taking it again for the same check costs nothing.
 */
export type CheckSlots = {
  /** `released`: checks that are known to be closed, or were never created. Their slots become free. */
  take(slot: Slot, rates: Rates, now: Date, released?: readonly string[]): Promise<Taking>
  /** What `take` would answer, without taking the slot. */
  judge(slot: Slot, rates: Rates, now: Date, released?: readonly string[]): Promise<Taking>
  /** Undoes one `take`. The slot remains if a concurrent attempt for the same request has taken it too. */
  giveBack(requestId: string): Promise<void>
}

export type Slot = {
  readonly requestId: string
  readonly workspaceId: string
  readonly requesterId: string
  /** null: any approver */
  readonly approverId: string | null
  readonly expiresAt: Date
  /** User ids of the requester and of an approver who is named. Two people never ask each other at once, in whichever workspaces. */
  readonly people?: readonly [requester: string, approver: string]
}

/** Per requester. */
export type Rates = {
  readonly perHour: number
  /** Minimum interval between two requests to the same approver. "Any" counts as one approver. */
  readonly apartMs: number
}

export type Holder = { readonly requestId: string; readonly takenAt: Date }
export type Taking =
  | { readonly outcome: 'taken' }
  /** `approver`: several colleagues check a call with the approver at once. */
  | { readonly outcome: 'limit'; readonly of: 'pair' | 'approver'; readonly holders: readonly Holder[] }
  /** The approver asks the requester already, in the request of the first holder. */
  | { readonly outcome: 'opposite'; readonly holders: readonly Holder[] }
  | { readonly outcome: 'too-many' | 'too-soon'; readonly retryAfterMs: number }

type Row = {
  readonly request_id: string
  readonly requester_id: string
  readonly approver_id: string | null
  readonly taken_at: Date
  readonly expires_at: Date
  readonly freed: boolean
}

const OPEN_PER_PAIR = 1
const OPEN_PER_APPROVER = 3
const HOUR_MS = 3_600_000
const LOCK_AND_COUNT = `SELECT request_id, requester_id, approver_id, taken_at, expires_at, freed
  FROM check_slots_in(?, ?, ?, ?, ?, ?)`

const timesOf = (rows: readonly Row[]): number[] => rows.map((row) => row.taken_at.getTime())

const judge = (rows: readonly Row[], slot: Slot, { perHour, apartMs }: Rates, now: Date): Taking => {
  const open = rows.filter((row) => !row.freed && row.expires_at > now)
  if (open.some((row) => row.request_id === slot.requestId)) return { outcome: 'taken' }
  const holdersOf = (held: readonly Row[]): readonly Holder[] =>
    held.map((row) => ({ requestId: row.request_id, takenAt: row.taken_at }))
  const opposite = open.filter(
    (row) => row.requester_id === slot.approverId && row.approver_id === slot.requesterId,
  )
  if (opposite.length > 0) return { outcome: 'opposite', holders: holdersOf(opposite) }
  const toApprover = open.filter((row) => row.approver_id === slot.approverId)
  const ofPair = toApprover.filter((row) => row.requester_id === slot.requesterId)
  if (ofPair.length >= OPEN_PER_PAIR) return { outcome: 'limit', of: 'pair', holders: holdersOf(ofPair) }
  if (slot.approverId !== null && toApprover.length >= OPEN_PER_APPROVER)
    return { outcome: 'limit', of: 'approver', holders: holdersOf(toApprover) }
  const own = rows.filter((row) => row.requester_id === slot.requesterId)
  const since = now.getTime() - HOUR_MS
  const times = timesOf(own).filter((time) => time > since)
  if (times.length >= perHour) return { outcome: 'too-many', retryAfterMs: Math.min(...times) - since }
  const last = Math.max(...timesOf(own.filter((row) => row.approver_id === slot.approverId)))
  const retryAfterMs = last + apartMs - now.getTime()
  return retryAfterMs > 0 ? { outcome: 'too-soon', retryAfterMs } : { outcome: 'taken' }
}

const peopleOf = ([requester, approver]: readonly [string, string]) => {
  const [first, second] = [requester, approver].toSorted()
  return { people_id: derivedId('people', first!, second!), asks_first: requester === first }
}

/** The open checks in which the approver asks the requester, in all workspaces. Waits for others who ask about these two. */
const oppositeOf = async (trx: Knex, people: Slot['people'], now: Date): Promise<readonly Holder[]> => {
  if (!people) return []
  const { people_id: id, asks_first: asksFirst } = peopleOf(people)
  await trx.raw('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [`check_people ${id}`])
  return trx('check_people as p')
    .join('request_slots as s', 's.request_id', 'p.request_id')
    .where({ 'p.people_id': id, 'p.asks_first': !asksFirst, 's.freed': false })
    .where('s.expires_at', '>', now)
    .select('s.request_id as requestId', 's.taken_at as takenAt')
}

export const createCheckSlots = (db: Knex): CheckSlots => {
  const judgeIn =
    (trx: Knex): CheckSlots['judge'] =>
    async (slot, rates, now, released = []) => {
      const { workspaceId, requesterId, approverId } = slot
      const since = new Date(now.getTime() - HOUR_MS)
      const bindings = [workspaceId, requesterId, approverId, [...released], now, since]
      const { rows } = await trx.raw<{ rows: Row[] }>(LOCK_AND_COUNT, bindings as Knex.RawBinding[])
      const taking = judge(rows, slot, rates, now)
      if (taking.outcome !== 'taken') return taking
      const holders = await oppositeOf(trx, slot.people, now)
      return holders.length > 0 ? { outcome: 'opposite', holders } : taking
    }
  return {
    judge: judgeIn(db),
    take: (slot, rates, now, released = []) =>
      db.transaction(async (trx) => {
        const { requestId, workspaceId, requesterId, approverId, expiresAt } = slot
        const taking = await judgeIn(trx)(slot, rates, now, released)
        if (taking.outcome !== 'taken') return taking
        await trx('request_slots')
          .insert({
            request_id: requestId,
            workspace_id: workspaceId,
            requester_id: requesterId,
            approver_id: approverId,
            taken_at: now,
            expires_at: expiresAt,
            freed: false,
          })
          .onConflict('request_id')
          .merge({
            taken_at: now,
            expires_at: expiresAt,
            freed: false,
            takers: trx.raw('CASE WHEN request_slots.freed THEN 1 ELSE request_slots.takers + 1 END'),
          })
        if (slot.people)
          await trx('check_people')
            .insert({ request_id: requestId, ...peopleOf(slot.people), expires_at: expiresAt })
            .onConflict('request_id')
            .ignore()
        return taking
      }),
    giveBack: (requestId) => giveBackIn(db, 'request_slots', requestId),
  }
}

/** Deletes the slot once every attempt that took it has given it back. */
export const giveBackIn = (
  db: Knex,
  table: 'request_slots' | 'approval_slots',
  requestId: string,
): Promise<void> =>
  db.transaction(async (trx) => {
    await trx(table).where({ request_id: requestId }).decrement('takers', 1)
    await trx(table).where({ request_id: requestId }).where('takers', '<=', 0).delete()
  })
