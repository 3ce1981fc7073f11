import { Worker } from 'node:worker_threads'
import type { Knex } from 'knex'
import type { Config } from '#platform/config/config.ts'
import { asOnlyOne } from '#platform/postgres/only-one.ts'
import type { Logger } from '#platform/watch/logger.ts'
import type { FillElsewhere, Filling } from './engine/runner/fill.ts'
import { projections } from './index.ts'

/** The input of a thread. */
export type Task = {
  readonly config: Config
  readonly logLevel: string
  readonly builds: readonly Pick<Filling, 'name' | 'seen'>[]
}

/** The name under which one process at a time fills a build in a thread. */
export const threadLock = (build: string): string => `thread ${build}`

/** Memory of the thread, whatever the length of the builds. */
const LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 48 }
const POLL_MS = 50
/** Builds of no more pages are filled before a thread has started. */
const SHORT = 50

/**
 * Fills long builds in a thread, so that this one goes on with its work. If the thread fails, the log says so: the builds
 * stand where their checkpoints are, and are gone on with here.
 */
export const fillInThreads = (config: Config, db: Knex, log: Logger): FillElsewhere => {
  const logFailed = (builds: readonly Filling[], error: unknown): void =>
    log.warn(
      { err: error, builds: builds.map(({ name }) => name) },
      'a thread failed to fill builds; the projector continues them',
    )
  const fillInThread = async (builds: readonly Filling[], isDone: () => boolean): Promise<void> => {
    const names = builds.map(({ name, seen }) => ({ name, seen }))
    const task: Task = { config, logLevel: log.level, builds: names }
    const thread = new Worker(new URL('fill-thread.ts', import.meta.url), {
      workerData: task,
      resourceLimits: LIMITS,
    })
    thread.on('error', (error) => logFailed(builds, error))
    const looking = setInterval(() => {
      if (isDone()) thread.postMessage('stop', [])
    }, POLL_MS)
    await new Promise((resolve) => thread.once('exit', resolve))
    clearInterval(looking)
  }

  return {
    after: SHORT,
    async fill(builds, isDone) {
      // A thread can load only the product's projections.
      if (isDone() || builds.some(({ projection }) => !projections.includes(projection))) return
      const locks = builds.map(({ name }) => threadLock(name))
      await asOnlyOne(db, locks, () => fillInThread(builds, isDone))
    },
  }
}
