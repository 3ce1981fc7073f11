import { vi } from 'vitest'
import { runDeferredCalls } from '#modules/accounts/deferred/run-deferred.ts'
import type { Platform } from '#platform/platform.ts'

/** Runs deferred calls until none is left. Gives up after two seconds without an error. */
export const deferredDone = async (platform: Platform): Promise<void> => {
  await vi
    .waitUntil(
      async () => {
        // Tests ask this thousands of times.
        if (!(await platform.db('newcomer_wishes').first('id'))) return true
        await runDeferredCalls(platform)
        return !(await platform.db('newcomer_wishes').first('id'))
      },
      { timeout: 2_000, interval: 10 },
    )
    .catch(() => {})
}
