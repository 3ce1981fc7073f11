import { setTimeout as pause } from 'node:timers/promises'
import { withTimeout } from '../primitives/timeouts.ts'
import { faultOf, nameOfFault } from '../watch/fault.ts'
import type { Logger } from '../watch/logger.ts'
import { openPostgresQueue } from './postgres-queue.ts'
import { LANES, type Job, type Lane, type QueueBackend } from './queue-backend.ts'
import { openRedisQueue } from './redis-queue.ts'

/**
 * Jobs for the workers of all processes. It may lose jobs and may run one twice: the effect ledger remembers.
 * Retries are the ledger's too: its clock and its rows outlive the queue, so a job runs once and is removed,
 * whatever comes of it.
 */
export type Queue = {
  /** Throws when the queue did not take them in time. */
  add(jobs: readonly Job[]): Promise<void>
  /** Runs `handle` for each job, at most `concurrency` of a lane at a time in this process; what it throws is logged. */
  work(handle: (effectId: string) => Promise<void>, options: { readonly concurrency: number }): Promise<void>
  /** How many jobs there are in each state, in all lanes. Throws when the queue is away. */
  counts(): Promise<Readonly<Record<string, number>>>
  /** Waits for the running jobs, at most 10 s. */
  close(): Promise<void>
}

const ADD_MS = 5_000
const CLOSE_MS = 10_000
/** A store that is away is reported by each connection and at each try: so often is enough. */
const SAME_FAULT_MS = 30_000

const reporterOf = (log: Logger) => {
  const toldAt = new Map<string, number>()
  return (error: Error) => {
    const fault = faultOf(error)
    const now = performance.now()
    if (now - (toldAt.get(nameOfFault(fault)) ?? -Infinity) < SAME_FAULT_MS) return
    toldAt.set(nameOfFault(fault), now)
    log.warn({ fault }, 'the queue reports an error')
  }
}

/**
 * BullMQ: on Redis where there is a URL of one, otherwise in the database. Redis may be away, now and later:
 * the queue opens and finds it when it comes. Rejects when it stands in the database and that is away.
 */
export const openQueue = async ({
  databaseUrl,
  redisUrl,
  log,
}: {
  readonly databaseUrl: string
  readonly redisUrl?: string | undefined
  readonly log: Logger
}): Promise<Queue> => {
  const onError = reporterOf(log)
  const open = (lane: Lane) =>
    redisUrl === undefined
      ? openPostgresQueue(databaseUrl, lane, onError)
      : openRedisQueue(redisUrl, lane, onError)
  const lanes = new Map<Lane, QueueBackend>()
  const onEach = <T>(work: (backend: QueueBackend, lane: Lane) => Promise<T>): Promise<T[]> =>
    Promise.all([...lanes].map(([lane, backend]) => work(backend, lane)))
  const close = () => onEach((backend) => backend.close())
  try {
    for (const lane of Object.keys(LANES) as Lane[]) lanes.set(lane, await open(lane))
  } catch (error) {
    await close()
    throw error
  }
  return {
    async add(jobs) {
      const added = onEach(async (backend, lane) => {
        const own = jobs.filter((job) => job.lane === lane)
        if (own.length > 0) await backend.add(own)
      })
      await withTimeout(added, ADD_MS, () => new Error(`no answer within ${ADD_MS} ms`))
    },
    async work(handle, { concurrency }) {
      // A thrown error would be kept with the job, and it may hold an address.
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
