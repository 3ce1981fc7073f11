import { allEvents } from '#modules/all.events.ts'
import { openPlatform, type Platform } from '#platform/platform.ts'
import { readModels } from '#projections/projector.ts'
import { buildApi } from '../../../services/api/app.ts'
import { FAST, send, type Product } from './product.ts'
import { silentLog } from '../processes/silent-log.ts'

/** Another process on the product's stores; how far its clock, and the other one that it asks, run ahead of the product's. */
export const openBeside = (
  { platform: { config, clock } }: Product,
  aheadMs = 0,
  witnessAheadMs = aheadMs,
): Promise<Platform> => {
  const ahead = (ms: number) => new Date(clock.now().getTime() + ms)
  return openPlatform(config, {
    log: silentLog,
    catalogue: allEvents,
    readModels,
    ...FAST,
    clock: { now: () => ahead(aheadMs) },
    witness: async () => ahead(witnessAheadMs),
  })
}

/** The same with an API of its own: what it sends meets the product's in the event store alone, not in one line. */
export const openApiBeside = async (
  product: Product,
): Promise<Pick<Product, 'platform' | 'call' | 'close'>> => {
  const platform = await openBeside(product)
  const app = await buildApi(platform, { localMailbox: false })
  await app.ready()
  return {
    platform,
    call: (...asked) => send(app, ...asked),
    async close() {
      await app.close()
      await platform.close()
    },
  }
}
