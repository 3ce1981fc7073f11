import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  Ambiguous,
  Unavailable,
  type AppendResult,
  type EventStore,
} from '#platform/event-store/event-store.ts'
import { appendFaults, deliveryFaults, type AppendFault } from '../support/esdb-fake-faults.ts'
import { startEsdbFake } from '../support/esdb-fake.ts'
import { eventually } from '../support/eventually.ts'
import { follow, idsOf, newEvent, newEvents, newStream, readToEnd } from '../support/facts.ts'
import { openStore } from '../support/open-store.ts'

const openFake = async () => {
  const fake = await startEsdbFake()
  const store = await openStore({ adapter: 'esdb', url: fake.url })
  onTestFinished(async () => {
    await store.close()
    await fake.close()
  })
  return { fake, store }
}

/** Gives each of `faults` once, then none. */
const once =
  <Fault>(...faults: Fault[]) =>
  () =>
    faults.shift()

describe('an append to EventStoreDB that meets', () => {
  test.each(appendFaults)('%s: has its verdict in time, and stands once', async (fault) => {
    const { fake, store } = await openFake()
    const stream = newStream()
    await store.append(stream, 'no_stream', newEvents(1))
    fake.faults.append = once<AppendFault>(fault)
    const events = newEvents(2)
    const started = Date.now()
    const result = await store.append(stream, 0, events, { timeoutMs: 8_000 })
    expect(Date.now() - started).toBeLessThan(8_000)
    expect(result).toMatchObject({ revision: 2, deduplicated: false })
    const stored = await store.readStream(stream, { from: 1 })
    expect(idsOf(stored)).toEqual(idsOf(events))
    expect(stored.at(-1)?.position).toBe(result.position)
  })

  test.each<AppendFault>(['silent before', 'silent after', 'internal before', 'commit timeout after'])(
    '%s until its time is over: is ambiguous, or found, and may be sent again',
    async (fault) => {
      const { fake, store } = await openFake()
      const stream = newStream()
      fake.faults.append = () => fault
      const events = newEvents(2)
      const first = await store
        .append(stream, 'no_stream', events, { timeoutMs: 600 })
        .catch((e: unknown) => e)
      if (fault.endsWith('before')) expect(first).toBeInstanceOf(Ambiguous)
      delete fake.faults.append
      const again = await store.append(stream, 'no_stream', events)
      expect(again.revision).toBe(1)
      expect(await store.readStream(stream)).toHaveLength(2)
    },
  )

  test('no leader until its time is over: nothing was written, and it says so', async () => {
    const { fake, store } = await openFake()
    fake.faults.append = () => 'not leader, no address'
    const attempt = store.append(newStream(), 'no_stream', newEvents(1), { timeoutMs: 500 })
    await expect(attempt).rejects.toThrow(Unavailable)
    expect(await store.head()).toBeNull()
  })
})

describe('a subscription to EventStoreDB that meets', () => {
  test.each(deliveryFaults)('%s: goes on after the last event, without gap or double', async (fault) => {
    const { fake, store } = await openFake()
    const stream = newStream()
    await store.append(stream, 'no_stream', newEvents(1))
    const armed = once(undefined, fault, undefined, fault)
    let live = 0
    const seen = await follow(store, null, (events) => events.length === 11, {
      async onPage() {
        if (live > 0) return
        live = 10
        fake.faults.deliver = armed
        for (let i = 0; i < live; i += 1) await store.append(stream, i, newEvents(1))
      },
    })
    expect(idsOf(seen)).toEqual(idsOf(await readToEnd(store, null)))
  })
})

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
const createRandom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}

const seed = Number(process.env['FAULT_SEED'] ?? 4)
const faultCount = Number(process.env['FAULTS'] ?? 200)
const writers = 96
const timeoutMs = 6_000

test(
  `${faultCount} faults (seed ${seed}): nothing lost, nothing double, every promise kept in time`,
  { timeout: 120_000 },
  async () => {
    const { fake, store } = await openFake()
    const random = createRandom(seed)
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
    let faults = 0
    const roll =
      <Fault>(chance: number, from: readonly Fault[]) =>
      () => {
        if (faults >= faultCount || random() > chance) return undefined
        faults += 1
        return pick(from)
      }
    fake.faults.append = roll(0.3, appendFaults)
    fake.faults.deliver = roll(0.02, deliveryFaults)

    // One writer that fails ends the others, so that the test fails instead of hanging.
    const failing = new AbortController()
    const failed = failing.signal
    const acknowledged: { id: string; stream: string; revision: number }[] = []
    let slowestMs = 0
    let ambiguous = 0
    /** Sends the same append until it is taken, as a client that retries would. */
    const appendForSure = async (...args: Parameters<EventStore['append']>): Promise<AppendResult> => {
      for (;;) {
        const started = Date.now()
        try {
          return await store.append(args[0], args[1], args[2], { timeoutMs })
        } catch (error) {
          const mayPass = error instanceof Ambiguous || error instanceof Unavailable
          if (!mayPass || failed.aborted) throw error
          ambiguous += 1
          await pause(20)
        } finally {
          slowestMs = Math.max(slowestMs, Date.now() - started)
        }
      }
    }
    const write = async () => {
      const stream = newStream()
      for (let next = 0; faults < faultCount;) {
        const events = newEvents(1 + Math.floor(random() * 3))
        const { revision } = await appendForSure(stream, next === 0 ? 'no_stream' : next - 1, events)
        expect(revision).toBe(next + events.length - 1)
        events.forEach(({ id }, i) => acknowledged.push({ id, stream, revision: next + i }))
        next += events.length
      }
    }

    const last = newEvent()
    const following = follow(store, null, (events) => events.at(-1)?.id === last.id, { max: 100 })
    const writing = Array.from({ length: writers }, write)
    await Promise.all(writing).catch((error: unknown) => {
      failing.abort()
      throw error
    })
    await eventually(() => store.append(newStream(), 'no_stream', [last]))
    const seen = await following

    const place = ({ id, stream, revision }: (typeof acknowledged)[number]) => `${stream} ${revision} ${id}`
    expect(faults).toBe(faultCount)
    expect(seen.slice(0, -1).map(place).sort()).toEqual(acknowledged.map(place).sort())
    expect(await readToEnd(store, null)).toEqual(seen)
    expect(slowestMs).toBeLessThan(2 * timeoutMs)
    expect(ambiguous).toBeLessThan(acknowledged.length)
  },
)
