import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { allEvents } from '#modules/all.events.ts'
import { WrongExpectedRevision } from '#platform/event-store/event-store.ts'
import { measure } from '#platform/health/measure.ts'
import { createMetrics } from '#platform/watch/metrics.ts'
import { openPlatform } from '#platform/platform.ts'
import { recordDeadlines } from '../../../services/worker/deadlines.ts'
import { PREPARED_AT_ONCE } from '../../../services/worker/effects.ts'
import { insertBlockedFacts } from '#support/read-models/builds.ts'
import { eventually } from '#support/eventually.ts'
import type { MailKind } from '#modules/mails/mail-kind.ts'
import { backoffMs } from '#modules/mails/send-mail.ts'
import { openStage, effects, settled, signUp } from '#support/product/mail-stage.ts'
import { openProduct, type Product } from '#support/product/product.ts'
import { parsePrometheus, type Figures } from '#support/servers/prometheus.ts'
import { freePort, noRedis, startRedis } from '#support/servers/redis.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { openSmtpSink } from '#support/servers/smtp-sink.ts'
import { startEsdbFake } from '#support/esdb/fake.ts'

let product: Product
beforeAll(async () => void (product = await openProduct()))
afterAll(() => product.close())
const stage = openStage()
afterEach(() => stage.close())

const scrape = async ({ platform }: Pick<Product, 'platform'> = product) =>
  parsePrometheus(await platform.metrics.text(await measure(platform)))

test('counts commands, appends and HTTP requests; a read model at the head has no lag', async () => {
  const { token } = await product.person()
  const before = await scrape()
  const created = await product.call('POST', '/workspaces/create', { token, body: { name: 'Praxis' } })
  expect(created.status).toBe(201)
  expect((await product.call('POST', '/workspaces/create', { token, body: {} })).status).toBe(400)
  const after = await scrape()
  const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)

  const command = 'vieraugen_commands_total{operation="workspaces.create",outcome='
  expect(grown(`${command}"done"}`)).toBe(1)
  expect(grown(`${command}"refused"}`)).toBe(1)
  const request = 'method="POST",route="/workspaces/create",status="201"'
  expect(grown(`vieraugen_http_request_seconds_count{${request}}`)).toBe(1)
  expect(grown(`vieraugen_http_request_seconds_bucket{${request},le="+Inf"}`)).toBe(1)
  expect(grown('vieraugen_append_seconds_count{outcome="done"}')).toBe(1)
  await eventually(async () => {
    const now = await scrape()
    expect(now.get('vieraugen_projection_lag_events{projection="workspaces"}')).toBe(0)
    expect(now.get('vieraugen_projection_lag_seconds{projection="workspaces"}')).toBe(0)
  })
})

test('reports the lag of a read model in facts and in seconds', async () => {
  await product.person()
  const facts = (await product.platform.eventStore.readAll({ after: null })).events.length
  const { db } = product.platform
  await db('checkpoints').insert({
    name: 'late_1',
    model: 'late',
    version: 1,
    build: 1,
    state: 'active',
    promotes: false,
    store_id: await product.platform.eventStore.identity(),
  })
  product.clock.advance(60_000)
  const now = await scrape()
  expect(now.get('vieraugen_projection_lag_events{projection="late"}')).toBe(facts)
  expect(now.get('vieraugen_projection_lag_seconds{projection="late"}')).toBeGreaterThanOrEqual(60)
})

test('counts an append with a stale revision as a conflict', async () => {
  const { eventStore } = product.platform
  const [fact] = (await eventStore.readAll({ after: null, max: 1 })).events
  await expect(
    eventStore.append(fact!.stream, 'no_stream', [{ ...fact!, id: crypto.randomUUID() }]),
  ).rejects.toThrow(WrongExpectedRevision)
  const now = await scrape()
  expect(now.get('vieraugen_append_conflicts_total')).toBe(1)
  expect(now.get('vieraugen_append_seconds_count{outcome="conflict"}')).toBe(1)
})

test('escapes labels', async () => {
  const metrics = createMetrics()
  metrics.count('commands_total', { operation: 'a"b\\c\nd' })
  expect(parsePrometheus(await metrics.text())).toEqual(
    new Map([[String.raw`vieraugen_commands_total{operation="a\"b\\c\nd"}`, 1]]),
  )
})

