import { openDatabase } from '#platform/database.ts'
import type { Platform } from '#platform/platform.ts'
import { projections } from './index.ts'
import { startRunner } from './runner.ts'

/** The names that `openPlatform` waits for after a command. */
export const readModels: readonly string[] = projections.map(({ name }) => name)

/** Runs every projection until stopped. */
export const startProjector = async ({
  config,
  eventStore,
  codec,
  log,
}: Platform): Promise<{ stop(): Promise<void>; caughtUp(): Promise<void> }> => {
  // Rows and checkpoint share a transaction: a crash loses both or none, and what is lost is built again.
  const url = new URL(config.DATABASE_URL)
  url.searchParams.set('options', '-c synchronous_commit=off')
  const db = openDatabase(url.href)
  const runner = await startRunner({ projections, eventStore, codec, db, log })
  return {
    caughtUp: runner.caughtUp,
    async stop() {
      await runner.stop()
      await db.destroy()
    },
  }
}
