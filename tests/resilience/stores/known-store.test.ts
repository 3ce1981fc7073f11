import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { allEvents } from '#modules/all.events.ts'
import { openDatabase, type Knex } from '#platform/postgres/database.ts'
import { openPlatform, type Platform } from '#platform/platform.ts'
import { readModels, startProjector } from '#projections/projector.ts'
import { buildApi } from '../../../services/api/app.ts'
import { inspectProgress } from '../../../services/ops/doctor/inspect-progress.ts'
import { fitToEventStore } from '../../../services/ops/restored.ts'
import { startWorker } from '../../../services/worker/worker.ts'
import { startEsdbFake, type EsdbFake } from '#support/esdb/fake.ts'
import { eventually } from '#support/eventually.ts'
import { inbox } from '#support/product/mail-stage.ts'
import { createDatabase } from '#support/servers/postgres.ts'
import { ownerUrl } from '#support/servers/runtime-url.ts'
import { deferredDone } from '#support/product/deferred-done.ts'
import { openProductOn, type Product } from '#support/product/product.ts'
import { casesOfRun } from '#support/rounds.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { workspaceOf } from '#support/product/workspaces.ts'

vi.setConfig({ testTimeout: 60_000 })

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** A product that can be stopped and started again on the same database. */
const openHouse = async (eventStoreUrl: string | undefined) => {
  const database = await createDatabase()
  closing.push(() => database.drop())
  const kept = { url: database.url, drop: async () => {} }
  let config = { EVENTSTORE_URL: eventStoreUrl } as Partial<Platform['config']>
  return {
    url: database.url,
    async product(): Promise<Product> {
      const product = await openProductOn(kept, config)
      config = product.platform.config
      return product
    },
    /** Opens the platform of a new process, optionally on another event store. */
    async platform(other?: string, isUngated = false): Promise<Platform> {
      const given = { ...config, ...(other !== undefined && { EVENTSTORE_URL: other }) } as Platform['config']
      const options = { log: silentLog, catalogue: allEvents, readModels, isUngated }
      const platform = await openPlatform(given, options)
      closing.push(() => platform.close())
      return platform
    },
  }
}

const openApi = async (platform: Platform) => {
  const api = await buildApi(platform, { localMailbox: false })
  closing.push(() => api.close())
  const ask = async (method: 'GET' | 'POST', url: string, body?: object) =>
    (await api.inject({ method, url, ...(body && { payload: body }) })).statusCode
  return {
    signUp: () =>
      ask('POST', '/auth/signup', { email: `${randomUUID()}@example.org`, password: 'correct horse' }),
    logIn: (email: string) => ask('POST', '/auth/login', { email, password: 'not this one' }),
    live: () => ask('GET', '/health/live'),
    ready: () => ask('GET', '/health/ready'),
  }
}

/** Whether it serves any operation except for the liveness check. */
const isShut = async (api: Awaited<ReturnType<typeof openApi>>) => {
  const answers = [await api.ready(), await api.signUp(), await api.logIn('nobody@example.org')]
  expect(await api.live()).toBe(200)
  return answers.every((status) => status === 503)
}

const caughtUp = ({ platform: { db, eventStore } }: Product) =>
  eventually(async () => {
    const head = await eventStore.head()
    for (const { position } of await db('checkpoints')) expect(position).toBe(head)
  })

/** Keeps only the first events, like the restore of an older backup. */
type SetBack = (kept: number) => Promise<void>

const adapters = {
  async EventStoreDB() {
    const esdb = await startEsdbFake()
    closing.push(() => esdb.close())
    const setBack = async () => async (kept: number) => {
      const ours = esdb.log.all.filter(({ stream }) => !/^\$|^identity-/.test(stream))
      esdb.log.restore(esdb.log.all.indexOf(ours[kept]!))
    }
    return { eventStoreUrl: esdb.url, setBack, cut: async () => esdb.gate.cut() }
  },
  async 'a PostgreSQL table'() {
    const onTable = async (url: string, work: (db: Knex) => Promise<unknown>) => {
      const db = openDatabase(ownerUrl(url))
      try {
        await work(db)
      } finally {
        await db.destroy()
      }
    }
    const setBack =
      async (url: string): Promise<SetBack> =>
      (kept) =>
        onTable(url, async (db) => {
          await db.raw('alter table event_store.events disable trigger immutable')
          await db('event_store.events').where('position', '>', kept).delete()
          await db('event_store.head').update({ position: kept })
          await db.raw('alter table event_store.events enable always trigger immutable')
        })
    const cut = (url: string) =>
      onTable(url, (db) =>
        db.raw(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        ),
      )
    return { eventStoreUrl: undefined, setBack, cut }
  },
}

/** One of them in `npm test`. */
const stores = casesOfRun(Object.entries(adapters))

