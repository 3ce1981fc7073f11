import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import type { Config } from '#platform/config/config.ts'
import { PERHAPS_SENT } from '#modules/mails/mail.state.ts'
import { SENT_AT_ONCE } from '#modules/mails/send-mail.ts'
import { LEASE_MS } from '#platform/effects/effect-ledger.ts'
import { effects, outcomesOf } from '#support/product/mail-stage.ts'
import type { MailWorkerInput } from '#support/processes/mail-worker.ts'
import { PREPARED_AT_ONCE } from '../../../services/worker/effects.ts'
import { openProduct, type Product } from '#support/product/product.ts'
import { freePort, noRedis, startRedis } from '#support/servers/redis.ts'
import { openSmtpSink } from '#support/servers/smtp-sink.ts'
import { casesOfRun, isLong, rounds } from '#support/rounds.ts'
import { eventually } from '#support/eventually.ts'

vi.setConfig({ testTimeout: 90_000 })

const script = fileURLToPath(new URL('../../support/processes/mail-worker.ts', import.meta.url))
const closing: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const kill = async (worker: ChildProcess): Promise<void> => {
  if (worker.exitCode !== null || worker.signalCode !== null) return
  const ended = once(worker, 'exit')
  worker.kill('SIGKILL')
  await ended
}

/** A worker process; `skippedMs` sets its clock ahead. */
const startWorker = ({ platform }: Product, skippedMs = 0): ChildProcess => {
  const worker = spawn(process.execPath, [script], { stdio: ['pipe', 'ignore', 'inherit'] })
  closing.push(() => kill(worker))
  worker.stdin.end(JSON.stringify({ config: platform.config, skippedMs } satisfies MailWorkerInput))
  return worker
}

const queues = ['memory', 'Redis'].filter((queue) => queue !== 'Redis' || noRedis === null)
/** One of them in `npm test`, not the same in every test. */
const queuesOf = (n: number) => casesOfRun(queues, n % queues.length)

/** Half of the deaths in `npm test`. */
const turns = casesOfRun([1, 2])

const redisFor = async (queue: string): Promise<Partial<Config>> => {
  if (queue !== 'Redis') return {}
  const redis = await startRedis(await freePort())
  closing.push(() => redis.kill())
  return { REDIS_URL: redis.url }
}

/** A product whose mails go to a server at which `at` happens once, with the first worker's first mail. */
const killedAt = async (at: 'connect' | 'data', queue: string) => {
  let victim: ChildProcess | undefined
  const strike = async () => {
    const worker = victim
    victim = undefined
    if (worker) await kill(worker)
  }
  const smtp = await openSmtpSink(at === 'connect' ? { onConnect: strike } : { beforeReply: strike })
  closing.push(() => smtp.close())
  const product = await openProduct({ SMTP_URL: smtp.url, ...(await redisFor(queue)) })
  closing.push(() => product.close())
  const signUp = { body: { email: 'ada@example.com', password: 'correct horse' } }
  expect((await product.call('POST', '/auth/signup', signUp)).status).toBe(201)

  victim = startWorker(product)
  await once(victim, 'exit')
  return { smtp, product }
}

const settled = (product: Product) =>
  eventually(async () => expect(await effects(product)).toMatchObject([{ status: 'sent', attempts: 2 }]))

test.runIf(turns.includes(1)).each(queuesOf(1))(
  'jobs in %s: killed after the server took the mail and before that is written down: the same mail once more, under its Message-ID',
  async (queue) => {
    const { smtp, product } = await killedAt('data', queue)
    expect(await effects(product)).toMatchObject([{ status: 'sending', attempts: 1 }])

    startWorker(product, LEASE_MS + 1_000)
    await settled(product)
    const [effect] = await effects(product)
    const named = `<${effect!.id}@localhost>`
    expect(smtp.received.map(({ messageId }) => messageId)).toEqual([named, named])
    expect(await outcomesOf(product, effect!)).toMatchObject([{ outcome: 'sent' }])
  },
)

