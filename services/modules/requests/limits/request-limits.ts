import { Rejected } from '#contract/errors.ts'
import type { Config } from '#platform/config/config.ts'
import type { Platform } from '#platform/platform.ts'
import { closedAmong } from '#projections/requests/pending-queries.ts'
import { requestDecider } from '#modules/requests/request.decider.ts'
import { requestStream } from '#modules/requests/request.events.ts'
import { isOpen, type ExistingRequest } from '#modules/requests/request.state.ts'
import { createApprovalSlots } from './approval-slot.store.ts'
import { createCheckSlots, type Holder, type Slot } from './check-slot.store.ts'
import { refuseMuted } from './mute.ts'

const CHECKS_PER_HOUR = 10
const CHECKS_APART_SECONDS = 30
/** A slot whose request has no events yet: after this time, the process that took it has crashed. */
const CREATION_MS = 60_000

type Services = Pick<Platform, 'commands' | 'db'> & {
  readonly config: Pick<
    Config,
    'RATE_FACTOR' | 'APPROVALS_PER_REQUESTER' | 'APPROVALS_PER_WORKSPACE' | 'APPROVALS_PER_MINUTE'
  >
}

/** A request that somebody wants to make. */
export type Wanted = Slot & Pick<ExistingRequest, 'requestType'> & { readonly requesterUserId: string }

const waiting = (code: 'request.too-many' | 'request.too-soon', ms: number) =>
  new Rejected(code, [{ retryAfterSeconds: Math.ceil(ms / 1_000) }])

/**
 * The limits on requests. Those on call checks protect people from being worn down by questions; those on approvals protect the
 * service. Neither kind counts for the other.
 */
export const createRequestLimits = (services: Services) => {
  const { commands, config, db } = services
  const checkSlots = createCheckSlots(db)
  const approvalSlots = createApprovalSlots(db)
  const rates = {
    perHour: CHECKS_PER_HOUR * config.RATE_FACTOR,
    apartMs: Math.floor(CHECKS_APART_SECONDS / config.RATE_FACTOR) * 1_000,
  }
  const approvalLimits = {
    perRequester: config.APPROVALS_PER_REQUESTER,
    perWorkspace: config.APPROVALS_PER_WORKSPACE,
    perMinute: config.APPROVALS_PER_MINUTE * config.RATE_FACTOR,
  }

  /** An approval holds no place of a check: programs of before gave it one. */
  const holdsNoCheck = async ({ requestId, takenAt }: Holder, now: Date): Promise<boolean> => {
    const { state } = await commands.load(requestDecider, requestStream(requestId))
    if (state.kind === 'none') return now.getTime() - takenAt.getTime() > CREATION_MS
    return state.requestType !== 'verification' || !isOpen(state, now)
  }
  const filter = async (holders: readonly Holder[], now: Date): Promise<readonly string[]> => {
    const free: string[] = []
    for (const holder of holders) if (await holdsNoCheck(holder, now)) free.push(holder.requestId)
    return free
  }

  const requireCheck = async (wanted: Wanted, now: Date, how: 'take' | 'judge'): Promise<void> => {
    await refuseMuted(services, { workspaceId: wanted.workspaceId, userId: wanted.requesterUserId }, now)
    for (let released: readonly string[] = []; ;) {
      const taking = await checkSlots[how](wanted, rates, now, released)
      if (taking.outcome === 'taken') return
      if ('retryAfterMs' in taking) throw waiting(`request.${taking.outcome}`, taking.retryAfterMs)
      released = await filter(taking.holders, now)
      if (released.length > 0) continue
      if (taking.outcome === 'limit')
        throw new Rejected('request.limit', taking.of === 'approver' ? [{ of: 'approver' }] : [])
      throw new Rejected('call.opposite', [{ requestId: taking.holders[0]!.requestId }])
    }
  }

  /**
   * Those of many approvals that are closed. Asks the read model, because there may be thousands of them; only an approval that it
   * does not know is looked up in its stream.
   */
  const closedApprovals = async (holders: readonly Holder[], now: Date): Promise<readonly string[]> => {
    const ids = holders.map(({ requestId }) => requestId)
    const { closed, known } = await closedAmong(db, ids, now)
    const lost = holders.filter(
      ({ requestId, takenAt }) => !known.has(requestId) && now.getTime() - takenAt.getTime() > CREATION_MS,
    )
    const neverCreated: string[] = []
    for (const { requestId } of lost) {
      const { state } = await commands.load(requestDecider, requestStream(requestId))
      if (state.kind === 'none') neverCreated.push(requestId)
    }
    return [...closed, ...neverCreated]
  }

  const requireApproval = async (wanted: Wanted, now: Date, how: 'take' | 'judge'): Promise<void> => {
    for (let released: readonly string[] = []; ;) {
      const taking = await approvalSlots[how](wanted, approvalLimits, now, released)
      if (taking.outcome === 'taken') return
      if (taking.outcome === 'too-many') throw waiting('request.too-many', taking.retryAfterMs)
      const holders = await approvalSlots.holders(wanted, taking.of, now)
      released = await closedApprovals(holders, now)
      if (released.length > 0) continue
      const most = taking.of === 'requester' ? approvalLimits.perRequester : approvalLimits.perWorkspace
      const [first] = holders.toSorted((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime())
      // Absent if they all ended meanwhile.
      const until = first && { until: first.expiresAt.toISOString() }
      throw new Rejected('request.limit', [{ of: taking.of, most, ...until }])
    }
  }

  const requirePlace = (wanted: Wanted, now: Date, how: 'take' | 'judge'): Promise<void> =>
    wanted.requestType === 'verification' ? requireCheck(wanted, now, how) : requireApproval(wanted, now, how)

  return {
    /**
     * Takes a slot for a request. If all are taken, it releases those of closed requests. Throws `request.limit`, `request.too-many`,
     * and for a check also `request.too-soon`, `request.muted` and `call.opposite`.
     */
    take: (wanted: Wanted, now: Date): Promise<void> => requirePlace(wanted, now, 'take'),
    /** Throws what `take` would throw now, and takes nothing. */
    require: (wanted: Wanted, now: Date): Promise<void> => requirePlace(wanted, now, 'judge'),
    giveBack: ({ requestId, requestType }: Pick<Wanted, 'requestId' | 'requestType'>): Promise<void> =>
      (requestType === 'verification' ? checkSlots : approvalSlots).giveBack(requestId),
  }
}
