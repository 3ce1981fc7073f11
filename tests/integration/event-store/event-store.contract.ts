import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  categoryOf,
  EventIdConflict,
  InvalidAppend,
  WrongExpectedRevision,
  type EventStore,
  type JsonObject,
  type StoredEvent,
} from '#platform/event-store/event-store.ts'
import { follow, idsOf, newEvent, newEvents, newStream, readToEnd } from '#support/event-store/facts.ts'
import { openStore, type StoreAddress } from '#support/event-store/open-store.ts'
import { runWorker } from '#support/processes/run-worker.ts'
import { runWriters, type Acknowledged, type Load } from '#support/event-store/writers.ts'

export type FreshStore = {
  readonly store: EventStore
  /** For a second process that opens the same store. */
  readonly address: StoreAddress
  /** Cuts every connection to the store, like a restart or a network fault. */
  breakConnections(): Promise<void>
  close(): Promise<void>
}

const appendWorker = new URL('../../support/event-store/append-worker.ts', import.meta.url)

/** The tests for every event store adapter. The store may contain other events, but no other process may write to it. */
export const eventStoreContract = (name: string, openFresh: () => Promise<FreshStore>) =>
  describe(`${name} keeps the event store contract:`, () => {
    let fresh: FreshStore
    let store: EventStore
    beforeAll(async () => {
      fresh = await openFresh()
      store = fresh.store
      // A container image may have to be downloaded first.
    }, 300_000)
    afterAll(() => fresh.close())

    describe('append and read', () => {
      test('returns events as written, with revisions from 0 on', async () => {
        const stream = newStream()
        const events = newEvents(3)
        const first = await store.append(stream, 'no_stream', events.slice(0, 2))
        const second = await store.append(stream, 1, events.slice(2))
        expect(first).toMatchObject({ revision: 1, deduplicated: false })
        expect(second).toMatchObject({ revision: 2, deduplicated: false })
        const stored = await store.readStream(stream)
        expect(stored).toEqual(
          events.map((event, revision) => ({ ...event, stream, revision, position: expect.any(String) })),
        )
        expect(stored[1]?.position).toBe(first.position)
        expect(stored[2]?.position).toBe(second.position)
        expect(await store.head()).toBe(second.position)
      })

      test('keeps extreme but valid values', async () => {
        const stream = newStream()
        const data: JsonObject = {
          '': '',
          'ключ \u{1F511}': '\u{1F600}\u{10FFFF}\u0001\u2028"\'\\n',
          numbers: [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 0.1, -1e-7, 5e-324],
          deep: { a: { b: { c: [[[]]] } } },
          text: '{"json":"inside"}',
        }
        await store.append(stream, 'no_stream', [newEvent({ data })])
        expect((await store.readStream(stream))[0]?.data).toEqual(data)
      })

      test('a missing stream is empty', async () => {
        expect(await store.readStream(newStream())).toEqual([])
      })

      test('reads a stream from a revision on, with a limit', async () => {
        const stream = newStream()
        const events = newEvents(5)
        await store.append(stream, 'no_stream', events)
        expect(idsOf(await store.readStream(stream, { from: 2 }))).toEqual(idsOf(events.slice(2)))
        expect(idsOf(await store.readStream(stream, { from: 1, max: 2 }))).toEqual(idsOf(events.slice(1, 3)))
        expect(await store.readStream(stream, { from: 5 })).toEqual([])
      })

      test('pages of all events start after the given position and are complete', async () => {
        const start = await store.head()
        const events = newEvents(5)
        await store.append(newStream(), 'no_stream', events.slice(0, 3))
        await store.append(newStream(), 'no_stream', events.slice(3))
        for (const max of [1, 2, 5, 6]) {
          const read = await readToEnd(store, start, max)
          expect(idsOf(read)).toEqual(idsOf(events))
          const rest = await store.readAll({ after: read[1]!.position })
          expect(rest.events).toEqual(read.slice(2))
        }
        const positions = (await readToEnd(store, start)).map(({ position }) => position)
        expect(positions).toEqual([...new Set(positions)].sort())
      })

      test.each([
        ['of some types', { only: ['Wanted', 'Unused'] }],
        ['without some types', { except: ['Skipped', 'Other'] }],
      ])('pages %s are complete and also move over the excluded events', async (_, types) => {
        const start = await store.head()
        const names = ['Skipped', 'Wanted', 'Other', 'Skipped', 'Wanted', 'Wanted', 'Skipped']
        await store.append(
          newStream(),
          'no_stream',
          names.map((type) => newEvent({ type })),
        )
        const all = await readToEnd(store, start)
        const wanted = all.filter(({ type }) => type === 'Wanted')
        expect(wanted).toHaveLength(3)
        for (const max of [1, 2, 3, 100]) {
          const read: StoredEvent[] = []
          for (let after = start; ;) {
            const page = await store.readAll({ after, max, types })
            expect(page.events.length).toBeLessThanOrEqual(max)
            read.push(...page.events)
            if (page.atHead) break
            expect(all.map(({ position }) => position)).toContain(page.next)
            expect(page.next! > (after ?? '')).toBe(true)
            after = page.next
          }
          expect(read).toEqual(wanted)
        }
        const last = await store.readAll({ after: wanted.at(-1)!.position, types })
        expect(last).toEqual({ events: [], next: all.at(-1)!.position, atHead: true })
        expect(await store.readAll({ after: last.next, types })).toEqual(last)
      })

      test('a page tells whether it reaches the head', async () => {
        const start = await store.head()
        await store.append(newStream(), 'no_stream', newEvents(2))
        const half = await store.readAll({ after: start, max: 1 })
        expect(half).toMatchObject({ atHead: false, next: half.events[0]!.position })
        expect(await store.readAll({ after: start, max: 2 })).toMatchObject({ atHead: true })
        const head = await store.head()
        expect(await store.readAll({ after: head })).toEqual({ events: [], next: head, atHead: true })
      })

      test('finds an event at exactly its position', async () => {
        await store.append(newStream(), 'no_stream', newEvents(3))
        const facts = await readToEnd(store, null)
        for (const fact of facts.slice(-3)) expect(await store.factAt(fact.position)).toEqual(fact)
        const [first, last] = [facts.at(-3)!.position, facts.at(-1)!.position]
        const beside = (place: string, by: bigint) => {
          const [kind, digits] = place.split(':') as [string, string]
          const [commit, rest] = [digits.slice(0, 20), digits.slice(20)]
          const moved = String(BigInt(commit) + by).padStart(20, '0')
          return `${kind}:${moved}${rest && moved}`
        }
        expect(await store.factAt(beside(last, 1_000_000n))).toBeNull()
        expect(await store.factAt(beside(last, 1n))).toBeNull()
        // In EventStoreDB positions are byte offsets, so this is inside an event; in PostgreSQL it is the next event.
        const next = await store.factAt(beside(first, 1n))
        expect(next === null || next.id === facts.at(-2)!.id).toBe(true)
        await expect(store.factAt('zz:1')).rejects.toThrow('zz:1')
      })

      test('a malformed position throws an error that names it', async () => {
        for (const after of ['', '5', 'p1:1', 'zz:00000000000000000001', 'p1:99999999999999999999'])
          await expect(store.readAll({ after })).rejects.toThrow(JSON.stringify(after))
      })

      test('the identity stays the same', async () => {
        expect(await store.identity()).toBe(await store.identity())
      })
    })

    describe('expected revisions', () => {
      const conflict = (stream: string, expected: unknown, actual: unknown) =>
        expect.objectContaining({ stream, expected, actual })

      test('a conflict reports the actual revision and writes nothing', async () => {
        const stream = newStream()
        await store.append(stream, 'no_stream', newEvents(2))
        const head = await store.head()
        for (const expected of ['no_stream', 0, 2, 1_000] as const) {
          const attempt = store.append(stream, expected, newEvents(1))
          await expect(attempt).rejects.toThrow(WrongExpectedRevision)
          await expect(attempt).rejects.toEqual(conflict(stream, expected, 1))
        }
        expect(await store.head()).toBe(head)
      })

      test('expecting a revision of a missing stream is a conflict with no_stream', async () => {
        const stream = newStream()
        const attempt = store.append(stream, 0, newEvents(1))
        await expect(attempt).rejects.toEqual(conflict(stream, 0, 'no_stream'))
      })

      test('accepts exactly one of many appends at the same revision', async () => {
        const stream = newStream()
        const attempts = Array.from({ length: 20 }, () => store.append(stream, 'no_stream', newEvents(2)))
        const outcomes = await Promise.allSettled(attempts)
        expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
        for (const outcome of outcomes)
          if (outcome.status === 'rejected') expect(outcome.reason).toEqual(conflict(stream, 'no_stream', 1))
        expect(await store.readStream(stream)).toHaveLength(2)
      })

      test('accepts consecutive appends to one stream without waiting in between', async () => {
        const stream = newStream()
        const events = newEvents(50)
        await Promise.all(
          events.map((event, i) => store.append(stream, i === 0 ? 'no_stream' : i - 1, [event])),
        )
        expect(idsOf(await store.readStream(stream))).toEqual(idsOf(events))
      })
    })

    describe('retries', () => {
      const written = async () => {
        const stream = newStream()
        const events = newEvents(4)
        const { position } = await store.append(stream, 'no_stream', events)
        const stored = await store.readStream(stream)
        return { stream, events, position, stored }
      }

      test('an identical append returns the result of the first write, also after later appends', async () => {
        const { stream, events, position } = await written()
        const again = { position, revision: 3, deduplicated: true }
        expect(await store.append(stream, 'no_stream', events)).toEqual(again)
        await store.append(stream, 3, newEvents(2))
        expect(await store.append(stream, 'no_stream', events)).toEqual(again)
        expect(await store.readStream(stream)).toHaveLength(6)
      })

      test('two identical concurrent appends are stored once', async () => {
        const stream = newStream()
        const events = newEvents(2)
        const both = await Promise.all([1, 2].map(() => store.append(stream, 'no_stream', events)))
        expect(both[0]?.position).toBe(both[1]?.position)
        expect(both.filter(({ deduplicated }) => deduplicated)).toHaveLength(1)
        expect(await store.readStream(stream)).toHaveLength(2)
      })

      test('repeating the beginning or the middle of an append returns the position of its last event', async () => {
        const { stream, events, stored } = await written()
        const beginning = await store.append(stream, 'no_stream', events.slice(0, 2))
        expect(beginning).toEqual({ position: stored[1]!.position, revision: 1, deduplicated: true })
        const middle = await store.append(stream, 0, events.slice(1, 3))
        expect(middle).toEqual({ position: stored[2]!.position, revision: 2, deduplicated: true })
        expect(await store.readStream(stream)).toEqual(stored)
      })

      test('additional events or another order are a conflict', async () => {
        const { stream, events, stored } = await written()
        const attempts = await Promise.allSettled([
          store.append(stream, 'no_stream', [...events, newEvent()]),
          store.append(stream, 'no_stream', events.toReversed()),
          store.append(stream, 0, events),
        ])
        for (const attempt of attempts) {
          expect(attempt).toMatchObject({ status: 'rejected', reason: { actual: 3 } })
          expect(attempt).toMatchObject({ reason: expect.any(WrongExpectedRevision) })
        }
        expect(await store.readStream(stream)).toEqual(stored)
      })

      test('rejects other events under the same ids with EventIdConflict', async () => {
        const { stream, events, stored } = await written()
        const otherType = events.map((event, i) => (i === 2 ? { ...event, type: 'SomethingElse' } : event))
        const otherContent = events.map((event) => ({ ...event, metadata: { fingerprint: 'f2' } }))
        for (const forged of [otherType, otherContent])
          await expect(store.append(stream, 'no_stream', forged)).rejects.toThrow(EventIdConflict)
        expect(await store.readStream(stream)).toEqual(stored)
      })

      test('events with another trace are the same', async () => {
        const { stream, events, stored, position } = await written()
        const traced = events.map((event) => ({
          ...event,
          metadata: { ...event.metadata, traceparent: `00-${'4b'.repeat(16)}-${'b7'.repeat(8)}-01` },
        }))
        const again = await store.append(stream, 'no_stream', traced)
        expect(again).toMatchObject({ position, deduplicated: true })
        expect(await store.readStream(stream)).toEqual(stored)
      })

      test('recognises the same events from another process as a repetition', async () => {
        const elsewhere = await openStore(fresh.address)
        const stream = newStream()
        const events = newEvents(2)
        // Both know the store, but not each other's append.
        await store.append(newStream(), 'no_stream', newEvents(1))
        const { position } = await elsewhere.append(stream, 'no_stream', events)
        const repeated = events.map((event) => ({ ...event, metadata: { ...event.metadata, at: 'later' } }))
        const again = await store.append(stream, 'no_stream', repeated)
        expect(again).toEqual({ position, revision: 1, deduplicated: true })
        await elsewhere.close()
      })

      test('the same id in another stream is another event', async () => {
        const { events, position } = await written()
        const elsewhere = await store.append(newStream(), 'no_stream', events)
        expect(elsewhere.deduplicated).toBe(false)
        expect(elsewhere.position > position).toBe(true)
      })

      test('the same id at a later revision of its stream is another event', async () => {
        const { stream, events } = await written()
        expect(await store.append(stream, 3, events.slice(0, 1))).toMatchObject({
          revision: 4,
          deduplicated: false,
        })
      })
    })

    describe('invalid appends', () => {
      const expectInvalid = async (events: unknown, stream = newStream()) => {
        const head = await store.head()
        await expect(store.append(stream, 'no_stream', events as never)).rejects.toThrow(InvalidAppend)
        expect(await store.head()).toBe(head)
      }
      const ofKiB = (size: number) => newEvent({ data: { text: 'x'.repeat(size * 1024) } })
      const same = newEvent()

      test.each<[string, unknown]>([
        ['no events', []],
        ['a NUL in a value', [newEvent({ data: { text: 'a\0b' } })]],
        ['a NUL in a key', [newEvent({ data: { list: [{ 'a\0b': 1 }] } })]],
        ['a NUL in the metadata', [newEvent({ metadata: { fingerprint: 'a\0b' } })]],
        ['a NUL in the type', [newEvent({ type: 'a\0b' })]],
        ['an unpaired surrogate in a value', [newEvent({ data: { text: '\ud800' } })]],
        ['an unpaired surrogate in a key', [newEvent({ data: { '\udfff': 1 } })]],
        ['NaN', [newEvent({ data: { number: Number.NaN } })]],
        ['an integer beyond 2^53', [newEvent({ data: { number: 2 ** 53 } })]],
        ['a value that is not JSON', [newEvent({ data: { at: new Date() as never } })]],
        ['an undefined value', [newEvent({ data: { nothing: undefined as never } })]],
        ['an id that is not a uuid', [newEvent({ id: 'me' })]],
        ['an empty type', [newEvent({ type: '' })]],
        ['a type of 201 characters', [newEvent({ type: 'x'.repeat(201) })]],
        ['the same id twice', [same, { ...same, id: same.id.toUpperCase() }]],
        ['an event above 256 KiB', [ofKiB(256)]],
        ['an append above 768 KiB', [ofKiB(200), ofKiB(200), ofKiB(200), ofKiB(200)]],
        ['more than 500 events', newEvents(501)],
        ['a good event beside a bad one', [newEvent(), newEvent({ data: { text: '\0' } })]],
      ])('rejects %s and writes nothing', (_, events) => expectInvalid(events))

      test.each(['', 'nodash', '-x', 'a-', 'a-ü', 'a-b c', `a-${'x'.repeat(200)}`])(
        'rejects a stream named %j',
        (stream) => expectInvalid(newEvents(1), stream),
      )

      test('accepts a stream name with a hash and its format', async () => {
        const stream = `email-a1:${randomUUID()}`
        await store.append(stream, 'no_stream', newEvents(1))
        expect(await store.readStream(stream)).toHaveLength(1)
        expect(categoryOf(stream)).toBe('email')
      })

      test.each([-1, 0.5, Number.NaN, 2 ** 53])('rejects the expected revision %d', async (expected) => {
        await expect(store.append(newStream(), expected, newEvents(1))).rejects.toThrow(InvalidAppend)
      })

      test('accepts the largest allowed append', async () => {
        const stream = newStream()
        await store.append(stream, 'no_stream', [ofKiB(255), ofKiB(255), ofKiB(255)])
        await store.append(stream, 2, newEvents(500))
        expect(await store.readStream(stream, { max: 600 })).toHaveLength(503)
        const long = 'x'.repeat(200)
        await store.append(stream, 502, [newEvent({ type: long, metadata: { fingerprint: long } })])
        expect(await store.readStream(stream, { max: 600 })).toHaveLength(504)
      })
    })

    describe('subscriptions', () => {
      test('delivers history and then live events exactly once', async () => {
        const start = await store.head()
        const history = newEvents(7)
        const live = newEvents(5)
        const stream = newStream()
        await store.append(stream, 'no_stream', history)
        let appended = 0
        const seen = await follow(store, start, (events) => events.length >= 12, {
          max: 3,
          async onPage({ events, atHead }) {
            expect(events.length).toBeGreaterThan(0)
            if (!atHead || appended === live.length) return
            await store.append(stream, 6 + appended, [live[appended]!])
            appended += 1
          },
        })
        expect(idsOf(seen)).toEqual(idsOf([...history, ...live]))
      })

      test('a subscription ends when its signal aborts while it waits', async () => {
        const after = await store.head()
        await store.append(newStream(), 'no_stream', newEvents(1))
        const ending = new AbortController()
        const pages = store.subscribeAll({ after, signal: ending.signal })[Symbol.asyncIterator]()
        expect(await pages.next()).toMatchObject({ done: false, value: { atHead: true } })
        const next = pages.next()
        ending.abort()
        expect(await next).toEqual({ done: true, value: undefined })
      })

      test('a subscription continues after its connections were cut', async () => {
        const start = await store.head()
        const stream = newStream()
        const events = newEvents(6)
        await store.append(stream, 'no_stream', events.slice(0, 1))
        let written = 1
        const seen = await follow(store, start, (all) => all.length >= events.length, {
          async onPage() {
            if (written === events.length) return
            await fresh.breakConnections()
            await store.append(stream, written - 1, [events[written]!])
            written += 1
          },
        })
        expect(idsOf(seen)).toEqual(idsOf(events))
      })
    })

    // 20 seconds on a busy machine.
    describe('many writers', { timeout: 120_000 }, () => {
      test('a subscription gets each event of 64 writers in two processes once and in order', async () => {
        const start = await store.head()
        const sharedStreams = Array.from({ length: 8 }, () => newStream('shared'))
        const load: Load = { writers: 32, appendsPerWriter: 10, sharedStreams }
        const lastEvent = newEvent()
        const write = async () => {
          const [here, there] = await Promise.all([
            runWriters(store, load),
            runWorker<Acknowledged[]>(appendWorker, { address: fresh.address, load }),
          ])
          const stream = newStream()
          await store.append(stream, 'no_stream', [lastEvent])
          return [...here, ...there, { id: lastEvent.id, stream, revision: 0 }]
        }
        const [seen, acknowledged] = await Promise.all([
          follow(store, start, (events) => events.at(-1)?.id === lastEvent.id, { max: 100 }),
          write(),
        ])
        const place = ({ id, stream, revision }: Acknowledged) => `${stream} ${revision} ${id}`
        expect(seen.map(place).sort()).toEqual(acknowledged.map(place).sort())
        expect(seen.map(({ position }) => position)).toEqual(
          [...new Set(seen.map(({ position }) => position))].sort(),
        )
        const next = new Map<string, number>()
        for (const { stream, revision } of seen) {
          expect(revision).toBe(next.get(stream) ?? 0)
          next.set(stream, revision + 1)
        }
        expect(await readToEnd(store, start)).toEqual(seen)
      })

      test('each append has one verdict and is stored once although connections are cut', async () => {
        const streams = Array.from({ length: 16 }, () => newStream())
        const cuts: Promise<void>[] = []
        let acknowledged = 0
        const write = async (stream: string) => {
          const events = newEvents(30)
          for (const [turn, event] of events.entries()) {
            const expected = turn === 0 ? 'no_stream' : turn - 1
            const { revision } = await store.append(stream, expected, [event])
            expect(revision).toBe(turn)
            acknowledged += 1
            if (acknowledged % 20 === 0) cuts.push(fresh.breakConnections())
          }
          return idsOf(events)
        }
        const ids = await Promise.all(streams.map(write))
        await Promise.all(cuts)
        expect(cuts).toHaveLength(24)
        for (const [i, stream] of streams.entries())
          expect(idsOf(await store.readStream(stream))).toEqual(ids[i])
      })
    })
  })
