import type { Clock } from '../primitives/clock.ts'
import type { Logger } from '../watch/logger.ts'
import type { Queue } from '../queue/queue.ts'
import type { Job } from '../queue/queue-backend.ts'
import { isPush, type DueEffect, type EffectLedger } from './effect-ledger.ts'
import { faultOf } from '../watch/fault.ts'

/** Copies effects from the ledger to the queue. The queue may lose jobs, so the sweep adds everything that is due again. */
export type Relay = {
  /** Never throws. */
  add(effects: readonly DueEffect[]): Promise<void>
  /** Adds everything that can be claimed now, or whose time came after `since`. Throws if the database is unavailable. */
  sweep(since?: Date): Promise<void>
}

const PAGE = 1_000

/**
 * Adding a waiting job again has no effect. The job id contains the fence, so a job that a dead worker still holds does not block
 * the next one.
 */
const jobOf = (effect: DueEffect): Job => {
  const { id, fence } = effect
  return { id: `${id}.${fence}`, effectId: id, lane: isPush(effect) ? 'push' : 'mail' }
}

export const createRelay = (ledger: EffectLedger, queue: Queue, clock: Clock, log: Logger): Relay => {
  const add: Relay['add'] = async (effects) => {
    try {
      await queue.add(effects.map(jobOf))
    } catch (error) {
      log.warn({ fault: faultOf(error) }, 'the queue took no jobs; the sweep will add them')
    }
  }
  return {
    add,
    async sweep(since) {
      for (let last: string | null = null; ;) {
        const due = await ledger.due(clock.now(), PAGE, last, since)
        await add(due)
        if (due.length < PAGE) return
        last = due.at(-1)!.id
      }
    },
  }
}
