import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate, openDatabase } from '#platform/postgres/database.ts'
import { openQueue, type Queue } from '#platform/queue/queue.ts'
import { eventually } from '../support/eventually.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { silentLog } from '../support/silent-log.ts'

let database: TestDatabase
let queues: Queue[]

beforeEach(async () => {
  database = await createDatabase()
  queues = []
})
afterEach(async () => {
  await Promise.all(queues.map((queue) => queue.close()))
  await database.drop()
})

const open = async (): Promise<Queue> => {
  const queue = await openQueue({ databaseUrl: database.url, log: silentLog })
  queues.push(queue)
  return queue
}
const newJob = () => ({ id: `${randomUUID()}.0`, effectId: randomUUID() })

test('several processes may open the queue at once, and the migrations of the product go on undisturbed', async () => {
  const [first, second] = await Promise.all([open(), open(), open(), open()])
  await migrate(database.url)
  const handled: string[] = []
  await second.work(async (effectId) => void handled.push(effectId), { concurrency: 1 })
  const job = newJob()
  await first.add([job])
  await eventually(() => expect(handled).toEqual([job.effectId]))
})

test('a job that waits already is not added again; once done it may be', async () => {
  const queue = await open()
  const job = newJob()
  await queue.add([job])
  await queue.add([job, job])
  const handled: string[] = []
  await queue.work(async (effectId) => void handled.push(effectId), { concurrency: 1 })
  await eventually(() => expect(handled).toHaveLength(1))
  const db = openDatabase(database.url)
  await eventually(async () => expect((await db.raw('SELECT FROM queue.job')).rowCount).toBe(0))
  await db.destroy()
  await queue.add([job])
  await eventually(() => expect(handled).toHaveLength(2))
})

test('a handler that throws leaves nothing behind, and the next job runs', async () => {
  const queue = await open()
  const handled: string[] = []
  await queue.work(
    async (effectId) => {
      handled.push(effectId)
      throw new Error('ada@example.com refused')
    },
    { concurrency: 1 },
  )
  await queue.add([newJob(), newJob()])
  await eventually(() => expect(handled).toHaveLength(2))
  const db = openDatabase(database.url)
  await eventually(async () => expect((await db.raw('SELECT FROM queue.job')).rowCount).toBe(0))
  const { rows } = await db.raw('SELECT row_to_json(e)::text AS row FROM queue.event e')
  await db.destroy()
  expect(rows.map(({ row }: { row: string }) => row).join()).not.toContain('ada@')
})

test('closing waits for the job at hand', async () => {
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
  await queue.add([newJob()])
  await begun.promise
  const closing = queue.close()
  held.resolve()
  await closing
  expect(ended).toBe(true)
})

test('without a database there is no queue, and the caller hears of it', async () => {
  const url = new URL(database.url)
  url.port = '1'
  await expect(openQueue({ databaseUrl: url.href, log: silentLog })).rejects.toThrow(/ECONNREFUSED/)
})
