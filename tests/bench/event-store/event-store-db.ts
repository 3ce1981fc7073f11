import { randomUUID } from 'node:crypto'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { projections } from '#projections/index.ts'
import { openStore } from '#support/event-store/open-store.ts'
import { openProductOn } from '#support/product/product.ts'
import { openBareClient } from './bare-client.ts'
import { newDatabase } from '../database.ts'
import { figure, measure, median, medianOf, type Figure, type Measured, type Progress } from '../measure.ts'
import { benchEvent } from '../payload.ts'
import { fill, readAll, rebuild } from '../read-models/projections.ts'

const goal = 0.9
const appendRounds = 12
const appendRoundMs = 400
const readRounds = 5

type Bare = ReturnType<typeof openBareClient>

const newStreams = (count: number) => Array.from({ length: count }, () => `bench-${randomUUID()}`)

/** Port and bare client take turns, so that a busy disk or machine affects both. */
const compareAppends = async (store: EventStore, bare: Bare, inFlight: number) => {
  const measureBare = () => {
    const streams = newStreams(inFlight)
    return measure(inFlight, appendRoundMs, (lane, turn) => bare.append(benchEvent(), streams[lane]!, turn))
  }
  const measureStore = () => {
    const streams = newStreams(inFlight)
    return measure(inFlight, appendRoundMs, (lane, turn) =>
      store.append(streams[lane]!, turn === 0 ? 'no_stream' : turn - 1, [benchEvent()]),
    )
  }
  const ours: Measured[] = []
  const theirs: Measured[] = []
  for (let round = 0; round <= appendRounds; round += 1) {
    const both = [await measureBare(), await measureStore()] as const
    // The first round warms up.
    if (round === 0) continue
    theirs.push(both[0])
    ours.push(both[1])
  }
  return { ours: medianOf(ours), theirs: medianOf(theirs) }
}

const benchAppends = async (url: string, bare: Bare, progress: Progress): Promise<Figure[]> => {
  const store = await openStore({ adapter: 'esdb', url })
  const figures: Figure[] = []
  for (const inFlight of [1, 64]) {
    progress(`EventStoreDB: append, ${inFlight} in flight`)
    const { ours, theirs } = await compareAppends(store, bare, inFlight)
    const name = `EventStoreDB: append, ${inFlight} in flight`
    figures.push(
      figure(`${name}, to bare client`, ours.perSecond, '/s', { baseline: theirs.perSecond, goal }),
      figure(`${name}, p99 to bare client`, ours.p99Ms, 'ms', { baseline: theirs.p99Ms }),
    )
  }
  await store.close()
  return figures
}

/**
 * Reading every event through the port, and rebuilding projections from the first event: compared with the client in a bare
 * loop, and with the same projections fed by such a loop.
 */
const benchReads = async (databaseUrl: string, url: string, bare: Bare, progress: Progress) => {
  const product = await openProductOn(await newDatabase(databaseUrl), { EVENTSTORE_URL: url })
  const { platform } = product
  // It would compete with the measured projectors.
  await product.projector.stop()
  if ((await platform.eventStore.head()) !== null)
    throw new Error('EVENTSTORE_URL names a server with facts in it; the bench needs an empty one')
  progress('EventStoreDB: writing facts')
  await fill(platform)
  const subscribeAll: EventStore['subscribeAll'] = ({ signal }) => bare.pages(signal)
  const fedBare = { ...platform, eventStore: { ...platform.eventStore, subscribeAll } }
  const one = projections.filter(({ name }) => name === 'requests')
  const ways = {
    bare: () => bare.readAll(),
    port: () => readAll(platform),
    oneFedBare: () => rebuild(fedBare, one),
    one: () => rebuild(platform, one),
    all: () => rebuild(platform, projections),
  }
  const facts = await bare.readAll()
  const rates = Object.fromEntries(Object.keys(ways).map((way) => [way, [] as number[]]))
  for (let round = 0; round < readRounds; round += 1) {
    progress(`EventStoreDB: catching up, round ${round + 1} of ${readRounds}`)
    for (const [way, read] of Object.entries(ways)) {
      const start = performance.now()
      await read()
      rates[way]!.push((facts * 1_000) / (performance.now() - start))
    }
  }
  await product.close()
  const of = (way: keyof typeof ways) => median(rates[way]!)
  const compare = (what: string, way: keyof typeof ways, base: 'bare' | 'oneFedBare', least: number) =>
    figure(`EventStoreDB: ${what}`, of(way), 'facts/s', { baseline: of(base), goal: least })
  return [
    compare('catch-up by the port, to bare read loop', 'port', 'bare', goal),
    compare('rebuild of one projection, to the same fed by a bare loop', 'one', 'oneFedBare', goal),
    compare('catch-up of one projection, to bare read loop', 'one', 'bare', 0.45),
    compare('all projections, to bare read loop', 'all', 'bare', 0.3),
  ]
}

/** Measures the EventStoreDB at `url`, which must be empty. */
export const benchEventStoreDb =
  (url: string) =>
  async (databaseUrl: string, progress: Progress): Promise<Figure[]> => {
    const bare = openBareClient(url)
    const figures = [
      ...(await benchReads(databaseUrl, url, bare, progress)),
      ...(await benchAppends(url, bare, progress)),
    ]
    await bare.close()
    return figures
  }