test('a histogram counts each value in its bucket and in all larger ones', async () => {
  const metrics = createMetrics()
  for (const seconds of [0.004, 0.3, 99]) metrics.observe('append_seconds', seconds, { outcome: 'done' })
  const figures = parsePrometheus(await metrics.text())
  const bucket = (le: string) => figures.get(`vieraugen_append_seconds_bucket{outcome="done",le="${le}"}`)
  expect(['0.005', '0.25', '0.5', '10', '+Inf'].map(bucket)).toEqual([1, 1, 2, 2, 3])
  expect(figures.get('vieraugen_append_seconds_sum{outcome="done"}')).toBeCloseTo(99.304)
})

test('counts held facts apart from dead letters', async () => {
  const fresh = await stage.product()
  const rows = [true, false, true].map((held, i) => {
    const row = { lane: 'a', event_id: crypto.randomUUID(), type: 'T', error: '' }
    return { ...row, position: `p1:${i}`, held }
  })
  await insertBlockedFacts(fresh.platform.db, 'users', rows)
  const now = await scrape(fresh)
  expect(now.get('vieraugen_held_facts{projection="users"}')).toBe(2)
  expect(now.get('vieraugen_parked_facts{projection="users"}')).toBe(1)
})

test('reports the age of the last time run, and nothing before the first', async () => {
  const { platform } = await stage.product()
  const age = async () => (await scrape({ platform })).get('vieraugen_time_run_age_seconds')
  expect(await age()).toBeUndefined()
  await recordDeadlines(platform)
  await platform.db('time_runs').update({ at: platform.db.raw(`now() - interval '10 minutes'`) })
  expect(await age()).toBeGreaterThanOrEqual(600)
  await recordDeadlines(platform)
  expect(await age()).toBeLessThan(600)
})

test('reads no facts if every read model is at the head', async () => {
  const fresh = await stage.product()
  await fresh.person()
  const { eventStore } = fresh.platform
  const readAll = vi.fn<typeof eventStore.readAll>(eventStore.readAll)
  const watched = { platform: { ...fresh.platform, eventStore: { ...eventStore, readAll } } }
  expect((await scrape(watched)).get('vieraugen_projection_lag_events{projection="users"}')).toBe(0)
  expect(readAll).not.toHaveBeenCalled()
})

describe('mails', () => {
  const outcome = (name: string, purpose = 'account.confirm-email') =>
    `vieraugen_mails_total{outcome="${name}",purpose="${purpose}"}`

  test('are counted by outcome', async () => {
    const { port, close } = await openSmtpSink()
    await close()
    const fresh = await stage.product({ SMTP_URL: `smtp://127.0.0.1:${port}` })
    await stage.worker(fresh)
    await signUp(fresh, 'ada@example.com')
    await eventually(async () =>
      expect(await effects(fresh)).toMatchObject([{ status: 'pending', attempts: 1 }]),
    )
    fresh.clock.advance(backoffMs(1) / 2)
    const waiting = await scrape(fresh)
    expect(waiting.get(outcome('retried'))).toBe(1)
    expect(waiting.get('vieraugen_effects{status="pending"}')).toBe(1)
    expect(waiting.get('vieraugen_mail_delay_seconds')).toBeGreaterThanOrEqual(backoffMs(1) / 2_000)

    await stage.smtp({ port })
    fresh.clock.advance(backoffMs(1))
    await settled(fresh, 1)
    await signUp(fresh, 'grace@example.com')
    await settled(fresh, 2)
    await eventually(async () => {
      const now = await scrape(fresh)
      expect(now.get(outcome('sent'))).toBe(2)
      expect(now.get(outcome('retried'))).toBe(1)
      expect(now.get('vieraugen_effects{status="pending"}')).toBe(0)
      expect(now.get('vieraugen_mail_delay_seconds')).toBe(0)
    })
  })

  test('count as dropped when unwanted and as failed when given up', async () => {
    const kind = (purpose: string, prepare: MailKind['prepare']): MailKind => ({
      purpose,
      on: 'UserSignedUp',
      readModels: [],
      recipients: () => [''],
      prepare,
    })
    const unwanted = kind('test.unwanted', async () => ({ drop: 'not wanted' }))
    const broken = kind('test.broken', async () => {
      throw new Error('never')
    })
    const fresh = await stage.product()
    await stage.worker(fresh, { mailKinds: [unwanted, broken] })
    await signUp(fresh, 'ada@example.com')
    await eventually(async () => expect((await scrape(fresh)).get(outcome('retried', 'test.broken'))).toBe(1))
    fresh.clock.advance(25 * 3_600_000)
    await settled(fresh, 2)
    await eventually(async () => {
      const now = await scrape(fresh)
      expect(now.get(outcome('failed', 'test.broken'))).toBe(1)
      expect(now.get(outcome('dropped', 'test.unwanted'))).toBe(1)
    })
  })
})

