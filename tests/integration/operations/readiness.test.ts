import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { userStream } from '#modules/accounts/user.events.ts'
import { allEvents } from '#modules/all.events.ts'
import { createEffectLedger } from '#platform/effects/effect-ledger.ts'
import { fact } from '#platform/facts/facts.ts'
import { measure } from '#platform/health/measure.ts'
import { insertBlockedFacts } from '#support/read-models/builds.ts'
import { startEsdbFake } from '#support/esdb/fake.ts'
import { eventually } from '#support/eventually.ts'
import { recordEffects } from '#support/record-effects.ts'
import { enrolDevice, openStage, settled } from '#support/product/mail-stage.ts'
import { asProgram, plant } from '#support/read-models/newer-program.ts'
import { projectAll } from '#support/read-models/people-model.ts'
import type { Product } from '#support/product/product.ts'
import { freePort, noRedis, startRedis } from '#support/servers/redis.ts'

const MINUTE = 60_000

/** Closed at the end: the tests run side by side, because most of their time is waiting. */
const stage = openStage()
afterAll(() => stage.close())

/** Asks until the answer fits: what was asked a moment ago is told again. */
const ready = (product: Product, wanted: { status: number; body: object }) =>
  eventually(async () => {
    const body = await product.platform.readiness()
    const answer = { status: body.status === 'down' ? 503 : 200, body }
    expect(answer).toMatchObject(wanted)
    return answer
  })

const degraded = (checks: Record<string, unknown>) => ({ status: 200, body: { status: 'degraded', checks } })

describe.skipIf(noRedis !== null).concurrent('the dependencies', () => {
  const openAll = async () => {
    const esdb = await startEsdbFake()
    stage.defer(() => esdb.close())
    const redis = await startRedis(await freePort())
    stage.defer(() => redis.kill())
    let greet = async () => {}
    const smtp = await stage.smtp({ onConnect: () => greet() })
    const product = await stage.product({
      EVENTSTORE_URL: esdb.url,
      REDIS_URL: redis.url,
      SMTP_URL: smtp.url,
    })
    // What is away before the stores are known is another matter.
    await product.platform.gate.pass()
    const beSilent = () => {
      esdb.gate.freeze()
      redis.freeze()
      greet = () => new Promise(() => {})
    }
    return { product, esdb, redis, smtp, beSilent }
  }

  test('are listed by name, and are ok', async () => {
    const { product } = await openAll()
    await product.person()
    await ready(product, {
      status: 200,
      body: {
        status: 'ok',
        checks: {
          database: 'ok',
          'event store': 'ok',
          redis: 'ok',
          'mail server': 'ok',
          'read models': 'up to date',
          'parked facts': 'none',
          'held facts': 'none',
          reactors: 'no faults',
          mails: 'none waits',
          'failed mails': '0 in a day',
        },
      },
    })
  })

  test('that are away are named, and the product stays ready', async () => {
    const { product, esdb, redis, smtp } = await openAll()
    await esdb.gate.refuse()
    await redis.kill()
    await smtp.close()
    const away = { 'event store': 'away', redis: 'away', 'mail server': 'away', 'read models': 'unknown' }
    await ready(product, degraded({ database: 'ok', ...away }))
  })

  test('that are silent are not waited for', async () => {
    const { product, redis, beSilent } = await openAll()
    beSilent()
    await ready(
      product,
      degraded({ 'event store': 'no answer', redis: 'no answer', 'mail server': 'no answer' }),
    )
    redis.resume()
  })

  test('that refuse our credentials are reported without them', async () => {
    const redis = await startRedis(await freePort(), '--requirepass', 'the right one')
    stage.defer(() => redis.kill())
    const smtp = await stage.smtp({ refusesLogins: true })
    const product = await stage.product({
      REDIS_URL: redis.url.replace('//', '//:wrong-one@'),
      SMTP_URL: smtp.url.replace('//', '//somebody:wrong-one@'),
    })
    const refused = 'refuses our credentials'
    const { body } = await ready(product, degraded({ redis: refused, 'mail server': refused }))
    expect(JSON.stringify(body)).not.toMatch(/wrong-one|somebody|127\.0\.0\.1|localhost/)
  })

  test('that are not configured are no problem', async () => {
    const product = await stage.product()
    await ready(product, {
      status: 200,
      body: { status: 'ok', checks: { redis: 'none', 'mail server': 'none' } },
    })
  })
})

