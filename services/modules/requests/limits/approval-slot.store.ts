import type { Knex } from 'knex'
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
const COUNTS = 'SELECT of_requester, in_workspace, recent, first_recent, held FROM'
const COUNT = `${COUNTS} approval_slots_in(?, ?, ?, ?, ?)`
/** It takes the slot exactly where `judgeCounts` says so. */
const TAKE = `${COUNTS} take_approval_slot(?, ?, ?, ?, ?, ?, ?, ?, ?)`

const judgeCounts = (counts: Counts, limits: ApprovalLimits, now: Date): ApprovalTaking => {
  const { of_requester: own, in_workspace: all, recent, first_recent: first, held } = counts
  if (held) return { outcome: 'taken' }
  if (own >= limits.perRequester) return { outcome: 'limit', of: 'requester' }
  if (all >= limits.perWorkspace) return { outcome: 'limit', of: 'workspace' }
  if (recent < limits.perMinute) return { outcome: 'taken' }
  return { outcome: 'too-many', retryAfterMs: first!.getTime() + MINUTE_MS - now.getTime() }
}

export const createApprovalSlots = (db: Knex): ApprovalSlots => {
  const countsOf = async (sql: string, bindings: readonly unknown[]): Promise<Counts> => {
    const { rows } = await db.raw<{ rows: [Counts] }>(sql, bindings as Knex.RawBinding[])
    return rows[0]
  }
  const asked = ({ workspaceId, requesterId, requestId }: ApprovalSlot, released: readonly string[]) => [
    workspaceId,
    requesterId,
    requestId,
    [...released],
  ]
  return {
    judge: async (slot, limits, now, released = []) =>
      judgeCounts(await countsOf(COUNT, [...asked(slot, released), now]), limits, now),
    async take(slot, limits, now, released = []) {
      const { perRequester, perWorkspace, perMinute } = limits
      const most = [perRequester, perWorkspace, perMinute]
      const counts = await countsOf(TAKE, [...asked(slot, released), now, slot.expiresAt, ...most])
      return judgeCounts(counts, limits, now)
    },
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
