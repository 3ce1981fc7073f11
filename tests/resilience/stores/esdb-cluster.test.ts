import { afterAll, describe, expect, test } from 'vitest'
import { Unavailable, type EventStore, type StoredEvent } from '#platform/event-store/event-store.ts'
import { redirectFaults, type AppendFault } from '#support/esdb/faults.ts'
import { startEsdbCluster } from '#support/esdb/fake.ts'
import { eventually } from '#support/eventually.ts'
import { idsOf, newEvents, newStream, readToEnd } from '#support/event-store/facts.ts'
import { runUnderFaults } from '#support/event-store/fault-run.ts'
import { openStore } from '#support/event-store/open-store.ts'
import { createRandom } from '#support/event-store/random.ts'
import { casesOfRun, rounds, seedOfRun } from '#support/rounds.ts'

type Cluster = Awaited<ReturnType<typeof startEsdbCluster>>

/** Closed at the end: the tests run side by side, because most of their time is waiting. */
const opened = new AsyncDisposableStack()
afterAll(() => opened.disposeAsync())

const hostsOf = ({ nodes }: Cluster) => nodes.map(({ port }) => `127.0.0.1:${port}`)

/** The forms of a cluster URL. Node 1 leads at first; the last two forms start with another node. */
const ways = {
  'all its nodes': (cluster: Cluster) => `esdb://${hostsOf(cluster).join(',')}?tls=false`,
  'a name to discover': (cluster: Cluster) => `esdb+discover://${hostsOf(cluster)[1]}?tls=false`,
  'one node': (cluster: Cluster) => `esdb://${hostsOf(cluster)[1]}?tls=false`,
}
type Way = keyof typeof ways

const openCluster = async (way: Way = 'all its nodes') => {
  const cluster = await startEsdbCluster()
  const store = await openStore({ adapter: 'esdb', url: ways[way](cluster) })
  opened.defer(async () => {
    await store.close()
    await cluster.close()
  })
  return { cluster, store }
}

/** Returns each of `faults` once, then none. */
const once =
  <Fault>(...faults: Fault[]) =>
  () =>
    faults.shift()

/** Subscribes to `store` until the end of the tests. Returns the growing list of events. */
const followOn = (store: EventStore): readonly StoredEvent[] => {
  const seen: StoredEvent[] = []
  const ending = new AbortController()
  const read = async () => {
    for await (const page of store.subscribeAll({ after: null, signal: ending.signal }))
      seen.push(...page.events)
  }
  const reading = read()
  opened.defer(() => {
    ending.abort()
    return reading
  })
  return seen
}

describe.concurrent.each(casesOfRun(Object.keys(ways) as Way[]))('a cluster with the URL form %s', (way) => {
  test('across elections each append is stored once and delivered live once', async () => {
    const { cluster, store } = await openCluster(way)
    const stream = newStream()
    const facts = newEvents(12)
    const seen = followOn(store)
    let leader = 0
    for (const [i, fact] of facts.entries()) {
      const old = cluster.nodes[leader]!
      if (i % 3 === 2) cluster.elect((leader = (leader + 1) % 3))
      // Some deposed leaders stay as followers, others restart.
      if (i % 6 === 2) old.gate.cut()
      await store.append(stream, i === 0 ? 'no_stream' : i - 1, [fact])
      await eventually(() => expect(idsOf(seen)).toEqual(idsOf(facts.slice(0, i + 1))))
      await eventually(() => expect(cluster.log.subscriptions()).toBe(1))
    }
    expect(idsOf(await store.readStream(stream))).toEqual(idsOf(facts))
  })
})

describe.concurrent('when a follower of EventStoreDB reports as the leader', () => {
  test.each(redirectFaults)('%s, twice: the next append finds the real leader', async (fault) => {
    const { cluster, store } = await openCluster('one node')
    const stream = newStream()
    const events = newEvents(2)
    await store.append(stream, 'no_stream', events.slice(0, 1))
    cluster.elect(2)
    cluster.faults.redirect = once(fault, fault)
    expect(await store.append(stream, 0, events.slice(1))).toMatchObject({ revision: 1, deduplicated: false })
    expect(idsOf(await readToEnd(store, null))).toEqual(idsOf(events))
  })

  test.each(redirectFaults)('%s, for ever: the leader is found among the hosts of the URL', async (fault) => {
    const { cluster, store } = await openCluster()
    cluster.elect(2)
    cluster.faults.redirect = () => fault
    const seen = followOn(store)
    const events = newEvents(1)
    await store.append(newStream(), 'no_stream', events)
    await eventually(() => expect(idsOf(seen)).toEqual(idsOf(events)))
    await eventually(() => expect(cluster.log.subscriptions()).toBe(1))
  })
})

test.concurrent('without a leader nothing is written, and the append throws Unavailable', async () => {
  const { cluster, store } = await openCluster()
  cluster.elect(null)
  const append = store.append(newStream(), 'no_stream', newEvents(1), { timeoutMs: 500 })
  await expect(append).rejects.toThrow(Unavailable)
  cluster.elect(1)
  expect(await readToEnd(store, null)).toEqual([])
})

const seed = seedOfRun()
const electionCount = rounds({ short: 25, long: 500 })
/** Faults of an append during an election. */
const atLeader: AppendFault[] = [
  'not leader',
  'not leader, no address',
  'not ready',
  'reset after',
  'commit timeout after',
]

test.concurrent(
  `${electionCount} elections while followers lie (FAULT_SEED=${seed}): nothing lost, nothing double, each promise in time`,
  { timeout: 120_000 },
  async () => {
    const { cluster, store } = await openCluster()
    const random = createRandom(seed)
    let elections = 0
    let leader: number | null = 0
    const goesOn = () => elections < electionCount
    const elect = (from: readonly (number | null)[]) => {
      // Some deposed leaders stay as followers, others restart.
      if (leader !== null && random.next() < 0.1) cluster.nodes[leader]!.gate.cut()
      elections += 1
      cluster.elect((leader = random.pick(from)))
    }
    cluster.faults.append = () => {
      if (!goesOn()) return undefined
      if (random.next() < 0.3) elect([0, 1, 2, null])
      return random.next() < 0.1 ? random.pick(atLeader) : undefined
    }
    cluster.faults.redirect = () => {
      if (leader === null && random.next() < 0.3) elect([0, 1, 2])
      return goesOn() && random.next() < 0.5 ? random.pick(redirectFaults) : undefined
    }
    await runUnderFaults({ store, random, writers: 16, goesOn })
  },
)
