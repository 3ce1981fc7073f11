import { allEvents } from '#modules/all.events.ts'
import { readConfig } from '#platform/config/config.ts'
import { openPlatform } from '#platform/platform.ts'
import { readModels, startProjector } from '#projections/projector.ts'
import { freshSecrets } from '../processes/secrets.ts'
import { silentLog } from '../processes/silent-log.ts'

/** Builds every read model in a migrated database without facts. */
export const buildReadModels = async (url: string): Promise<void> => {
  const settings = { ...freshSecrets(), PUBLIC_BASE_URL: 'http://localhost', DATABASE_URL: url }
  const options = { log: silentLog, catalogue: allEvents, readModels, isUngated: true }
  const platform = await openPlatform(readConfig(settings), options)
  const projector = await startProjector(platform)
  await projector.caughtUp()
  await projector.stop()
  await platform.close()
}
