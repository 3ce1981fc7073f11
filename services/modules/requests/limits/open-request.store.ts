import type { Knex } from 'knex'
import { Rejected } from '#contract/errors.ts'
import type { Config } from '#platform/config/config.ts'
import { planned } from '#platform/postgres/database.ts'
import type { Platform } from '#platform/platform.ts'
import { requestDecider, type CreateRequest } from '#modules/requests/request.decider.ts'
import { requestStream } from '#modules/requests/request.events.ts'
import { isOpen } from '#modules/requests/request.state.ts'

/**
 * The limits on open requests and on how often a requester may ask. They are counted in rows, because no stream knows all
 * requests. A slot is the row of one request: taking it again for the same request costs nothing.
 */
export type Slots = {
  /** `released`: requests that are known to be closed, or were never created. Their slots become free. */
  take(slot: Slot, rates: Rates, now: Date, released?: readonly string[]): Promise<Taking>
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
}

/** Per requester. */
export type Rates = {
  readonly perHour: number
  /** Minimum interval between two requests to the same approver. "Any" counts as one approver. */
  readonly apartMs: number
}

type Holder = { readonly requestId: string; readonly takenAt: Date }
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

const OPEN_PER_PAIR = 1
const OPEN_PER_APPROVER = 3
const PER_HOUR = 10
const APART_SECONDS = 30
const HOUR_MS = 3_600_000
/** A slot whose request has no events yet: after this time, the process that took it has crashed. */
const CREATION_MS = 60_000
const LOCK_AND_COUNT = 'SELECT * FROM request_slots_in(?, ?, ?, ?, ?, ?)'

const timesOf = (rows: readonly Row[]): number[] => rows.map((row) => row.taken_at.getTime())

const judge = (rows: readonly Row[], slot: Slot, { perHour, apartMs }: Rates, now: Date): Taking => {
  const open = rows.filter((row) => !row.freed && row.expires_at > now)
  if (open.some((row) => row.request_id === slot.requestId)) return { outcome: 'taken' }
  const toApprover = open.filter((row) => row.approver_id === slot.approverId)
  const ofPair = toApprover.filter((row) => row.requester_id === slot.requesterId)
  const full =
    ofPair.length >= OPEN_PER_PAIR
      ? ofPair
      : slot.approverId !== null && toApprover.length >= OPEN_PER_APPROVER
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
      const bindings = [workspaceId, requesterId, approverId, [...released], now, since]
      const { rows } = await trx
        .raw<{ rows: Row[] }>(LOCK_AND_COUNT, bindings as Knex.RawBinding[])
        .options(planned(LOCK_AND_COUNT))
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

type Services = Pick<Platform, 'commands' | 'db'> & { readonly config: Pick<Config, 'RATE_FACTOR'> }

export const createRequestLimits = ({ commands, config, db }: Services) => {
  const slots = createSlots(db)
  const rates = {
    perHour: PER_HOUR * config.RATE_FACTOR,
    apartMs: Math.floor(APART_SECONDS / config.RATE_FACTOR) * 1_000,
  }

  const isReleased = async ({ requestId, takenAt }: Holder, now: Date): Promise<boolean> => {
    const { state } = await commands.load(requestDecider, requestStream(requestId))
    return state.kind === 'none' ? now.getTime() - takenAt.getTime() > CREATION_MS : !isOpen(state, now)
  }

  return {
    giveBack: slots.giveBack,
    /**
     * Takes a slot for a request. If all are taken, it loads the requests that hold them and releases the closed ones. Throws
     * `request.limit`, `request.too-many` and `request.too-soon`.
     */
    async take(
      { requestId, workspaceId, requester, approver, expiresAt }: CreateRequest,
      now: Date,
    ): Promise<void> {
      const approverId = approver?.participantId ?? null
      const slot = { requestId, workspaceId, requesterId: requester.participantId, approverId, expiresAt }
      for (let released: readonly string[] = []; ;) {
        const taking = await slots.take(slot, rates, now, released)
        if (taking.outcome === 'taken') return
        if (taking.outcome !== 'limit')
          throw new Rejected(`request.${taking.outcome}`, [
            { retryAfterSeconds: Math.ceil(taking.retryAfterMs / 1_000) },
          ])
        const closed: string[] = []
        for (const holder of taking.holders) if (await isReleased(holder, now)) closed.push(holder.requestId)
        if (closed.length === 0) throw new Rejected('request.limit')
        released = closed
      }
    },
  }
}
