import { vi } from 'vitest'
import { grantWishes } from '#modules/accounts/deferred/run-deferred.ts'
import type { Platform } from '#platform/platform.ts'

/** Resolves when no newcomer waits for what was promised; soon also while they cannot be served. */
export const granted = async (platform: Platform): Promise<void> => {
  await vi
    .waitUntil(
      async () => {
        await grantWishes(platform)
        return !(await platform.db('newcomer_wishes').first('id'))
      },
      { timeout: 2_000, interval: 10 },
    )
    .catch(() => {})
}
