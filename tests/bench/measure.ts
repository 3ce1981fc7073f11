import { setTimeout as pause } from 'node:timers/promises'

/** One line of the result. `ratio` is value over baseline, compared with `goal` (null: for information only). */
export type Figure = {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly baseline: number | null
  readonly ratio: number | null
  /** The lowest ratio to reach, or the highest if less is better. */
  readonly goal: number | null
}

export type Progress = (text: string) => void

export type Measured = {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

type Operation = (lane: number, turn: number) => Promise<unknown>

export const median = (values: readonly number[]): number => quantile(values, 0.5)

export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

const measuredOf = (latencies: readonly number[], start: number) => ({
  perSecond: (latencies.length * 1_000) / (performance.now() - start),
  p50Ms: quantile(latencies, 0.5),
  p99Ms: quantile(latencies, 0.99),
  calls: latencies.length,
})

/** Runs `operation` for `forMs` in `inFlight` lanes. Each lane makes one call after the other. */
export const measure = async (
  inFlight: number,
  forMs: number,
  operation: Operation,
): Promise<Measured & { readonly calls: number }> => {
  const latencies: number[] = []
  const start = performance.now()
  const runLane = async (_: unknown, lane: number) => {
    let before = start
    for (let turn = 0; before - start < forMs; turn += 1) {
      await operation(lane, turn)
      const after = performance.now()
      latencies.push(after - before)
      before = after
    }
  }
  await Promise.all(Array.from({ length: inFlight }, runLane))
  return measuredOf(latencies, start)
}

/** Starts `perSecond` operations a second for `forMs`, even if earlier ones are still running. */
export const measureAt = async (
  perSecond: number,
  forMs: number,
  operation: (turn: number) => Promise<unknown>,
): Promise<Measured & { readonly calls: number }> => {
  const latencies: number[] = []
  const start = performance.now()
  const run = async (turn: number) => {
    const due = start + (turn * 1_000) / perSecond
    await pause(Math.max(0, due - performance.now()))
    await operation(turn)
    // A late start counts as waiting time.
    latencies.push(performance.now() - due)
  }
  await Promise.all(Array.from({ length: Math.ceil((perSecond * forMs) / 1_000) }, (_, turn) => run(turn)))
  return measuredOf(latencies, start)
}

/** Returns the median of each number over several measurements. */
export const medianOf = (rounds: readonly Measured[]): Measured => ({
  perSecond: median(rounds.map(({ perSecond }) => perSecond)),
  p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
  p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
})

const round = (value: number) => Number(value.toPrecision(4))

export const figure = (
  name: string,
  value: number,
  unit: string,
  { baseline = null, goal = null }: { baseline?: number | null; goal?: number | null } = {},
): Figure => ({
  name,
  value: round(value),
  unit,
  baseline: baseline === null ? null : round(baseline),
  ratio: baseline === null ? null : round(value / baseline),
  goal,
})
