import { parentPort, workerData } from 'node:worker_threads'
import { allEvents } from '#modules/all.events.ts'
import { openPlatform } from '#platform/platform.ts'
import { createLogger } from '#platform/watch/logger.ts'
import { buildNamed } from './engine/builds/builds.ts'
import { memberOf } from './engine/runner/apply.ts'
import { createIsBusy } from './engine/runner/busy.ts'
import { createFill } from './engine/runner/fill.ts'
import { CheckpointMoved } from './engine/runner/checkpoints.ts'
import { createRetries } from './engine/runner/retries.ts'
import type { Task } from './fill-in-threads.ts'
import { projections } from './index.ts'
import { fillInLanes } from './lanes/fill-in-lanes.ts'
import { openProjectorDatabase } from './projector-database.ts'

/** Fills builds in bulk until they meet the head or a page that needs the projector, and ends. */
const { config, logLevel, builds } = workerData as Task

const stopping = new AbortController()
parentPort!.on('message', () => stopping.abort())

const log = createLogger(logLevel)
const platform = await openPlatform(config, { log, catalogue: allEvents, readModels: [] })
const db = openProjectorDatabase(config)
try {
  await platform.gate.pass()
  const { codec, eventStore } = platform
  const retries = createRetries(log, stopping.signal)
  const parts = { codec, db, log, retries, blocked: new Map(), isBusy: createIsBusy(eventStore) }
  const { BUILD_LANES: lanes } = config
  const elsewhere = lanes > 1 ? fillInLanes({ config, log, db, eventStore, lanes }) : undefined
  const fill = createFill(parts, eventStore, { apply: async () => stopping.abort(), elsewhere })
  const members = await Promise.all(
    builds.map(async ({ name, seen }) => {
      const build = await buildNamed(db, name)
      return {
        member: memberOf(
          projections.find((one) => one.name === build.model)!,
          build,
        ),
        seen,
      }
    }),
  )
  const isDone = () => stopping.signal.aborted
  await Promise.all(
    members.map(async ({ member, seen }) => {
      try {
        await fill(member, isDone, seen)
      } catch (error) {
        // Lanes have filled it. The projector goes on with it.
        if (!(error instanceof CheckpointMoved)) throw error
      }
    }),
  )
} finally {
  await db.destroy()
  await platform.close()
  parentPort!.close()
}
