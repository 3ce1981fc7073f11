import { Worker } from 'node:worker_threads'
import { afterAll, describe, expect, test } from 'vitest'
import { Ambiguous, Unavailable } from '#platform/event-store/event-store.ts'
import { appendFaults, deliveryFaults, type AppendFault } from '#support/esdb/faults.ts'
import type { BusyOptions, Received } from '#support/event-store/busy-subscriber.ts'
import { startEsdbFake } from '#support/esdb/fake.ts'
import { eventually } from '#support/eventually.ts'
import { follow, idsOf, newEvent, newEvents, newStream, readToEnd } from '#support/event-store/facts.ts'
import { runUnderFaults } from '#support/event-store/fault-run.ts'
import { openStore } from '#support/event-store/open-store.ts'
import { createRandom, type Random } from '#support/event-store/random.ts'
import { rounds, seedOfRun } from '#support/rounds.ts'

const opened = new AsyncDisposableStack()
afterAll(() => opened.disposeAsync())

const openFake = async () => {
  const fake = opened.adopt(await startEsdbFake(), (it) => it.close())
  const store = opened.adopt(await openStore({ adapter: 'esdb', url: fake.url }), (it) => it.close())
  return { fake, store }
}

/** Returns each of `faults` once, then none. */
const once =
  <Fault>(...faults: Fault[]) =>
  () =>
    faults.shift()

describe.concurrent('an append to EventStoreDB with the fault', () => {
  test.each(appendFaults)('%s: has a verdict in time and is stored once', async (fault) => {
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

  test('no leader until the timeout: nothing is written, and it throws Unavailable', async () => {
    const { fake, store } = await openFake()
    fake.faults.append = () => 'not leader, no address'
    const attempt = store.append(newStream(), 'no_stream', newEvents(1), { timeoutMs: 500 })
    await expect(attempt).rejects.toThrow(Unavailable)
    expect(await store.head()).toBeNull()
  })
})

describe.concurrent('a subscription to EventStoreDB with the fault', () => {
  test.each(deliveryFaults)('%s: continues after the last event, exactly once', async (fault) => {
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

test('a consumer that the server drops as too slow gets every event once', async () => {
  const { fake, store } = await openFake()
  const isFree = new Int32Array(new SharedArrayBuffer(4))
  const last = newEvent()
  const workerData: BusyOptions = { url: fake.url, lastId: last.id, isFree }
  const follower = new Worker(new URL('../../support/event-store/busy-subscriber.ts', import.meta.url), {
    workerData,
  })
  const followed = new Promise<Received>((resolve, reject) => {
    follower.once('message', resolve)
    follower.once('error', reject)
  })
  await eventually(() => expect(fake.log.subscriptions()).toBe(1))

  const stream = newStream()
  const data = { text: 'x'.repeat(8_000) }
  let next = 0
  for (; fake.log.subscriptions() > 0 && next < 1_000; next += 1)
    await store.append(stream, next === 0 ? 'no_stream' : next - 1, [newEvent({ data })])
  Atomics.store(isFree, 0, 1)
  Atomics.notify(isFree, 0)
  await store.append(stream, next - 1, [last])

  const { ids, reasons } = await followed
  expect(ids).toEqual(idsOf(await readToEnd(store, null)))
  expect(reasons).toEqual([expect.stringContaining('Consumer too slow to handle event while live')])
})

/** Returns the faults in turn, so that each comes up in a run that a busy machine keeps short. */
const inTurn = <Fault>(faults: readonly Fault[]) => {
  let dealt = 0
  return () => faults[dealt++ % faults.length] as Fault
}

const seed = seedOfRun()
const faultCount = rounds({ short: 300, long: 10_000 })
/** A cut connection affects the appends in flight at its server only. More servers at once would wait for the processor. */
const servers = 40
const writers = 5

test(`${faultCount} faults (FAULT_SEED=${seed}): nothing lost, nothing double, every promise kept in time`, async () => {
  let faults = 0
  const met = new Set<string>()
  const goesOn = () => faults < faultCount
  const rollWith =
    (random: Random) =>
    <Fault extends string>(chance: number, deal: () => Fault) =>
    () => {
      if (!goesOn() || random.next() > chance) return undefined
      faults += 1
      const fault = deal()
      met.add(fault)
      return fault
    }
  const dealAppend = inTurn(appendFaults)
  const dealDelivery = inTurn(deliveryFaults)
  const runServer = async (_: unknown, server: number) => {
    const { fake, store } = await openFake()
    const random = createRandom(seed + server)
    const roll = rollWith(random)
    fake.faults.append = roll(0.75, dealAppend)
    fake.faults.deliver = roll(0.35, dealDelivery)
    return await runUnderFaults({ store, random, writers, goesOn })
  }
  const runs = await Promise.all(Array.from({ length: servers }, runServer))
  expect(faults).toBe(faultCount)
  const sum = (counts: readonly number[]) => counts.reduce((a, b) => a + b)
  expect(sum(runs.map(({ resent }) => resent))).toBeLessThan(
    sum(runs.map(({ acknowledged }) => acknowledged)),
  )
  expect([...met].sort()).toEqual([...new Set([...appendFaults, ...deliveryFaults])].sort())
})
