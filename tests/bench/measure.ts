import { setTimeout as pause } from 'node:timers/promises'

/** What a value is compared with: the program of before, emmett, and the least that the work could cost. All measured in the same run. */
type Compared = {
  readonly before: number | null
  readonly emmett: number | null
  readonly baseline: number | null
}

/** One line of the result. `ratio` is the value over what it is compared with first; `goal` null: for information only. */
export type Figure = Compared & {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly ratio: number | null
  /** The lowest ratio to reach, or the highest if less is better. */
  readonly goal: number | null
}

/** A part of the bench. It gets the URL of a migrated database on a durable server and, if there is one, a checkout of the program of before. */
export type Bench = (url: string, progress: Progress, before: string | null) => Promise<Figure[]>

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

/** Runs `operation` in `inFlight` lanes, each with one call after the other, for as long as `goesOn`. */
const measureWhile = async (
  inFlight: number,
  goesOn: (turn: number, sinceStartMs: number) => boolean,
  operation: Operation,
): Promise<Measured & { readonly calls: number }> => {
  const latencies: number[] = []
  const start = performance.now()
  const runLane = async (_: unknown, lane: number) => {
    let before = start
    for (let turn = 0; goesOn(turn, before - start); turn += 1) {
      await operation(lane, turn)
      const after = performance.now()
      latencies.push(after - before)
      before = after
    }
  }
  await Promise.all(Array.from({ length: inFlight }, runLane))
  return measuredOf(latencies, start)
}

export const measure = (inFlight: number, forMs: number, operation: Operation) =>
  measureWhile(inFlight, (_turn, sinceStartMs) => sinceStartMs < forMs, operation)

/** Runs `operation` a given number of times in each lane. */
export const measureCalls = (inFlight: number, calls: number, operation: Operation) =>
  measureWhile(inFlight, (turn) => turn < calls, operation)

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
const rounded = (value: number | null) => (value === null ? null : round(value))

/** The ratio is to `before`, else to `emmett`, else to `baseline`. */
export const figure = (
  name: string,
  value: number,
  unit: string,
  {
    before = null,
    emmett = null,
    baseline = null,
    goal = null,
  }: Partial<Compared> & { goal?: number | null } = {},
): Figure => {
  const first = before ?? emmett ?? baseline
  return {
    name,
    value: round(value),
    unit,
    before: rounded(before),
    emmett: rounded(emmett),
    baseline: rounded(baseline),
    ratio: first === null ? null : round(value / first),
    goal,
  }
}
