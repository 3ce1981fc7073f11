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
/** Soon back after a restart of Redis, and no storm while it is away. */
const retryStrategy = (times: number) => Math.min(50 * 2 ** times, 2_000)
/** A server that took a command and says nothing for so long is given up, and dialled again. */
const SILENT_MS = 5_000
/** More than a worker's wait for the next job, which Redis answers after 5 s. */
const SILENT_WAITING_MS = 15_000
/** Then the connections are cut, within the time that the queue has for closing. */
const CLOSE_WORKER_MS = 8_000

/**
 * BullMQ on Redis. Opens whether Redis is there or not, and finds it by itself, at any time: adding fails at
 * once while it is away, working waits. Neither side asks for the server's version: a connection lost in that
 * very moment would leave BullMQ with a first failure that it never tries again.
 */
export const openRedisQueue = (
  redisUrl: string,
  lane: Lane,
  onError: (error: Error) => void,
): QueueBackend => {
  const { Queue: Jobs, Worker } = withBackend(createRedisBackend)
  const opened: Redis[] = []
  let isClosing = false
  // A connection that is lost while we close ends at once, and fails what waits for it; else that waits for ever.
  const retry = (times: number) => (isClosing ? null : retryStrategy(times))
  const connect = (options: Omit<RedisOptions, 'replyMapping'>): Redis => {
    const redis = new Redis(redisUrl, { retryStrategy: retry, ...options })
    // BullMQ makes a second connection of a worker's. It is to be ours too, to know it and to end it.
    redis.duplicate = (more) => connect({ ...options, ...more })
    redis.on('error', onError)
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
        // BullMQ never ends a worker gently without Redis, so what runs is waited for here.
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

/** Throws when Redis does not answer, or refuses our credentials. */
export const pingRedis = async (redisUrl: string): Promise<void> => {
  await askRedis(redisUrl, (redis) => redis.ping())
}

export type RedisDescription = {
  readonly version: string
  /** `noeviction`, or how it chooses what to throw away when it is full. */
  readonly maxMemoryPolicy: string
  readonly isAppendOnly: boolean
}

/** Throws when Redis does not answer, or refuses our credentials. */
export const describeRedis = async (redisUrl: string): Promise<RedisDescription> => {
  const info = await askRedis(redisUrl, (redis) => redis.info())
  const field = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? 'unknown'
  return {
    version: field('redis_version'),
    maxMemoryPolicy: field('maxmemory_policy'),
    isAppendOnly: field('aof_enabled') === '1',
  }
}
