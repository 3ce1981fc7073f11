import { setTimeout as pause } from 'node:timers/promises'
import type { Platform } from '#platform/platform.ts'
import { buildsOf } from '#projections/engine/builds/builds.ts'
import { createProgress, type Output } from './build-progress.ts'

const POLL_MS = 250

/** Shows the progress of new builds until there are none or `signal` aborts. Retries while the database is away. */
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
    await pause(POLL_MS, undefined, { signal }).catch(() => {})
  }
  progress.end()
}
