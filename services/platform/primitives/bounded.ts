import pLimit from 'p-limit'
import { Rejected } from '#contract/errors.ts'

export type Bounded = <T>(work: () => Promise<T>) => Promise<T>

/** Runs at most `atOnce` works at a time, in order of arrival, with `waiting` behind them. Beyond that throws `service.busy`. */
export const bounded = ({
  atOnce,
  waiting,
}: {
  readonly atOnce: number
  readonly waiting: number
}): Bounded => {
  const limit = pLimit(atOnce)
  return async (work) => {
    if (limit.pendingCount >= waiting) throw new Rejected('service.busy')
    return limit(work)
  }
}
