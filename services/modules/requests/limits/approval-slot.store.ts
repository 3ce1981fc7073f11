import type { Knex } from 'knex'
import { planned } from '#platform/postgres/database.ts'
import { giveBackIn, type Holder, type Slot } from './check-slot.store.ts'

/** Slots of open approvals. Their limits protect the service and not a person, so a working day does not meet them. */
export type ApprovalSlots = {
  /** `released`: approvals that are known to be closed, or were never created. Their slots become free. */
  take(
    slot: ApprovalSlot,
    limits: ApprovalLimits,
    now: Date,
    released?: readonly string[],
  ): Promise<ApprovalTaking>
  /** What `take` would answer, without taking the slot. */
  judge(
    slot: ApprovalSlot,
    limits: ApprovalLimits,
    now: Date,
    released?: readonly string[],
  ): Promise<ApprovalTaking>
  /** Undoes one `take`. The slot remains if a concurrent attempt for the same request has taken it too. */
  giveBack(requestId: string): Promise<void>
  /** The slots that count as open: of the requester, or of the whole workspace. */
  holders(slot: ApprovalSlot, of: LimitedBy, now: Date): Promise<readonly OpenSlot[]>
}

type OpenSlot = Holder & Pick<Slot, 'expiresAt'>
type ApprovalSlot = Omit<Slot, 'approverId'>

export type ApprovalLimits = {
  readonly perRequester: number
  readonly perWorkspace: number
  /** Per requester. */
  readonly perMinute: number
}

type LimitedBy = 'requester' | 'workspace'
export type ApprovalTaking =
  | { readonly outcome: 'taken' }
  | { readonly outcome: 'limit'; readonly of: LimitedBy }
  | { readonly outcome: 'too-many'; readonly retryAfterMs: number }

type Counts = {
  readonly of_requester: number
  readonly in_workspace: number
  readonly recent: number
  readonly first_recent: Date | null
  readonly held: boolean
}

const MINUTE_MS = 60_000
const LOCK_AND_COUNT = `SELECT of_requester, in_workspace, recent, first_recent, held
  FROM approval_slots_in(?, ?, ?, ?, ?)`

const judgeCounts = (counts: Counts, limits: ApprovalLimits, now: Date): ApprovalTaking => {
  const { of_requester: own, in_workspace: all, recent, first_recent: first, held } = counts
  if (held) return { outcome: 'taken' }
  if (own >= limits.perRequester) return { outcome: 'limit', of: 'requester' }
  if (all >= limits.perWorkspace) return { outcome: 'limit', of: 'workspace' }
  if (recent < limits.perMinute) return { outcome: 'taken' }
  return { outcome: 'too-many', retryAfterMs: first!.getTime() + MINUTE_MS - now.getTime() }
}

export const createApprovalSlots = (db: Knex): ApprovalSlots => {
  const judgeIn =
    (trx: Knex): ApprovalSlots['judge'] =>
    async ({ workspaceId, requesterId, requestId }, limits, now, released = []) => {
      const bindings = [workspaceId, requesterId, requestId, [...released], now]
      const { rows } = await trx
        .raw<{ rows: [Counts] }>(LOCK_AND_COUNT, bindings as Knex.RawBinding[])
        .options(planned(LOCK_AND_COUNT))
      return judgeCounts(rows[0], limits, now)
    }
  return {
    judge: judgeIn(db),
    take: (slot, limits, now, released = []) =>
      db.transaction(async (trx) => {
        const taking = await judgeIn(trx)(slot, limits, now, released)
        if (taking.outcome !== 'taken') return taking
        const { requestId, workspaceId, requesterId, expiresAt } = slot
        await trx('approval_slots')
          .insert({
            request_id: requestId,
            workspace_id: workspaceId,
            requester_id: requesterId,
            taken_at: now,
            expires_at: expiresAt,
          })
          .onConflict('request_id')
          .merge({
            taken_at: now,
            expires_at: expiresAt,
            freed: false,
            takers: trx.raw('CASE WHEN approval_slots.freed THEN 1 ELSE approval_slots.takers + 1 END'),
          })
        return taking
      }),
    giveBack: (requestId) => giveBackIn(db, 'approval_slots', requestId),
    holders: async ({ workspaceId, requesterId }, of, now) => {
      const whose = { workspace_id: workspaceId, ...(of === 'requester' && { requester_id: requesterId }) }
      return db('approval_slots')
        .where({ ...whose, freed: false })
        .where('expires_at', '>', now)
        .select('request_id as requestId', 'taken_at as takenAt', 'expires_at as expiresAt')
    },
  }
}
