import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivateFile } from '#platform/primitives/private-file.ts'
import { allEvents } from '#modules/all.events.ts'
import { allRows } from '#modules/all-rows.ts'
import { takeOver } from '#modules/operations/take-over.ts'
import type { Config } from '#platform/config/config.ts'
import { openPlatform } from '#platform/platform.ts'
import { requireStores } from '#platform/stores/stores.ts'
import type { Logger } from '#platform/watch/logger.ts'

/**
 * Takes over the data of a program that wrote no MACs, at the first start of this one. A file beside the database says that this was
 * done, so nobody who writes to the database makes it happen again.
 */
export const takeOverOnce = async (folder: string, config: Config, log: Logger): Promise<void> => {
  const done = join(folder, 'macs.json')
  if (existsSync(done)) return
  const platform = await openPlatform(config, { log, catalogue: allEvents, readModels: [], isUngated: true })
  try {
    await requireStores(platform)
    const taken = await takeOver(platform, allRows)
    const since = platform.clock.now().toISOString()
    writePrivateFile(done, `${JSON.stringify({ since, rows: typeof taken === 'object' ? taken.rows : 0 })}\n`)
  } finally {
    await platform.close()
  }
}
