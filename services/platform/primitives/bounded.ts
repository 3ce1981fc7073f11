import { Rejected } from '#contract/errors.ts'

export type Bounded = <T>(work: () => Promise<T>) => Promise<T>

/**
 * At most `atOnce` works at a time and `waiting` behind them, first come first served. Whoever finds no place is
 * told at once: throws `service.busy`.
 */
export const bounded = ({
  atOnce,
  waiting,
}: {
  readonly atOnce: number
  readonly waiting: number
}): Bounded => {
  const queue: (() => void)[] = []
  let free = atOnce
  return async (work) => {
    if (free > 0) free -= 1
    else {
      if (queue.length >= waiting) throw new Rejected('service.busy')
      await new Promise<void>((resolve) => queue.push(resolve))
    }
    try {
      return await work()
    } finally {
      // The place is handed on, so that nobody who comes meanwhile takes it.
      const next = queue.shift()
      if (next) next()
      else free += 1
    }
  }
}
