import { isAway } from '../stores/stores.ts'
import type { Logger } from '../watch/logger.ts'

/** Work that becomes due by time alone. `next` and `act` must be repeatable. */
export type Due<T> = {
  readonly name: string
  /** Returns a page of what is due at `now`, in a stable order after `after`. */
  next(now: Date, page: { readonly after: T | null; readonly limit: number }): Promise<readonly T[]>
  act(item: T, now: Date): Promise<unknown>
}

/** How many items were due, and for how many of them `act` threw. */
export type DueCounts = { readonly found: number; readonly failed: number }

const AT_ONCE = 20

/**
 * Acts on everything that is due, 20 items at a time; ends after the first 20 that succeed if `isSlow`, so that other work goes on.
 * An item that throws does not stop the others and stays due. Throws if a store is unavailable.
 */
export const actOnDue = async <T>(
  { name, next, act }: Due<T>,
  {
    now,
    log,
    signal,
    isSlow = false,
  }: {
    readonly now: Date
    readonly log: Logger
    readonly signal?: AbortSignal | undefined
    readonly isSlow?: boolean
  },
): Promise<DueCounts> => {
  let found = 0
  let failed = 0
  const attempt = async (item: T): Promise<void> => {
    try {
      await act(item, now)
    } catch (error) {
      if (isAway(error)) throw error
      failed += 1
      log.error({ due: name, item, error: String(error) }, 'could not act on a due item')
    }
  }
  for (let after: T | null = null; !signal?.aborted;) {
    const page: readonly T[] = await next(now, { after, limit: AT_ONCE })
    await Promise.all(page.map(attempt))
    found += page.length
    if (page.length < AT_ONCE || (isSlow && found - failed >= AT_ONCE)) break
    after = page.at(-1)!
  }
  return { found, failed }
}
