import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Config } from '#platform/config/config.ts'
import type { Logger } from '#platform/watch/logger.ts'
import type { FillElsewhere, Seen } from './engine/runner/fill.ts'
import { projections } from './index.ts'

/** The input of a thread. */
export type Task = {
  readonly config: Config
  readonly logLevel: string
  readonly build: string
  readonly seen: Seen | undefined
}

/** Leaves one processor to requests and the database. */
const THREADS = Math.max(1, availableParallelism() - 1)
/** Memory per thread, whatever the length of the build. */
const LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 48 }
const POLL_MS = 50
/** A build of no more pages is filled before another thread has started. */
const SHORT = 50

/**
 * Fills long builds in threads of their own, so that this one goes on with its work, and several at once where there are
 * processors for it; the others wait for their turn. A thread that fails is told of in the log: the build stands where its
 * checkpoint is, and is gone on with here.
 */
export const fillInThreads = (config: Config, log: Logger): FillElsewhere => {
  const turns: Promise<unknown>[] = Array.from({ length: THREADS }, () => Promise.resolve())

  const logFailed = (build: string, error: unknown): void =>
    log.warn({ err: error, build }, 'a thread failed to fill a build; the projector continues it')

  const run = async (task: Task, isDone: () => boolean): Promise<void> => {
    if (isDone()) return
    const thread = new Worker(new URL('fill-thread.ts', import.meta.url), {
      workerData: task,
      resourceLimits: LIMITS,
    })
    thread.on('error', (error) => logFailed(task.build, error))
    const looking = setInterval(() => {
      if (isDone()) thread.postMessage('stop', [])
    }, POLL_MS)
    await new Promise((resolve) => thread.once('exit', resolve))
    clearInterval(looking)
  }

  let next = 0
  return {
    after: SHORT,
    fill({ name, projection }, seen, isDone) {
      // A thread can load only the product's projections.
      if (!projections.includes(projection)) return Promise.resolve()
      const turn = next++ % THREADS
      const task = { config, logLevel: log.level, build: name, seen }
      const running = turns[turn]!.then(() => run(task, isDone)).catch((error: unknown) =>
        logFailed(name, error),
      )
      turns[turn] = running
      return running
    },
  }
}
