import { openQueue } from '#platform/queue/queue.ts'
import { silentLog } from './silent-log.ts'

const say = (word: string) => process.stdout.write(`${word}\n`)

// Opens a queue, works, and closes it on SIGTERM. Does not call exit, so an open handle keeps the process alive.
const queue = await openQueue({ redisUrl: process.env['REDIS_URL'], log: silentLog })
process.once('SIGTERM', () => void queue.close().then(() => say('closed')))
await queue.work(async () => void say('worked'), { concurrency: 2 })
say('opened')
const add = () => {
  queue.add([{ id: 'job.0', effectId: 'job', lane: 'mail' }]).catch(() => setTimeout(add, 20).unref())
}
add()
