import { fileURLToPath } from 'node:url'
import { allEvents } from '#modules/all.events.ts'
import type { Config } from '#platform/config.ts'
import type { Logger } from '#platform/logger.ts'
import { openPlatform } from '#platform/platform.ts'
import { readModels, startProjector } from '#projections/projector.ts'
import { buildApi } from '../api/app.ts'
import { buildWorker } from '../worker/worker.ts'

const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Api, projector and worker in one process. Closing stops taking requests first and lets go of the stores last. */
export const startProduct = async (
  config: Config,
  { log, localMailbox }: { log: Logger; localMailbox: boolean },
): Promise<{ address: string; close(): Promise<void> }> => {
  const opened = new AsyncDisposableStack()
  try {
    const platform = await openPlatform(config, { log, catalogue: allEvents, readModels })
    opened.defer(() => platform.close())
    const projector = await startProjector(platform)
    opened.defer(() => projector.stop())
    const worker = buildWorker(platform)
    opened.defer(() => worker.stop())
    await worker.start()
    const app = await buildApi(platform, { webRoot, localMailbox })
    opened.defer(() => app.close())
    const address = await app.listen({ host: config.HOST, port: config.PORT })
    return { address, close: () => opened.disposeAsync() }
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}
