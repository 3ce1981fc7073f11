import { openDatabase } from '#platform/postgres/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { ReadModelTables } from '#platform/postgres/read-tables.ts'
import { projections } from './index.ts'
import type { Projection } from './engine/definition/projection.ts'
import { watchForgetful } from './engine/builds/retire.ts'
import { startRunner } from './engine/runner/runner.ts'

/** What `openPlatform` reads, and waits for after a command. */
export const readModels: readonly ReadModelTables[] = projections

export type Projector = {
  /** Resolves when it has stopped, told to or not. */
  readonly ended: Promise<void>
  stop(): Promise<void>
  /** Resolves when its projections have reached the head that the store had at the call. */
  caughtUp(): Promise<void>
}

/** Longer than any batch takes. */
const ANSWER_MS = 20_000

/** Runs these projections, or every one, until stopped; `beside`: of their builds these alone, and promotes none. */
export const startProjector = async (
  { config, eventStore, codec, listener, log }: Platform,
  run: readonly Projection[] = projections,
  beside?: readonly string[],
): Promise<Projector> => {
  // Rows and checkpoint share a transaction: a crash loses both or none, and what is lost is built again.
  const url = new URL(config.DATABASE_URL)
  url.searchParams.set('options', '-c synchronous_commit=off')
  const db = openDatabase(url.href, { answerMs: ANSWER_MS })
  const runner = await startRunner({ projections: run, eventStore, codec, db, listener, log, beside }).catch(
    async (error: unknown) => {
      await db.destroy()
      throw error
    },
  )
  // Who fills some builds alone does not know what else is kept up.
  const stopWatching = beside ? () => {} : watchForgetful(db, run, log)
  return {
    ended: runner.ended,
    caughtUp: runner.caughtUp,
    async stop() {
      stopWatching()
      await runner.stop()
      await db.destroy()
    },
  }
}