describe.each(stores)('events in %s', (_, open) => {
  const start = async () => {
    const { eventStoreUrl, setBack, cut } = await open()
    const house = await openHouse(eventStoreUrl)
    return { house, setBack: await setBack(house.url), cut: () => cut(house.url) }
  }

  test('a process that starts on a restored older store serves and writes nothing', async () => {
    const { house, setBack } = await start()
    const product = await house.product()
    await product.person()
    const { events } = await product.platform.eventStore.readAll({ after: null })
    await product.person()
    await caughtUp(product)
    await product.close()
    await setBack(events.length)

    const platform = await house.platform()
    const api = await openApi(platform)
    expect(await isShut(api)).toBe(true)
    expect(await platform.eventStore.head()).toBe(events.at(-1)!.position)
    expect(await platform.readiness()).toMatchObject({ status: 'down' })
    await expect(platform.gate.pass()).rejects.toThrow('ahead of the event store')
  })

  test('a restored store that has grown past every checkpoint: nothing is served, doctor reports it, ops repairs it', async () => {
    const { house, setBack } = await start()
    const product = await house.product()
    const { id, admin } = await workspaceOf(product)
    const kept = (await product.platform.eventStore.readAll({ after: null })).events.length
    const worker = await startWorker(product.platform)
    const invite = async (to: Product, email: string) => {
      const token = await to.logIn(admin.userId)
      const body = { email, role: 'admin', approver: true, requester: false }
      const path = `/workspaces/invite-participant/${id}`
      expect((await to.call('POST', path, { token, body })).status).toBe(201)
      await vi.waitUntil(async () => (await inbox(to)).some(({ to: address }) => address === email), {
        timeout: 20_000,
      })
    }
    await invite(product, 'lost@example.org')
    await eventually(async () =>
      expect(await product.platform.db('effects').whereNot({ status: 'sent' })).toEqual([]),
    )
    await caughtUp(product)
    await worker.stop()
    await product.close()
    const careless = await house.platform(undefined, true)
    // A mail appends that it was sent after its effect has settled: the head is final once all have stopped.
    const before = (await careless.eventStore.head())!
    await setBack(kept)
    // An older version, which does not check the store, has appended events past the checkpoints since.
    while (((await careless.eventStore.head()) ?? '') <= before) {
      const stray = { id: randomUUID(), type: 'Stray', data: {}, metadata: { fingerprint: randomUUID() } }
      await careless.eventStore.append(`stray-${randomUUID()}`, 'no_stream', [stray])
    }

    const platform = await house.platform()
    expect(await isShut(await openApi(platform))).toBe(true)
    await expect(startProjector(platform)).rejects.toThrow('on facts that are gone')
    await expect(startWorker(platform)).rejects.toThrow('on facts that are gone')
    const doctor = await house.platform(undefined, true)
    const [models, reactors] = await inspectProgress(doctor)
    for (const finding of [models!, reactors!]) {
      expect(finding.more!.join('\n')).toContain('on facts that are gone')
      expect(finding).toMatchObject({
        isWrong: true,
        advice: ['After a restore, run: npm run ops -- restored'],
      })
    }

    const { reset } = await fitToEventStore(platform)
    expect(reset).toEqual(expect.arrayContaining(['users', 'workspaces', 'audit', 'mails']))
    expect(await isShut(await openApi(platform))).toBe(false)
    expect((await fitToEventStore(platform)).reset).toEqual([])

    const again = await house.product()
    closing.push(() => again.close())
    const mends = await startWorker(again.platform)
    closing.push(() => mends.stop())
    await invite(again, 'again@example.org')
    expect((await inbox(again)).filter(({ to }) => to === 'lost@example.org')).toHaveLength(1)
  })

  test('a store that comes back different is checked before anything is acknowledged', async () => {
    const { house, setBack, cut } = await start()
    const product = await house.product()
    await product.person()
    const { events } = await product.platform.eventStore.readAll({ after: null })
    await product.person()
    await caughtUp(product)
    const platform = await house.platform()
    const api = await openApi(platform)
    expect(await api.signUp()).toBe(201)
    // The deferred call must run before the store is exchanged.
    await deferredDone(platform)
    await caughtUp(product)
    await product.close()

    await setBack(events.length)
    await cut()
    await vi.waitUntil(async () => (await api.signUp()) === 503, { timeout: 20_000 })
    expect(await platform.eventStore.head().catch(() => undefined)).not.toBeNull()
    await eventually(async () => expect(await isShut(api)).toBe(true))
    const left = await house.platform(undefined, true)
    expect((await left.eventStore.readAll({ after: null })).events).toHaveLength(events.length)
  })

  test('a store that comes back unchanged continues without a warning', async () => {
    const { house, cut } = await start()
    const product = await house.product()
    closing.push(() => product.close())
    await product.person()
    for (let round = 0; round < 3; round += 1) {
      await cut()
      await product.person()
    }
    expect(product.platform.gate.isOpen()).toBe(true)
  })
})

test('serves and writes nothing on another event store', async () => {
  const [esdb, other]: readonly [EsdbFake, EsdbFake] = [await startEsdbFake(), await startEsdbFake()]
  closing.push(
    () => esdb.close(),
    () => other.close(),
  )
  const house = await openHouse(esdb.url)
  const product = await house.product()
  await product.person()
  await product.close()
  const platform = await house.platform(other.url)
  expect(await isShut(await openApi(platform))).toBe(true)
  expect(other.log.all.filter(({ stream }) => !/^\$|^identity-/.test(stream))).toEqual([])
})
