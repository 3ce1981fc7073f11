import { setTimeout as pause } from 'node:timers/promises'
import { faultOf, nameOfFault } from '../watch/fault.ts'
import type { Logger } from '../watch/logger.ts'
import { openPostgresQueue } from './postgres-queue.ts'
import type { Job } from './queue-backend.ts'
import { openRedisQueue } from './redis-queue.ts'

/**
 * Jobs for the workers of all processes. It may lose jobs and may run one twice: the effect ledger remembers.
 * Retries are the ledger's too: its clock and its rows outlive the queue, so a job runs once and is removed,
 * whatever comes of it.
 */
export type Queue = {
  /** Throws when the queue did not take them in time. */
  add(jobs: readonly Job[]): Promise<void>
  /** Runs `handle` for each job, at most `concurrency` at a time in this process; what it throws is logged. */
  work(handle: (effectId: string) => Promise<void>, options: { readonly concurrency: number }): Promise<void>
  /** How many jobs there are in each state. Throws when the queue is away. */
  counts(): Promise<Readonly<Record<string, number>>>
  /** Waits for the running jobs, at most 10 s. */
  close(): Promise<void>
}

const ADD_MS = 5_000
const CLOSE_MS = 10_000
/** A store that is away is reported by each connection and at each try: so often is enough. */
const SAME_FAULT_MS = 30_000

const within = <T>(ms: number, work: Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

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
  const backend =
    redisUrl === undefined ? await openPostgresQueue(databaseUrl, onError) : openRedisQueue(redisUrl, onError)
  return {
    async add(jobs) {
      if (jobs.length > 0) await within(ADD_MS, backend.add(jobs))
    },
    async work(handle, { concurrency }) {
      // A thrown error would be kept with the job, and it may hold an address.
      const run = (effectId: string) =>
        handle(effectId).catch((error: unknown) =>
          log.error({ effectId, fault: faultOf(error) }, 'a job failed'),
        )
      await backend.work(run, concurrency)
    },
    counts: () => backend.counts(),
    async close() {
      const ended = backend.close().catch(onError)
      await Promise.race([ended, pause(CLOSE_MS, undefined, { ref: false })])
    },
  }
}
