import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { eventually } from '#support/eventually.ts'
import { effects, inbox, openStage, settled, signUp } from '#support/product/mail-stage.ts'
import { ask } from '#support/product/requests.ts'
import { freePort, noRedis, startRedis, urlAt } from '#support/servers/redis.ts'
import { colleague, workspaceOf } from '#support/product/workspaces.ts'
import { endEverything, run, temporaryFolder } from '#support/processes/local-process.ts'

const stage = openStage()
afterAll(async () => {
  await endEverything()
  await stage.close()
})

const openRedis = async (port: number) => {
  const redis = await startRedis(port)
  stage.defer(() => redis.kill())
  return redis
}

/** A product with a worker whose Redis is to be at that port, whether it is there or not. */
const open = async (port: number) => {
  const product = await stage.product({ REDIS_URL: urlAt(port) })
  return { product, worker: await stage.worker(product) }
}

const waiting = (product: Awaited<ReturnType<typeof open>>['product'], count: number) =>
  eventually(async () => {
    const rows = await effects(product)
    expect(rows.map(({ status, attempts }) => ({ status, attempts }))).toEqual(
      Array.from({ length: count }, () => ({ status: 'pending', attempts: 0 })),
    )
  })

const stopTime = async (worker: { stop(): Promise<void> }) => {
  const before = performance.now()
  await worker.stop()
  return performance.now() - before
}

const because = noRedis === null ? '' : ` (skipped: ${noRedis})`
// Side by side, each with its own Redis and product: most of their time is waiting.
describe.skipIf(noRedis !== null).concurrent(`with a real Redis${because}`, () => {
  test('away at the start: commands answer, mails wait in the ledger and go out when it comes', async () => {
    const port = await freePort()
    const { product } = await open(port)
    const { id, admin } = await workspaceOf(product)
    const anna = await colleague(product, { id, admin })
    expect((await ask(product, anna, id)).status).toBe(201)
    for (const path of [`/workspaces/${id}`, `/requests/list/${id}`, '/users/current'])
      expect((await product.call('GET', path, { token: admin.token })).status).toBe(200)
    await signUp(product, 'ada@example.com')
    await waiting(product, 1)

    await openRedis(port)
    await settled(product, 1)
    expect((await inbox(product)).map(({ to }) => to)).toEqual(['ada@example.com'])
  })

  test('lost in the middle: commands answer, mails wait and go out once when it is back, empty', async () => {
    const redis = await openRedis(await freePort())
    const { product } = await open(redis.port)
    await signUp(product, 'ada@example.com')
    await settled(product, 1)

    await redis.kill()
    await signUp(product, 'bob@example.com')
    await eventually(async () => expect(await effects(product)).toHaveLength(2))
    expect((await effects(product)).map(({ status }) => status).toSorted()).toEqual(['pending', 'sent'])
    await openRedis(redis.port)
    await settled(product, 2)
    expect(await inbox(product)).toHaveLength(2)
  })

  test('silent: commands answer, mails wait and go out once when it speaks again', async () => {
    const redis = await openRedis(await freePort())
    const { product } = await open(redis.port)
    await signUp(product, 'ada@example.com')
    await settled(product, 1)
    redis.freeze()
    await signUp(product, 'bob@example.com')
    await eventually(async () => expect(await effects(product)).toHaveLength(2))
    expect((await effects(product)).map(({ status }) => status).toSorted()).toEqual(['pending', 'sent'])
    redis.resume()
    await settled(product, 2)
    expect(await inbox(product)).toHaveLength(2)
  })

  test('wiped while jobs wait: the sweep adds them again, and each mail goes out once', async () => {
    const redis = await openRedis(await freePort())
    const held = Promise.withResolvers<void>()
    const smtp = await stage.smtp({ beforeReply: () => held.promise })
    const product = await stage.product({ REDIS_URL: redis.url, SMTP_URL: smtp.url })
    await stage.worker(product)
    const people = Array.from({ length: 8 }, (_, i) => `person-${i}@example.com`)
    for (const email of people) await signUp(product, email)
    await eventually(() => expect(smtp.received).toHaveLength(5))
    await redis.wipe()
    held.resolve()
    await settled(product, people.length)
    expect(smtp.received.flatMap(({ recipients }) => recipients).toSorted()).toEqual(people)
  })

  test('two workers at once send each mail once, through Redis', async () => {
    const redis = await openRedis(await freePort())
    const smtp = await stage.smtp()
    const product = await stage.product({ REDIS_URL: redis.url, SMTP_URL: smtp.url })
    await Promise.all([stage.worker(product), stage.worker(product)])
    const people = Array.from({ length: 25 }, (_, i) => `person-${i}@example.com`)
    await Promise.all(people.map((email) => signUp(product, email)))
    await settled(product, people.length)
    expect(smtp.received.flatMap(({ recipients }) => recipients).toSorted()).toEqual(people.toSorted())
    expect((await redis.keys()).join()).toContain('vieraugen:effects')
  })

  test('the worker stops within 10 s when Redis never came', async () => {
    const { worker } = await open(await freePort())
    expect(await stopTime(worker)).toBeLessThan(10_000)
  })

  test('the worker stops within 10 s when Redis was lost, also with a mail at hand, which it finishes', async () => {
    const redis = await openRedis(await freePort())
    const held = Promise.withResolvers<void>()
    const smtp = await stage.smtp({
      async beforeReply() {
        await held.promise
        // A slow server: a client that does not wait for it is gone by then.
        await pause(500)
      },
    })
    const product = await stage.product({ REDIS_URL: redis.url, SMTP_URL: smtp.url })
    const worker = await stage.worker(product)
    await signUp(product, 'ada@example.com')
    await eventually(() => expect(smtp.received).toHaveLength(1))
    await redis.kill()
    const stopping = stopTime(worker)
    held.resolve()
    expect(await stopping).toBeLessThan(10_000)
    expect(await effects(product)).toMatchObject([{ status: 'sent', attempts: 1 }])
  })
  test.each(['there', 'away', 'lost'])(
    'nothing of a closed queue keeps the process: Redis is %s',
    async (how) => {
      const port = await freePort()
      const redis = how === 'away' ? undefined : await openRedis(port)
      const { pathname: script } = new URL('../../support/processes/queue-process.ts', import.meta.url)
      const process = run(['node', script], temporaryFolder(), { REDIS_URL: urlAt(port) })
      await process.prints(how === 'away' ? 'opened' : 'worked')
      if (how === 'lost') await redis!.kill()
      process.signal('SIGTERM')
      expect([await process.ended, process.output()]).toEqual([0, expect.stringContaining('closed')])
    },
  )
})
