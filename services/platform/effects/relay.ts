import type { Clock } from '../primitives/clock.ts'
import type { Logger } from '../watch/logger.ts'
import type { Queue } from '../queue/queue.ts'
import type { Job } from '../queue/queue-backend.ts'
import { isPush, type DueEffect, type EffectLedger } from './effect-ledger.ts'
import { faultOf } from '../watch/fault.ts'

/** Brings effects from the ledger to the queue, which may lose them: the sweep adds what is due again. */
export type Relay = {
  /** Never throws. */
  add(effects: readonly DueEffect[]): Promise<void>
  /** Adds everything that could be claimed now. Throws when the database is away. */
  sweep(): Promise<void>
}

const PAGE = 1_000

/**
 * The fence is part of a job's id, so that a job which a dead worker still holds does not keep the next one
 * out; adding a job that waits already changes nothing.
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
    async sweep() {
      for (let last: string | null = null; ;) {
        const due = await ledger.due(clock.now(), PAGE, last)
        await add(due)
        if (due.length < PAGE) return
        last = due.at(-1)!.id
      }
    },
  }
}
