import { createPostgresBackend, withBackend } from 'bullmq'
import { setTimeout as pause } from 'node:timers/promises'
import { faultOf } from './effects/fault.ts'
import type { Logger } from './logger.ts'

export type Job = {
  /** While a job with this id waits or runs, another add of it changes nothing. */
  readonly id: string
  readonly effectId: string
}

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
  /** Waits for the running jobs, at most 10 s. */
  close(): Promise<void>
}

const NAME = 'effects'
const ADD_MS = 5_000
const CLOSE_MS = 10_000
/** Events of the queue that are kept; nobody reads them. */
const KEPT_EVENTS = 100

const within = <T>(ms: number, work: Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

/**
 * BullMQ on its Postgres backend, in the schema `queue`, which it makes and migrates itself under a lock of
 * its own. Rejects when the database is away: BullMQ never tries a failed first connection again.
 */
export const openQueue = async ({
  databaseUrl,
  log,
}: {
  readonly databaseUrl: string
  readonly log: Logger
}): Promise<Queue> => {
  const { Queue: Jobs, Worker } = withBackend(createPostgresBackend)
  const connection = (max: number) => ({
    connectionString: databaseUrl,
    schema: 'queue',
    migrate: true,
    connectionTimeoutMillis: ADD_MS,
    max,
  })
  const onError = (error: Error) => log.warn({ fault: faultOf(error) }, 'the queue reports an error')
  const jobs = new Jobs<{ effectId: string }>(NAME, {
    connection: connection(2),
    streams: { events: { maxLen: KEPT_EVENTS } },
    defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: true },
  })
  jobs.on('error', onError)
  let worker: { close(): Promise<void> } | undefined

  try {
    await jobs.waitUntilReady()
  } catch (error) {
    await jobs.close().catch(() => {})
    throw error
  }
  return {
    async add(added) {
      if (added.length === 0) return
      const bulk = added.map(({ id, effectId }) => ({ name: NAME, data: { effectId }, opts: { jobId: id } }))
      await within(ADD_MS, jobs.addBulk(bulk))
    },
    async work(handle, { concurrency }) {
      const opened = new Worker<{ effectId: string }>(
        NAME,
        async ({ data }) => {
          // A thrown error would be kept with the job, and it may hold an address.
          await handle(data.effectId).catch((error: unknown) =>
            log.error({ effectId: data.effectId, fault: faultOf(error) }, 'a job failed'),
          )
        },
        { connection: connection(concurrency + 1), concurrency, runRetryDelay: 1_000 },
      )
      worker = opened
      opened.on('error', onError)
      await opened.waitUntilReady()
    },
    async close() {
      const ended = Promise.allSettled([worker?.close(), jobs.close()])
      await Promise.race([ended, pause(CLOSE_MS, undefined, { ref: false })])
    },
  }
}