test.runIf(turns.includes(2)).each(queuesOf(2))(
  'jobs in %s: killed before the server has the mail: another worker leaves it alone until the lease ends; then it goes out, once',
  async (queue) => {
    const { smtp, product } = await killedAt('connect', queue)
    const [first] = await effects(product)
    expect(first).toMatchObject({ status: 'sending', attempts: 1 })
    const { status } = await product.call('POST', '/auth/signup', {
      body: { email: 'bob@example.com', password: 'correct horse' },
    })
    expect(status).toBe(201)
    const recipients = () => smtp.received.flatMap((mail) => mail.recipients)

    const other = startWorker(product)
    await eventually(async () =>
      expect((await effects(product)).map((effect) => effect.status).toSorted()).toEqual(['sending', 'sent']),
    )
    expect(recipients()).toEqual(['bob@example.com'])
    await kill(other)

    startWorker(product, LEASE_MS + 1_000)
    await eventually(async () =>
      expect((await effects(product)).find(({ id }) => id === first!.id)).toMatchObject({
        status: 'sent',
        attempts: 2,
      }),
    )
    expect(recipients()).toEqual(['bob@example.com', 'ada@example.com'])
  },
)

test.runIf(isLong()).each(queues)(
  'jobs in %s: two workers killed at once, each in the middle of as many mails as it sends at a time: no more than those go out twice',
  async (queue) => {
    // Each has as many in hand as it takes.
    const people = 2 * PREPARED_AT_ONCE
    // Without Redis, one of them has all jobs.
    const busy = queue === 'Redis' ? 2 : 1
    const full = Promise.withResolvers<void>()
    let held = 0
    let isHolding = true
    const smtp = await openSmtpSink({
      async beforeReply() {
        if (!isHolding) return
        held += 1
        if (held === busy * SENT_AT_ONCE) full.resolve()
        // Their workers never hear that it is taken.
        await new Promise(() => {})
      },
    })
    closing.push(() => smtp.close())
    const product = await openProduct({ SMTP_URL: smtp.url, ...(await redisFor(queue)) })
    closing.push(() => product.close())
    for (let n = 0; n < people; n += 1) {
      const body = { email: `ada${n}@example.com`, password: 'correct horse' }
      expect((await product.call('POST', '/auth/signup', { body })).status).toBe(201)
    }
    const workers = [startWorker(product), startWorker(product)]
    await full.promise
    await Promise.all(workers.map(kill))
    isHolding = false
    startWorker(product, LEASE_MS + 1_000)
    await eventually(async () =>
      expect((await effects(product)).map(({ status }) => status)).toEqual(
        Array.from({ length: people }, () => 'sent'),
      ),
    )
    const ids = smtp.received.map(({ messageId }) => messageId)
    expect(new Set(ids).size).toBe(people)
    expect(ids.length - people).toBeLessThanOrEqual(busy * SENT_AT_ONCE)
    expect(held).toBe(busy * SENT_AT_ONCE)
  },
)

const KILLS = rounds({ short: 1, long: 50 })

test.runIf(turns.includes(2))(
  `killed ${KILLS} times after the server took a mail that nobody needs afterwards: it was perhaps sent, and never dropped`,
  { timeout: 60_000 + KILLS * 30_000 },
  async () => {
    let victim: ChildProcess | undefined
    const smtp = await openSmtpSink({
      async beforeReply() {
        const worker = victim
        victim = undefined
        if (worker) await kill(worker)
      },
    })
    closing.push(() => smtp.close())
    const product = await openProduct({ SMTP_URL: smtp.url })
    closing.push(() => product.close())
    const signUp = async (email: string) => {
      const { status } = await product.call('POST', '/auth/signup', {
        body: { email, password: 'correct horse' },
      })
      expect(status).toBe(201)
    }
    let skippedMs = 0
    for (let n = 0; n < KILLS; n += 1) {
      const email = `ada${n}@example.com`
      await signUp(email)
      victim = startWorker(product, skippedMs)
      await once(victim, 'exit')
      // The newer link replaces the one in the mail.
      await signUp(email)
      skippedMs += LEASE_MS + 1_000
      const next = startWorker(product, skippedMs)
      // A worker takes half a minute to start where many of them compete for the machine.
      await vi.waitFor(
        async () =>
          expect((await effects(product)).slice(-2).map(({ status }) => status)).toEqual([
            'perhapsSent',
            'sent',
          ]),
        { timeout: 90_000, interval: 50 },
      )
      await kill(next)
    }
    const delivered = new Set(smtp.received.map(({ messageId }) => messageId))
    expect(delivered.size).toBe(2 * KILLS)
    for (const effect of await effects(product)) {
      expect(effect.status).not.toBe('dropped')
      const [outcome] = await outcomesOf(product, effect)
      const isPerhaps = effect.status === 'perhapsSent'
      expect(outcome).toMatchObject({ outcome: 'sent', ...(isPerhaps && { reason: PERHAPS_SENT }) })
    }
  },
)
