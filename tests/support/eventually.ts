import { vi } from 'vitest'

/** Asks again and again until it does not throw any more; a busy machine gets 20 s. Answers what it answers. */
export const eventually = <T>(ask: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(ask, { timeout: 20_000, interval: 20 })