describe('the queue', () => {
  const jobs = (figures: Figures) =>
    ['waiting', 'active'].map((state) => figures.get(`vieraugen_queue_jobs{state="${state}"}`))

  test.each(['PostgreSQL', ...(noRedis === null ? ['Redis'] : [])])(
    'on %s reports its depth',
    async (store) => {
      const redis = store === 'Redis' ? await startRedis(await freePort()) : undefined
      if (redis) stage.defer(() => redis.kill())
      let greet = () => {}
      const greeting = new Promise<void>((resolve) => (greet = resolve))
      const smtp = await stage.smtp({ onConnect: () => greeting })
      const fresh = await stage.product({ SMTP_URL: smtp.url, ...(redis && { REDIS_URL: redis.url }) })
      await stage.worker(fresh)
      // Also when the test fails: nothing else would end the mails in progress.
      stage.defer(async () => greet())
      const people = PREPARED_AT_ONCE + 2
      for (let n = 0; n < people; n += 1) await signUp(fresh, `person${n}@example.com`)
      await eventually(async () => expect(jobs(await scrape(fresh))).toEqual([2, PREPARED_AT_ONCE]))
      greet()
      await settled(fresh, people)
      await eventually(async () => expect(jobs(await scrape(fresh))).toEqual([0, 0]))
    },
  )
})

describe('an unavailable store', () => {
  test.skipIf(noRedis !== null)('costs only its own metrics: Redis', async () => {
    const redis = await startRedis(await freePort())
    const fresh = await stage.product({ REDIS_URL: redis.url })
    await stage.worker(fresh)
    await fresh.person()
    expect((await scrape(fresh)).get('vieraugen_up{dependency="redis"}')).toBe(1)
    await redis.kill()
    await eventually(async () => {
      const figures = await scrape(fresh)
      expect(figures.get('vieraugen_up{dependency="redis"}')).toBe(0)
      expect(figures.get('vieraugen_figures_read{figures="queue"}')).toBe(0)
      expect(figures.has('vieraugen_queue_jobs{state="waiting"}')).toBe(false)
      expect(figures.get('vieraugen_projection_lag_events{projection="users"}')).toBe(0)
    })
  })

  test('costs only its own metrics: EventStoreDB', async () => {
    const esdb = await startEsdbFake()
    const fresh = await stage.product({ EVENTSTORE_URL: esdb.url })
    await fresh.person()
    await esdb.close()
    await eventually(async () => {
      const figures = await scrape(fresh)
      expect(figures.get('vieraugen_up{dependency="event store"}')).toBe(0)
      expect(figures.get('vieraugen_up{dependency="database"}')).toBe(1)
      expect(figures.get('vieraugen_figures_read{figures="read models"}')).toBe(0)
      expect(figures.get('vieraugen_figures_read{figures="mails"}')).toBe(1)
      expect(figures.get('vieraugen_append_seconds_count{outcome="done"}')).toBe(1)
    })
  })

  test('costs only its own metrics: the database', async () => {
    const config = { ...product.platform.config, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' }
    const platform = await openPlatform(config, { log: silentLog, catalogue: allEvents, readModels: [] })
    stage.defer(() => platform.close())
    platform.metrics.count('append_conflicts_total')
    const figures = await scrape({ platform })
    expect(figures.get('vieraugen_up{dependency="database"}')).toBe(0)
    for (const name of ['read models', 'parked facts', 'mails'])
      expect(figures.get(`vieraugen_figures_read{figures="${name}"}`)).toBe(0)
    expect(figures.get('vieraugen_append_conflicts_total')).toBe(1)
  })
})
