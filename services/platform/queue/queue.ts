import { setTimeout as pause } from 'node:timers/promises'
import { withTimeout } from '../primitives/timeouts.ts'
import { faultOf, nameOfFault } from '../watch/fault.ts'
import type { Logger } from '../watch/logger.ts'
import { createLocalQueue } from './local-queue.ts'
import { LANES, type Job, type Lane, type QueueBackend } from './queue-backend.ts'

/**
 * Jobs for the workers of all processes, or without Redis for that of this process. The queue may lose a job or run it twice, because the effect ledger keeps the state. It does
 * not retry: a job runs once and is removed, and the ledger schedules the next attempt.
 */
export type Queue = {
  /** Throws if the queue does not take the jobs within 5 s. */
  add(jobs: readonly Job[]): Promise<void>
  /** Runs `handle` for each job, at most `concurrency` per lane at a time in this process. Logs its errors. */
  work(handle: (effectId: string) => Promise<void>, options: { readonly concurrency: number }): Promise<void>
  /** Returns the number of jobs by state, over all lanes. Throws if the queue is unavailable. */
  counts(): Promise<Readonly<Record<string, number>>>
  /** Waits for the running jobs for at most 10 s. */
  close(): Promise<void>
}

const ADD_MS = 5_000
const CLOSE_MS = 10_000
/** Each connection reports an unavailable store at each attempt. The same fault is logged once in this time. */
const SAME_FAULT_MS = 30_000

const reporterOf = (log: Logger) => {
  const loggedAt = new Map<string, number>()
  return (error: Error) => {
    const fault = faultOf(error)
    const now = performance.now()
    if (now - (loggedAt.get(nameOfFault(fault)) ?? -Infinity) < SAME_FAULT_MS) return
    loggedAt.set(nameOfFault(fault), now)
    log.warn({ fault }, 'the queue reports an error')
  }
}

/**
 * Opens BullMQ on Redis if `redisUrl` is given, and otherwise a queue in memory. Redis may be unavailable: the queue connects as soon as
 * it can.
 */
export const openQueue = async ({
  redisUrl,
  log,
}: {
  readonly redisUrl?: string | undefined
  readonly log: Logger
}): Promise<Queue> => {
  const onError = reporterOf(log)
  // It takes long to load, and an installation without Redis needs none.
  const redis = redisUrl === undefined ? undefined : await import('./redis-queue.ts')
  const lanes = new Map<Lane, QueueBackend>()
  const onEach = <T>(work: (backend: QueueBackend, lane: Lane) => Promise<T>): Promise<T[]> =>
    Promise.all([...lanes].map(([lane, backend]) => work(backend, lane)))
  const close = () => onEach((backend) => backend.close())
  for (const lane of Object.keys(LANES) as Lane[])
    lanes.set(lane, redis ? redis.openRedisQueue(redisUrl!, lane, onError) : createLocalQueue())
  return {
    async add(jobs) {
      const added = onEach(async (backend, lane) => {
        const own = jobs.filter((job) => job.lane === lane)
        if (own.length > 0) await backend.add(own)
      })
      await withTimeout(added, ADD_MS, () => new Error(`no answer within ${ADD_MS} ms`))
    },
    async work(handle, { concurrency }) {
      // BullMQ would store a thrown error with the job, and the error may contain an address.
      const run = (effectId: string) =>
        handle(effectId).catch((error: unknown) =>
          log.error({ effectId, fault: faultOf(error) }, 'a job failed'),
        )
      await onEach((backend) => backend.work(run, concurrency))
    },
    async counts() {
      const sums: Record<string, number> = {}
      for (const counts of await onEach((backend) => backend.counts()))
        for (const [state, count] of Object.entries(counts)) sums[state] = (sums[state] ?? 0) + count
      return sums
    },
    async close() {
      const ended = close().catch(onError)
      await Promise.race([ended, pause(CLOSE_MS, undefined, { ref: false })])
    },
  }
}
