import type { Knex } from 'knex'
import { planned } from '#platform/postgres/database.ts'

/**
 * How many open requests somebody may have, counted in rows because no stream knows them all. A slot names its
 * request: taking it again for the same one costs nothing, and whoever finds no slot free can ask the requests in
 * the way whether they are still open. So no crash loses a slot; what was refused after it took one gives it back.
 */
export type Slots = {
  /** `released`: of these requests it is known that they are no longer open, or never came to be. */
  take(slot: Slot, rates: Rates, now: Date, released?: readonly string[]): Promise<Taking>
  /** As if it had not been taken, unless the same request came twice at once and the other try goes on. */
  giveBack(requestId: string): Promise<void>
}

export type Slot = {
  readonly requestId: string
  readonly workspaceId: string
  readonly requesterId: string
  /** null: any approver */
  readonly approverId: string | null
  readonly expiresAt: Date
}

/** How often one person may ask. */
export type Rates = {
  readonly perHour: number
  /** Between two to the same approver, or to any. */
  readonly apartMs: number
}

export type Holder = { readonly requestId: string; readonly takenAt: Date }
export type Taking =
  | { readonly outcome: 'taken' }
  | { readonly outcome: 'limit'; readonly holders: readonly Holder[] }
  | { readonly outcome: 'too-many' | 'too-soon'; readonly retryAfterMs: number }

type Row = {
  readonly request_id: string
  readonly requester_id: string
  readonly approver_id: string | null
  readonly taken_at: Date
  readonly expires_at: Date
  readonly freed: boolean
}

const PER_PAIR = 1
const PER_APPROVER = 3
const HOUR_MS = 3_600_000
const COUNTED = 'SELECT * FROM request_slots_in(?, ?, ?, ?, ?, ?)'

const timesOf = (rows: readonly Row[]): number[] => rows.map((row) => row.taken_at.getTime())

const judge = (rows: readonly Row[], slot: Slot, { perHour, apartMs }: Rates, now: Date): Taking => {
  const open = rows.filter((row) => !row.freed && row.expires_at > now)
  if (open.some((row) => row.request_id === slot.requestId)) return { outcome: 'taken' }
  const toApprover = open.filter((row) => row.approver_id === slot.approverId)
  const ofPair = toApprover.filter((row) => row.requester_id === slot.requesterId)
  const full =
    ofPair.length >= PER_PAIR
      ? ofPair
      : slot.approverId !== null && toApprover.length >= PER_APPROVER
        ? toApprover
        : []
  if (full.length > 0)
    return {
      outcome: 'limit',
      holders: full.map((row) => ({ requestId: row.request_id, takenAt: row.taken_at })),
    }
  const own = rows.filter((row) => row.requester_id === slot.requesterId)
  const since = now.getTime() - HOUR_MS
  const times = timesOf(own).filter((time) => time > since)
  if (times.length >= perHour) return { outcome: 'too-many', retryAfterMs: Math.min(...times) - since }
  const last = Math.max(...timesOf(own.filter((row) => row.approver_id === slot.approverId)))
  const retryAfterMs = last + apartMs - now.getTime()
  return retryAfterMs > 0 ? { outcome: 'too-soon', retryAfterMs } : { outcome: 'taken' }
}

export const createSlots = (db: Knex): Slots => ({
  take: (slot, rates, now, released = []) =>
    db.transaction(async (trx) => {
      const { requestId, workspaceId, requesterId, approverId, expiresAt } = slot
      const since = new Date(now.getTime() - HOUR_MS)
      const asked = [workspaceId, requesterId, approverId, [...released], now, since]
      const { rows } = await trx
        .raw<{ rows: Row[] }>(COUNTED, asked as Knex.RawBinding[])
        .options(planned(COUNTED))
      const taking = judge(rows, slot, rates, now)
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
      return taking
    }),
  giveBack: (requestId) =>
    db.transaction(async (trx) => {
      await trx('request_slots').where({ request_id: requestId }).decrement('takers', 1)
      await trx('request_slots').where({ request_id: requestId }).where('takers', '<=', 0).delete()
    }),
})
