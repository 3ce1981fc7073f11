import { createPostgresBackend, withBackend } from 'bullmq'
import {
  bulkOf,
  jobsOptions,
  LANES,
  STATES,
  workerOptions,
  type JobData,
  type Lane,
  type QueueBackend,
} from './queue-backend.ts'

const CONNECT_MS = 5_000
/** Longer than any statement. Detects dead connections. */
const ANSWER_MS = 10_000

/**
 * Opens BullMQ on PostgreSQL, in the schema `queue`, which BullMQ creates and migrates under its own lock. Rejects if the database is
 * unavailable, because BullMQ does not retry a failed first connection.
 */
export const openPostgresQueue = async (
  databaseUrl: string,
  lane: Lane,
  onError: (error: Error) => void,
): Promise<QueueBackend> => {
  const { Queue: Jobs, Worker } = withBackend(createPostgresBackend)
  const connection = (max: number) => ({
    connectionString: databaseUrl,
    schema: 'queue',
    migrate: true,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    max,
  })
  const jobs = new Jobs<JobData>(LANES[lane], { ...jobsOptions, connection: connection(2) })
  jobs.on('error', onError)
  let worker: { close(): Promise<void> } | undefined

  try {
    await jobs.waitUntilReady()
  } catch (error) {
    await jobs.close().catch(() => {})
    throw error
  }
  return {
    add: (added) => jobs.addBulk(bulkOf(added)),
    counts: () => jobs.getJobCounts(...STATES),
    async work(run, concurrency) {
      const opened = new Worker<JobData>(LANES[lane], ({ data }) => run(data.effectId), {
        ...workerOptions,
        connection: connection(concurrency + 1),
        concurrency,
      })
      worker = opened
      opened.on('error', onError)
      await opened.waitUntilReady()
    },
    close: () => Promise.allSettled([worker?.close(), jobs.close()]),
  }
}
