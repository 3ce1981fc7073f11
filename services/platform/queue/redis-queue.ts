import { createRedisBackend, withBackend } from 'bullmq'
import { Redis, type RedisOptions } from 'ioredis'
import { setTimeout as pause } from 'node:timers/promises'
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

const PREFIX = 'vieraugen'
const retryStrategy = (times: number) => Math.min(50 * 2 ** times, 2_000)
/** A connection without an answer for this time is replaced. */
const SILENT_MS = 5_000
/** Longer than a worker's blocking wait for a job, which Redis answers after 5 s. */
const SILENT_WAITING_MS = 15_000
/** After this time `close` cuts the connections. Shorter than the queue's own limit. */
const CLOSE_WORKER_MS = 8_000

/**
 * Opens BullMQ on Redis, even if Redis is unavailable. Until it is available, adding fails at once and working waits. The version
 * check is off, because BullMQ never recovers from a connection that is lost during it.
 */
export const openRedisQueue = (
  redisUrl: string,
  lane: Lane,
  onError: (error: Error) => void,
): QueueBackend => {
  const { Queue: Jobs, Worker } = withBackend(createRedisBackend)
  const opened: Redis[] = []
  let isClosing = false
  // A connection that is lost during `close` must fail its waiting commands. With a retry they would wait for ever.
  const retry = (times: number) => (isClosing ? null : retryStrategy(times))
  const connect = (options: Omit<RedisOptions, 'replyMapping'>): Redis => {
    const redis = new Redis(redisUrl, { retryStrategy: retry, ...options })
    // BullMQ duplicates a worker's connection. We need the duplicate too, in order to close it.
    redis.duplicate = (more) => connect({ ...options, ...more })
    opened.push(redis)
    return redis
  }
  const jobs = new Jobs<JobData>(LANES[lane], {
    ...jobsOptions,
    prefix: PREFIX,
    connection: connect({ enableOfflineQueue: false, maxRetriesPerRequest: 0, socketTimeout: SILENT_MS }),
    skipWaitingForReady: true,
    skipVersionCheck: true,
  })
  jobs.on('error', onError)
  const running = new Set<Promise<void>>()
  let closeWorker = async (): Promise<void> => {}

  return {
    add: (added) => jobs.addBulk(bulkOf(added)),
    counts: () => jobs.getJobCounts(...STATES),
    async work(run, concurrency) {
      const redis = connect({ maxRetriesPerRequest: null, socketTimeout: SILENT_WAITING_MS })
      const perform = async (effectId: string) => {
        const performed = run(effectId)
        running.add(performed)
        await performed
        running.delete(performed)
      }
      const worker = new Worker<JobData>(LANES[lane], ({ data }) => perform(data.effectId), {
        ...workerOptions,
        prefix: PREFIX,
        connection: redis,
        concurrency,
        skipVersionCheck: true,
      })
      worker.on('error', onError)

      closeWorker = async () => {
        const isThere = opened.every(({ status }) => status === 'ready')
        // Without Redis BullMQ cannot close a worker gracefully, so wait for the running jobs here.
        if (!isThere) await worker.pause(true).then(() => Promise.all(running))
        await worker.close(!isThere)
      }
    },
    async close() {
      isClosing = true
      await Promise.race([closeWorker(), pause(CLOSE_WORKER_MS, undefined, { ref: false })])
      await jobs.close()
      for (const redis of opened) redis.disconnect()
    },
  }
}

const askRedis = async (redisUrl: string, ask: (redis: Redis) => Promise<string>): Promise<string> => {
  const redis = new Redis(redisUrl, {
    retryStrategy: () => null,
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    connectTimeout: SILENT_MS,
    socketTimeout: SILENT_MS,
  })
  redis.on('error', () => {})
  try {
    return await ask(redis)
  } finally {
    redis.disconnect()
  }
}

/** Throws if Redis does not answer or rejects our credentials. */
export const pingRedis = async (redisUrl: string): Promise<void> => {
  await askRedis(redisUrl, (redis) => redis.ping())
}

export type RedisDescription = {
  readonly version: string
  /** `noeviction`, or the eviction policy. */
  readonly maxMemoryPolicy: string
  readonly isAppendOnly: boolean
}

/** Throws if Redis does not answer or rejects our credentials. */
export const describeRedis = async (redisUrl: string): Promise<RedisDescription> => {
  const info = await askRedis(redisUrl, (redis) => redis.info())
  const field = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? 'unknown'
  return {
    version: field('redis_version'),
    maxMemoryPolicy: field('maxmemory_policy'),
    isAppendOnly: field('aof_enabled') === '1',
  }
}