test.concurrent('is not ready without a migrated database', async () => {
  const product = await stage.product()
  await product.asOwner((trx) => trx('knex_migrations').where('name', 'like', '0001%').delete())
  await ready(product, { status: 503, body: { status: 'down', checks: { database: 'not migrated' } } })
  const { status, headers, body } = await product.call('GET', '/health/ready')
  expect([status, headers['retry-after'], body]).toMatchObject([503, '5', { code: 'store.unavailable' }])
})

describe.concurrent('stalled parts:', () => {
  test('a mail reactor that cannot read a fact', async () => {
    const product = await stage.product()
    const { codec } = product.platform
    const { decodeBlind } = codec
    const { userId } = await product.person()
    await enrolDevice(product, userId, 'phone')
    codec.decodeBlind = () => {
      throw new TypeError('DeviceEnrolled version 2 is not known here')
    }
    await stage.worker(product)
    const stands = expect.stringMatching(/^mails cannot go on since 20\d\d-\S+ \(TypeError\)$/)
    await ready(product, degraded({ reactors: stands }))
    codec.decodeBlind = decodeBlind
    await settled(product, 1)
    await ready(product, { status: 200, body: { status: 'ok', checks: { reactors: 'no faults' } } })
  })

  test('a read model after half a minute', async () => {
    const product = await stage.product()
    const { db, eventStore } = product.platform
    await product.person()
    const build = { model: 'slow', name: 'slow_1', version: 1, build: 1, state: 'active', promotes: false }
    await db('checkpoints').insert({ ...build, store_id: await eventStore.identity() })
    await ready(product, { status: 200, body: { status: 'ok', checks: { 'read models': 'behind: slow' } } })
    product.clock.advance(MINUTE / 2)
    await ready(product, degraded({ 'read models': 'behind: slow (late)' }))
  })

  test('mails and read models that wait for a newer program', async () => {
    const product = await stage.product()
    const { DeviceEnrolled } = allEvents
    const newer = asProgram(product.platform, {
      ...allEvents,
      DeviceEnrolled: fact(DeviceEnrolled.version + 1, DeviceEnrolled.schema, {
        ...DeviceEnrolled.upcasters,
        [DeviceEnrolled.version]: (data) => data,
      }),
    })
    const [first, { userId }] = [await product.person(), await product.person()]
    await enrolDevice(product, first.userId, 'phone')
    const data = { userId, deviceId: randomUUID(), kind: 'pin', name: 'newer phone', publicKey: '{}' }
    await plant(newer, { stream: userStream(userId), events: [{ type: 'DeviceEnrolled', data }] })
    const older = await stage.worker(product)
    await settled(product, 1)
    await product.projector.caughtUp()
    const reactors = expect.stringMatching(/^mails waits for a newer program since 20\d\d-\S+$/)
    await ready(product, degraded({ reactors, 'parked facts': 'none', 'held facts': 'users: 1' }))
    await older.stop()
    await projectAll(newer)
    await stage.worker({ ...product, platform: newer })
    await settled(product, 2)
    await ready(product, { status: 200, body: { checks: { reactors: 'no faults', 'held facts': 'none' } } })
  })

  test('a waiting push does not degrade the mails', async () => {
    const product = await stage.product()
    const { clock, db } = product.platform
    const effect = { eventId: randomUUID(), stream: 'request-1', revision: 0, traceparent: null }
    const push = { ...effect, id: randomUUID(), purpose: 'push.request-created', recipient: randomUUID() }
    expect(await recordEffects(db, createEffectLedger(db), [push], clock.now())).toHaveLength(1)
    product.clock.advance(60 * MINUTE)
    await ready(product, { status: 200, body: { status: 'ok', checks: { mails: 'none waits' } } })
    const samples = await measure(product.platform)
    expect(samples.find(({ metric }) => metric === 'mail_delay_seconds')?.value).toBe(0)
  })

  test('dead letters are counted by read model', async () => {
    const product = await stage.product()
    const parked = { lane: 'a', event_id: randomUUID(), type: 'UserSignedUp', error: '', position: 'p1:1' }
    await insertBlockedFacts(product.platform.db, 'users', [parked])
    await ready(product, degraded({ 'parked facts': 'users: 1' }))
  })
})
