import { randomUUID } from 'node:crypto'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { openStore } from '#support/event-store/open-store.ts'
import { runWorker } from '#support/processes/run-worker.ts'
import { openBareSequence } from './bare-sequence.ts'
import { figure, measure, medianOf, type Figure, type Measured, type Progress } from '../measure.ts'
import { benchEvent } from '../payload.ts'

const rounds = 12
const roundMs = 400
const goals: Readonly<Record<number, number>> = { 1: 0.6, 16: 0.8, 64: 1.8 }

const newStreams = (count: number) => Array.from({ length: count }, () => `bench-${randomUUID()}`)

const measureStore = (store: EventStore, inFlight: number) => {
  const streams = newStreams(inFlight)
  return measure(inFlight, roundMs, (lane, turn) =>
    store.append(streams[lane]!, turn === 0 ? 'no_stream' : turn - 1, [benchEvent()]),
  )
}

/** Store and baseline take turns, so that a busy disk or machine affects both. */
const compare = async (url: string, store: EventStore, inFlight: number) => {
  const bare = await openBareSequence(url, inFlight)
  const measureBare = () => {
    const streams = newStreams(inFlight)
    return measure(inFlight, roundMs, (lane, turn) => bare.insert(lane, streams[lane]!, turn, benchEvent()))
  }
  const measured: Measured[] = []
  const baseline: Measured[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const both = [await measureBare(), await measureStore(store, inFlight)] as const
    // The first round warms up.
    if (round === 0) continue
    baseline.push(both[0])
    measured.push(both[1])
  }
  await bare.close()
  return { store: medianOf(measured), bare: medianOf(baseline) }
}

/** Appends of one event, each lane to its own stream, compared with a bare sequence insert and emmett. */
export const benchAppend = async (url: string, progress: Progress): Promise<Figure[]> => {
  const store = await openStore({ adapter: 'postgres', url })
  const figures: Figure[] = []
  for (const inFlight of [1, 16, 64]) {
    progress(`append, ${inFlight} in flight`)
    const { store: ours, bare } = await compare(url, store, inFlight)
    progress(`append, ${inFlight} in flight: emmett`)
    const emmett = await runWorker<Measured>(new URL('emmett-worker.ts', import.meta.url), {
      url,
      inFlight,
      forMs: 2_000,
    })
    const goal = goals[inFlight] ?? null
    const name = `append, ${inFlight} in flight`
    figures.push(
      figure(`${name}, to bare sequence`, ours.perSecond, '/s', { baseline: bare.perSecond, goal }),
      figure(`${name}, to emmett-postgresql 0.42`, ours.perSecond, '/s', { emmett: emmett.perSecond }),
      figure(`${name}, p50 to bare sequence`, ours.p50Ms, 'ms', { baseline: bare.p50Ms }),
      figure(`${name}, p99 to bare sequence`, ours.p99Ms, 'ms', { baseline: bare.p99Ms }),
    )
  }
  await store.close()
  return figures
}
