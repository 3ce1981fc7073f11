import { setTimeout as pause } from 'node:timers/promises'
import type { Platform } from '#platform/platform.ts'
import { buildsOf } from '#projections/engine/builds/builds.ts'
import { createProgress, type Output } from './build-progress.ts'

const LOOK_MS = 250

/**
 * Shows how far the builds are that nobody can read yet, until there are none or `signal` aborts; nothing where they are
 * made at once. A database that is away is asked again: to show it is nobody's duty.
 */
export const showBuilds = async (
  { db, eventStore }: Pick<Platform, 'db' | 'eventStore'>,
  output: Output,
  signal: AbortSignal,
): Promise<void> => {
  const progress = createProgress(await eventStore.head(), { output })
  while (!signal.aborted) {
    const builds = await buildsOf(db).catch(() => undefined)
    const building = builds?.filter(({ state }) => state === 'building')
    if (building?.length === 0) break
    progress.show(building ?? [])
    await pause(LOOK_MS, undefined, { signal }).catch(() => {})
  }
  progress.end()
}
