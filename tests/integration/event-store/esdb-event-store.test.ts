import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  Ambiguous,
  Unavailable,
  type EventStore,
  type StoredEvent,
} from '#platform/event-store/event-store.ts'
import { openGate } from '#support/esdb/gate.ts'
import type { LogRecord } from '#support/esdb/log.ts'
import { startEsdbFake, type EsdbFake } from '#support/esdb/fake.ts'
import { chooseEsdbServer, readEsdbImage, startEsdbContainer } from '#support/esdb/server.ts'
import { eventually } from '#support/eventually.ts'
import { follow, idsOf, newEvents, newStream, readToEnd } from '#support/event-store/facts.ts'
import { openStore } from '#support/event-store/open-store.ts'
import { eventStoreContract, type FreshStore } from './event-store.contract.ts'

const openBehind = async (
  url: string,
  gate: EsdbFake['gate'],
  close: () => Promise<void>,
): Promise<FreshStore> => {
  const address = { adapter: 'esdb', url } as const
  const store = await openStore(address)
  return {
    store,
    address,
    breakConnections: gate.cutAfterAnswers,
    async close() {
      await store.close()
      await close()
    },
  }
}

eventStoreContract('EventStoreDB (the real client, a fake server)', async () => {
  const fake = await startEsdbFake()
  return openBehind(fake.url, fake.gate, fake.close)
})

const server = await chooseEsdbServer(process.env['EVENTSTORE_URL'])

if (server.kind !== 'none')
  eventStoreContract(`EventStoreDB (a real server: ${server.kind})`, async () => {
    const real = server.kind === 'given' ? server : await startEsdbContainer()
    const [, scheme, host, port, rest] = /^(esdb:\/\/(?:[^@/]+@)?)([^:/?,]+):(\d+)(.*)$/.exec(real.url) ?? []
    if (!scheme || !host) throw new Error('EVENTSTORE_URL must name one server, as esdb://host:port')
    const gate = await openGate({ host, port: Number(port) })
    return openBehind(`${scheme}127.0.0.1:${gate.port}${rest}`, gate, async () => {
      await gate.close()
      if ('close' in real) await real.close()
    })
  })

describe('a real EventStoreDB', () => {
  test.runIf(server.kind !== 'none')(
    `is tested${server.kind === 'none' ? ` (skipped: ${server.why})` : ''}`,
    () => expect(server.kind).not.toBe('none'),
  )

  test('is the one of EVENTSTORE_URL, without a search for an engine', async () => {
    const url = 'esdb://one:2113?tls=false'
    const find = () => Promise.reject(new Error('asked'))
    expect(await chooseEsdbServer(url, find)).toEqual({ kind: 'given', url })
  })

  test('is a container with the production image if there is an engine', async () => {
    expect(await chooseEsdbServer('', async () => {})).toEqual({ kind: 'container' })
    const { image, settings } = readEsdbImage()
    expect(image).toMatch(/^eventstore\/eventstore:\d+[.]\d+[.]\d+/)
    expect(settings).toMatchObject({ EVENTSTORE_INSECURE: 'true', EVENTSTORE_CLUSTER_SIZE: '1' })
  })

  test('is missing without an engine, with a reason', async () => {
    const find = () => Promise.reject(new Error('no engine'))
    expect(await chooseEsdbServer(undefined, find)).toEqual({
      kind: 'none',
      why: 'EVENTSTORE_URL names no server; no engine',
    })
  })
})

