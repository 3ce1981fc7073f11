import type { Platform } from '#platform/platform.ts'
import type { ReadModelTables } from '#platform/postgres/read-tables.ts'
import { fillInThreads } from './fill-in-threads.ts'
import { fillInLanes } from './lanes/fill-in-lanes.ts'
import { watchLaneTables } from './lanes/lane-tables.ts'
import { projections } from './index.ts'
import { openProjectorDatabase } from './projector-database.ts'
import type { Projection } from './engine/definition/projection.ts'
import { watchUnerased } from './engine/builds/retire.ts'
import { startRunner } from './engine/runner/runner.ts'

/** The read models that `openPlatform` needs to read them and to wait for them. */
export const readModels: readonly ReadModelTables[] = projections

export type Projector = {
  /** Resolves when it has stopped, for any reason. */
  readonly ended: Promise<void>
  stop(): Promise<void>
  /** Resolves when its projections have reached the head of the call. */
  caughtUp(): Promise<void>
}

/**
 * Runs these projections, or every one, until stopped. `beside`: advances only these builds, and promotes none. Such a process has
 * no other work that a long build would keep waiting, so it needs no thread, which takes two seconds of processor time to start.
 */
export const startProjector = async (
  { config, eventStore, codec, listener, log }: Platform,
  run: readonly Projection[] = projections,
  beside?: readonly string[],
): Promise<Projector> => {
  const db = openProjectorDatabase(config)
  const { BUILD_LANES: lanes } = config
  const inLanes = lanes > 1 ? fillInLanes({ config, log, db, eventStore, lanes }) : undefined
  const elsewhere = beside ? inLanes : fillInThreads(config, db, log)
  const options = { projections: run, eventStore, codec, db, listener, log, beside, elsewhere }
  const runner = await startRunner(options).catch(async (error: unknown) => {
    await db.destroy()
    throw error
  })
  // With `beside` the other builds belong to another process.
  const stopWatching = beside ? () => {} : watchUnerased(db, run, log)
  const stopSweeping = beside ? async () => {} : watchLaneTables(db, log)
  return {
    ended: runner.ended,
    caughtUp: runner.caughtUp,
    async stop() {
      stopWatching()
      await runner.stop()
      await stopSweeping()
      await db.destroy()
    },
  }
}
