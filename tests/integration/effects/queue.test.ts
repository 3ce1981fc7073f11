import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrate, openDatabase } from '#platform/postgres/database.ts'
import { openQueue, type Queue } from '#platform/queue/queue.ts'
import type { Job, Lane } from '#platform/queue/queue-backend.ts'
import { eventually } from '#support/eventually.ts'
import { createDatabase, overTcp, type TestDatabase } from '#support/servers/postgres.ts'
import { freePort, noRedis, startRedis, type RedisServer } from '#support/servers/redis.ts'
import { ownerUrl } from '#support/servers/runtime-url.ts'
import { silentLog } from '#support/processes/silent-log.ts'

let database: TestDatabase
let redis: RedisServer | undefined
let queues: Queue[]

beforeEach(() => {
  queues = []
})

const open = async (): Promise<Queue> => {
  const queue = await openQueue({ databaseUrl: database?.url ?? '', redisUrl: redis?.url, log: silentLog })
  queues.push(queue)
  return queue
}
const newJob = (lane: Lane = 'mail') => ({ id: `${randomUUID()}.0`, effectId: randomUUID(), lane })
/** Redis accepts nothing before it is connected. */
const add = (queue: Queue, jobs: readonly Job[]) => eventually(() => queue.add(jobs))
const isEmpty = (queue: Queue) =>
  eventually(async () => expect(await queue.counts()).toEqual({ waiting: 0, active: 0 }))

const onPostgres = () => {
  beforeEach(async () => {
    database = await createDatabase()
  })
  afterEach(async () => {
    await Promise.all(queues.map((queue) => queue.close()))
    await database.drop()
  })
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

describe.each([
  ['PostgreSQL', onPostgres] as const,
  ...(noRedis === null ? [['Redis', onRedis] as const] : []),
])('on %s', (_store, prepare) => {
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
    let ended = false
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
    const closing = queue.close()
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
})

describe('in the database', () => {
  onPostgres()

  test('several processes can open the queue at once, alongside the migrations', async () => {
    const [first, second] = await Promise.all([open(), open(), open(), open()])
    await migrate(ownerUrl(database.url))
    const handled: string[] = []
    await second.work(async (effectId) => void handled.push(effectId), { concurrency: 1 })
    const job = newJob()
    await first.add([job])
    await eventually(() => expect(handled).toEqual([job.effectId]))
  })

  test('a failing handler leaves nothing behind, and the next job runs', async () => {
    const queue = await open()
    const handled: string[] = []
    await queue.work(
      async (effectId) => {
        handled.push(effectId)
        throw new Error('ada@example.com refused')
      },
      { concurrency: 1 },
    )
    await queue.add([newJob(), newJob('push')])
    await eventually(() => expect(handled).toHaveLength(2))
    const db = openDatabase(database.url)
    await eventually(async () => expect((await db.raw('SELECT FROM queue.job')).rowCount).toBe(0))
    const { rows } = await db.raw('SELECT row_to_json(e)::text AS row FROM queue.event e')
    await db.destroy()
    expect(rows.map(({ row }: { row: string }) => row).join()).not.toContain('ada@')
  })

  test('opening fails without a database', async () => {
    const url = new URL(overTcp(database.url))
    url.port = '1'
    await expect(openQueue({ databaseUrl: url.href, log: silentLog })).rejects.toThrow(/ECONNREFUSED/)
  })
})
