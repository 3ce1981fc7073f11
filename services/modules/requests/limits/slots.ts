import type { Config } from '#platform/config/config.ts'
import { Rejected } from '#contract/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { requestDecider, type CreateRequest } from '#modules/requests/request.decider.ts'
import { requestStream } from '#modules/requests/request.events.ts'
import { isOpen } from '#modules/requests/request.state.ts'
import { createSlots, type Holder, type Slots } from './slot.store.ts'

const PER_HOUR = 10
const APART_SECONDS = 30
/** A slot without a request is one in the making, or the remains of a crash. */
const IN_THE_MAKING_MS = 60_000

/** The slots, and how a request takes its own: where none is free, those in the way are asked whether they still stand. */
export const slotsOf = ({
  commands,
  config,
  db,
}: Pick<Platform, 'commands' | 'db'> & { readonly config: Pick<Config, 'RATE_FACTOR'> }): Pick<
  Slots,
  'giveBack'
> & { takeFor(command: CreateRequest, now: Date): Promise<void> } => {
  const slots = createSlots(db)
  const rates = {
    perHour: PER_HOUR * config.RATE_FACTOR,
    apartMs: Math.floor(APART_SECONDS / config.RATE_FACTOR) * 1_000,
  }

  const isFree = async ({ requestId, takenAt }: Holder, now: Date): Promise<boolean> => {
    const { state } = await commands.load(requestDecider, requestStream(requestId))
    return state.kind === 'none' ? now.getTime() - takenAt.getTime() > IN_THE_MAKING_MS : !isOpen(state, now)
  }

  return {
    giveBack: slots.giveBack,
    /** Throws `request.limit`, `request.too-many` and `request.too-soon`. */
    async takeFor({ requestId, workspaceId, requester, approver, expiresAt }, now) {
      const approverId = approver?.participantId ?? null
      const slot = { requestId, workspaceId, requesterId: requester.participantId, approverId, expiresAt }
      for (let released: readonly string[] = []; ;) {
        const taking = await slots.take(slot, rates, now, released)
        if (taking.outcome === 'taken') return
        if (taking.outcome !== 'limit')
          throw new Rejected(`request.${taking.outcome}`, [
            { retryAfterSeconds: Math.ceil(taking.retryAfterMs / 1_000) },
          ])
        const free: string[] = []
        for (const holder of taking.holders) if (await isFree(holder, now)) free.push(holder.requestId)
        if (free.length === 0) throw new Rejected('request.limit')
        released = free
      }
    },
  }
}
