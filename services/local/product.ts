import { fileURLToPath } from 'node:url'
import { allEvents } from '#modules/all.events.ts'
import type { Config } from '#platform/config/config.ts'
import type { Logger } from '#platform/watch/logger.ts'
import { openListener } from '#platform/postgres/listener.ts'
import { openTracing } from '#platform/watch/open-tracing.ts'
import { openPlatform, type Platform, type PlatformOptions } from '#platform/platform.ts'
import { readModels, startProjector } from '#projections/projector.ts'
import { buildApi } from '../api/app.ts'
import type { Demo } from '../api/mailbox.routes.ts'
import { startWorker } from '../worker/worker.ts'
import type { Output } from './build-progress.ts'
import { createDemo, isEmpty } from './demo/demo.ts'
import { showBuilds } from './show-builds.ts'

const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url))

export type LocalProduct = {
  readonly address: string
  /** Rejects when the projector or a reactor has stopped. */
  readonly failed: Promise<never>
  readonly demo: Demo
  close(): Promise<void>
}

type Options = {
  readonly log: Logger
  readonly localMailbox: boolean
  readonly mailboxToken?: string
  /** Shows the progress of read models that are built. */
  readonly output?: Output
  /** Replaced in tests. */
  readonly replaced?: Pick<PlatformOptions, 'clock' | 'hashCost'>
}

/**
 * Starts API, projector and worker in one process. `close` first stops taking requests and closes the stores last.
 */
export const startProduct = async (
  config: Config,
  { log, localMailbox, mailboxToken, output, replaced }: Options,
): Promise<LocalProduct> => {
  const opened = new AsyncDisposableStack()
  try {
    const tracing = await openTracing(config, { service: 'local', log })
    opened.defer(() => tracing.close())
    // One listener for all parts needs one connection only.
    const listener = openListener(config.DATABASE_URL, log)
    opened.defer(() => listener.close())
    // Each part has its own connections, so busy API requests do not delay read models or mails.
    const openPart = async (): Promise<Platform> => {
      const part = await openPlatform(config, {
        log,
        catalogue: allEvents,
        readModels,
        listener,
        ...replaced,
      })
      opened.defer(() => part.close())
      await part.gate.pass()
      return part
    }
    const platform = await openPart()
    const projector = await startProjector(await openPart())
    opened.defer(() => projector.stop())
    const closing = new AbortController()
    const shown = output && showBuilds(platform, output, closing.signal).catch(() => {})
    opened.defer(async () => {
      closing.abort()
      await shown
    })
    // At the first start wait for the read models; after an upgrade the older builds answer meanwhile.
    const read: string[] = await platform.db('checkpoints').where({ state: 'active' }).pluck('model')
    if (readModels.some(({ name }) => !read.includes(name))) await projector.caughtUp()
    const { promise: failed, reject: fail } = Promise.withResolvers<never>()
    failed.catch(() => {})
    void projector.ended.then(() => fail(new Error('The projector has stopped.')))
    const workerPart = await openPart()
    const work = async () => {
      const started = await startWorker(workerPart)
      void started.ended.then(() => fail(new Error('A reactor has stopped.')))
      return started
    }
    let worker = await work()
    opened.defer(() => worker.stop())
    let isFilling = false
    const demo: Demo = {
      isOffered: async () => !isFilling && (await isEmpty(platform)),
      async create() {
        isFilling = true
        await worker.stop()
        try {
          return await createDemo(platform, { mailsLastDay: config.SMTP_URL === undefined })
        } finally {
          worker = await work()
          isFilling = false
        }
      },
    }
    const app = await buildApi(platform, {
      webRoot,
      localMailbox,
      demo,
      ...(mailboxToken !== undefined && { mailboxToken }),
    })
    opened.defer(() => app.close())
    const address = await app.listen({ host: config.HOST, port: config.PORT })
    return { address, failed, demo, close: () => opened.disposeAsync() }
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}
