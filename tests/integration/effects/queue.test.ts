import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { pino } from 'pino'
import { openQueue, type Queue } from '#platform/queue/queue.ts'
import type { Job, Lane } from '#platform/queue/queue-backend.ts'
import { eventually } from '#support/eventually.ts'
import { freePort, noRedis, startRedis, type RedisServer } from '#support/servers/redis.ts'
import { silentLog } from '#support/processes/silent-log.ts'

let redis: RedisServer | undefined
let queues: Queue[]

beforeEach(() => {
  queues = []
})

const open = async (): Promise<Queue> => {
  const queue = await openQueue({ redisUrl: redis?.url, log: silentLog })
  queues.push(queue)
  return queue
}
const newJob = (lane: Lane = 'mail') => ({ id: `${randomUUID()}.0`, effectId: randomUUID(), lane })
/** Redis accepts nothing before it is connected. */
const add = (queue: Queue, jobs: readonly Job[]) => eventually(() => queue.add(jobs))
const isEmpty = (queue: Queue) =>
  eventually(async () => expect(await queue.counts()).toEqual({ waiting: 0, active: 0 }))

const inMemory = () => {
  afterEach(() => Promise.all(queues.map((queue) => queue.close())))
}
const onRedis = () => {
  beforeEach(async () => {
    redis = await startRedis(await freePort())
  })
  afterEach(async () => {
    await Promise.all(queues.map((queue) => queue.close()))
    await redis?.kill()
    redis = undefined
  })
}

describe.each([['memory', inMemory] as const, ...(noRedis === null ? [['Redis', onRedis] as const] : [])])(
  'in %s',
  (_store, prepare) => {
    prepare()

    test('a queued job is not added again, but can be added after it is done', async () => {
      const queue = await open()
      const job = newJob()
      await add(queue, [job])
      await add(queue, [job, job])
      const handled: string[] = []
      await queue.work(async (effectId) => void handled.push(effectId), { concurrency: 1 })
      await eventually(() => expect(handled).toHaveLength(1))
      await isEmpty(queue)
      await add(queue, [job])
      await eventually(() => expect(handled).toHaveLength(2))
    })

    test('closing waits for the current job', async () => {
      const queue = await open()
      const held = Promise.withResolvers<void>()
      let [ended, isClosed] = [false, false]
      const begun = Promise.withResolvers<void>()
      await queue.work(
        async () => {
          begun.resolve()
          await held.promise
          ended = true
        },
        { concurrency: 1 },
      )
      await add(queue, [newJob()])
      await begun.promise
      const closing = queue.close().then(() => void (isClosed = true))
      await new Promise((resolve) => setImmediate(resolve))
      expect(isClosed).toBe(false)
      held.resolve()
      await closing
      expect(ended).toBe(true)
    })

    test('a stuck lane does not block others, and each lane has its own concurrency', async () => {
      const queue = await open()
      const mails = Array.from({ length: 100 }, () => newJob('mail'))
      const [push, later] = [newJob('push'), newJob('push')]
      await add(queue, [...mails, push])
      const held = Promise.withResolvers<void>()
      const begun: string[] = []
      const isMail = (effectId: string) => mails.some((mail) => mail.effectId === effectId)
      await queue.work(
        async (effectId) => {
          begun.push(effectId)
          if (isMail(effectId)) await held.promise
        },
        { concurrency: 2 },
      )
      await eventually(() => expect(begun).toContain(push.effectId))
      await eventually(() => expect(begun.filter(isMail)).toHaveLength(2))
      await add(queue, [later])
      await eventually(() => expect(begun).toContain(later.effectId))
      expect(begun.filter(isMail)).toHaveLength(2)
      await eventually(async () => expect(await queue.counts()).toEqual({ waiting: 98, active: 2 }))
      held.resolve()
      await isEmpty(queue)
      expect(new Set(begun).size).toBe(102)
    })

    test('a failing handler does not hinder the next job', async () => {
      const queue = await open()
      const handled: string[] = []
      await queue.work(
        async (effectId) => {
          handled.push(effectId)
          throw new Error('ada@example.com refused')
        },
        { concurrency: 1 },
      )
      const [first, second] = [newJob(), newJob()]
      await add(queue, [first, second])
      await eventually(() => expect(handled).toEqual([first.effectId, second.effectId]))
      await isEmpty(queue)
    })
  },
)

test('in memory, a closed queue starts no further job', async () => {
  const queue = await openQueue({ log: silentLog })
  const held = Promise.withResolvers<void>()
  const begun: string[] = []
  await queue.work(
    async (effectId) => {
      begun.push(effectId)
      await held.promise
    },
    { concurrency: 1 },
  )
  const [first, second] = [newJob(), newJob()]
  await queue.add([first, second])
  const closing = queue.close()
  held.resolve()
  await closing
  expect(begun).toEqual([first.effectId])
})

test.skipIf(noRedis !== null)(
  'what happens to the connections goes to the log, and nowhere else',
  async () => {
    const printed = vi.spyOn(console, 'error')
    onTestFinished(() => printed.mockRestore())
    const lines: string[] = []
    const port = await freePort()
    const log = pino({}, { write: (line) => lines.push(line) })
    const queue = await openQueue({ redisUrl: `redis://127.0.0.1:${port}`, log })
    try {
      await queue.work(async () => {}, { concurrency: 1 })
      await eventually(() => expect(lines.join('')).toContain('the queue reports an error'))
      const server = await startRedis(port)
      onTestFinished(() => server.kill())
      await add(queue, [newJob()])
      await server.kill()
      await expect(queue.add([newJob()])).rejects.toThrow(Error)
    } finally {
      await queue.close()
    }
    expect(printed).not.toHaveBeenCalled()
  },
)
