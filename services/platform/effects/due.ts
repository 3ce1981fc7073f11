import { isAway } from '../stores/stores.ts'
import type { Logger } from '../watch/logger.ts'

/** A kind of things that become due by time alone, and what is done with each; both may be repeated. */
export type Due<T> = {
  readonly name: string
  /** What is due at `now`, in a fixed order behind `after`. */
  next(now: Date, page: { readonly after: T | null; readonly limit: number }): Promise<readonly T[]>
  act(one: T, now: Date): Promise<unknown>
}

/** How many were found due, and of how many that threw. */
export type Passed = { readonly found: number; readonly failed: number }

const AT_ONCE = 20

/**
 * Acts on all that is due, some at a time. One that throws keeps no other from its turn, and is due again; throws when a
 * store is away.
 */
export const actOnDue = async <T>(
  { name, next, act }: Due<T>,
  {
    now,
    log,
    signal,
  }: { readonly now: Date; readonly log: Logger; readonly signal?: AbortSignal | undefined },
): Promise<Passed> => {
  let found = 0
  let failed = 0
  const attempt = async (one: T): Promise<void> => {
    try {
      await act(one, now)
    } catch (error) {
      if (isAway(error)) throw error
      failed += 1
      log.error({ due: name, one, error: String(error) }, 'what time brings could not be told')
    }
  }
  for (let after: T | null = null; !signal?.aborted;) {
    const page: readonly T[] = await next(now, { after, limit: AT_ONCE })
    await Promise.all(page.map(attempt))
    found += page.length
    if (page.length < AT_ONCE) break
    after = page.at(-1)!
  }
  return { found, failed }
}
