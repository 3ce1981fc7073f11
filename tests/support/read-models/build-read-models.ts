import { allEvents } from '#modules/all.events.ts'
import { readConfig } from '#platform/config/config.ts'
import { openPlatform } from '#platform/platform.ts'
import { readModels, startProjector } from '#projections/projector.ts'
import { freshSecrets } from '../processes/secrets.ts'
import { silentLog } from '../processes/silent-log.ts'

/** Lets every read model be there in a migrated database, as a projector leaves them that has seen no fact. */
export const buildReadModels = async (url: string): Promise<void> => {
  const settings = { ...freshSecrets(), PUBLIC_BASE_URL: 'http://localhost', DATABASE_URL: url }
  const options = { log: silentLog, catalogue: allEvents, readModels, isUngated: true }
  const platform = await openPlatform(readConfig(settings), options)
  const projector = await startProjector(platform)
  await projector.caughtUp()
  await projector.stop()
  await platform.close()
}