describe('the EventStoreDB adapter', () => {
  let fake: EsdbFake
  let store: EventStore
  beforeAll(async () => {
    fake = await startEsdbFake()
    store = await openStore({ adapter: 'esdb', url: fake.url })
  })
  afterAll(async () => {
    await store.close()
    await fake.close()
  })

  test('an empty store has no head, although the server wrote its own events', async () => {
    expect(fake.log.all).not.toHaveLength(0)
    expect(await store.head()).toBeNull()
    expect(await store.readAll({ after: null })).toEqual({ events: [], next: null, atHead: true })
  })

  test('every process finds the same identity, and no read returns its event', async () => {
    const others = await Promise.all([1, 2, 3].map(() => openStore({ adapter: 'esdb', url: fake.url })))
    const identities = await Promise.all([store, ...others].map((each) => each.identity()))
    await Promise.all(others.map((other) => other.close()))
    expect(new Set(identities).size).toBe(1)
    expect(fake.log.stream('identity-store')).toHaveLength(1)
    expect(await readToEnd(store, null)).toEqual([])
    expect(await store.head()).toBeNull()
  })

  test('positions sort as text, like the places in the log', async () => {
    await Promise.all(Array.from({ length: 20 }, () => store.append(newStream(), 'no_stream', newEvents(2))))
    const positions = (await readToEnd(store, null, 7)).map(({ position }) => position)
    expect(positions).toHaveLength(40)
    expect(positions).toEqual(positions.toSorted())
    for (const position of positions) expect(position).toMatch(/^e1:\d{40}$/)
  })

  test('a consumer of single events gets everything that arrived in the meantime', async () => {
    const start = await store.head()
    const count = 1_500
    const stream = newStream()
    const appended: Promise<unknown>[] = []
    const write = async () => {
      for (let i = 0; i < count; i += 100)
        appended.push(store.append(stream, i === 0 ? 'no_stream' : i - 1, newEvents(100)))
      await Promise.all(appended)
    }
    await store.append(newStream(), 'no_stream', newEvents(1))
    const seen = await follow(store, start, (events) => events.length === count + 1, {
      max: 50,
      onPage: async () => {
        if (appended.length === 0) await write()
      },
    })
    expect(idsOf(seen)).toEqual(idsOf(await readToEnd(store, start)))
  })

  test('all subscriptions of a process share one connection, and each gets every event once', async () => {
    const own = await startEsdbFake()
    const followed = await openStore({ adapter: 'esdb', url: own.url })
    const stream = newStream()
    const ending = new AbortController()
    const all: StoredEvent[][] = []
    const followers: Promise<void>[] = []
    const add = () => {
      const seen: StoredEvent[] = []
      all.push(seen)
      const take = async () => {
        for await (const { events } of followed.subscribeAll({ after: null, signal: ending.signal }))
          seen.push(...events)
      }
      followers.push(take())
    }
    const eachHas = (count: number) =>
      eventually(() => expect(all.map(({ length }) => length)).toEqual(all.map(() => count)))
    add()
    add()
    await followed.append(stream, 'no_stream', newEvents(3))
    await eachHas(3)
    add()
    await followed.append(stream, 2, newEvents(2))
    await eachHas(5)
    expect(own.log.subscriptions()).toBe(1)
    own.gate.cut()
    await eventually(() => followed.append(stream, 4, newEvents(1)))
    await eachHas(6)
    await eventually(() => expect(own.log.subscriptions()).toBe(1))
    for (const seen of all) expect(idsOf(seen)).toEqual(idsOf(await readToEnd(followed, null)))
    ending.abort()
    await Promise.all(followers)
    await eventually(() => expect(own.log.subscriptions()).toBe(0))
    await followed.close()
    await own.close()
  })

  test('an append to a silent server ends in time, ambiguous or not written', async () => {
    const asleep = await startEsdbFake()
    asleep.gate.freeze()
    const gone = await openStore({ adapter: 'esdb', url: asleep.url })
    const started = Date.now()
    const attempt = gone.append(newStream(), 'no_stream', newEvents(1), { timeoutMs: 1_000 })
    const error = await attempt.catch((refused: unknown) => refused)
    expect([Ambiguous, Unavailable].some((kind) => error instanceof kind)).toBe(true)
    expect(Date.now() - started).toBeLessThan(2_000)
    await gone.close()
    await asleep.close()
  })

  test('replaces a dead connection for the next append', async () => {
    const stream = newStream()
    await store.append(stream, 'no_stream', newEvents(1))
    fake.gate.freeze()
    fake.gate.thaw()
    const events = newEvents(1)
    expect(await store.append(stream, 0, events, { timeoutMs: 8_000 })).toMatchObject({ revision: 1 })
    expect(await store.readStream(stream)).toHaveLength(2)
  })

  test('throws Unavailable without a server, and finds it again later', async () => {
    const stream = newStream()
    const events = newEvents(1)
    await fake.gate.refuse()
    await expect(store.head()).rejects.toThrow(Unavailable)
    const attempt = store.append(stream, 'no_stream', events, { timeoutMs: 300 })
    await expect(attempt).rejects.toThrow(Unavailable)
    await expect(store.readStream(stream)).rejects.toThrow(Unavailable)
    await fake.gate.accept()
    await eventually(() => store.append(stream, 'no_stream', events))
    expect(await store.readStream(stream)).toHaveLength(1)
  })

  test('the head is never before our own appends, even on a node that is behind', async () => {
    await store.append(newStream(), 'no_stream', newEvents(1))
    const { position } = await store.append(newStream(), 'no_stream', newEvents(1))
    const all = fake.log.all as LogRecord[]
    const hidden = all.splice(-1)
    expect(await store.head()).toBe(position)
    all.push(...hidden)
  })

  test('a server that shuts down does not wait for our subscription', { timeout: 8_000 }, async () => {
    const stopping = await startEsdbFake()
    const following = await openStore({ adapter: 'esdb', url: stopping.url })
    const ending = new AbortController()
    const pages = following.subscribeAll({ after: null, signal: ending.signal })[Symbol.asyncIterator]()
    const seen = pages.next()
    // The second event arrives live, so there is a subscription.
    await following.append(newStream(), 'no_stream', newEvents(1))
    await seen
    const live = pages.next()
    await following.append(newStream(), 'no_stream', newEvents(1))
    await live
    const ended = pages.next()
    await stopping.stop()
    ending.abort()
    await ended
    await following.close()
    await stopping.close()
  })

  test('skips hosts that do not answer', async () => {
    const gone = await startEsdbFake()
    await gone.close()
    const several = await openStore({
      adapter: 'esdb',
      url: fake.url.replace('//', `//127.0.0.1:${gone.gate.port},`),
    })
    expect(await several.append(newStream(), 'no_stream', newEvents(1))).toMatchObject({ revision: 0 })
    await several.close()
  })

  test('a missing certificate throws when the store is opened', async () => {
    const opened = openStore({ adapter: 'esdb', url: 'esdb://one:2113?tlsCAFile=/nowhere.crt' })
    await expect(opened).rejects.toThrow(/certificate/)
  })

  test('a closed store rejects appends', async () => {
    const closing = await openStore({ adapter: 'esdb', url: fake.url })
    const last = closing.append(newStream(), 'no_stream', newEvents(1))
    const closed = closing.close()
    await expect(closing.append(newStream(), 'no_stream', newEvents(1))).rejects.toThrow(Unavailable)
    expect(await last).toMatchObject({ revision: 0 })
    await closed
  })
})
