import { allEvents } from '#modules/all.events.ts'
import { openPlatform, type Platform } from '#platform/platform.ts'
import { readModels } from '#projections/projector.ts'
import type { Product } from './product.ts'
import { silentLog } from './silent-log.ts'

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
    clock: { now: () => ahead(aheadMs) },
    witness: async () => ahead(witnessAheadMs),
  })
}
