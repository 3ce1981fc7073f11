import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolderPath, FolderInUse, openDataFolder, type DataFolder } from '../local/data-folder.ts'
import { localSettings, readLocalConfig } from '../local/local-config.ts'
import { startLocalDatabase } from '../local/postgres/local-database.ts'
import { localKeys } from '../local/local-keys.ts'
import { stopOnSignals } from '#platform/signals.ts'
import { UserFacingError } from '../local/user-facing-error.ts'
import { migrate } from '#platform/postgres/database.ts'
import { createLogger } from '#platform/watch/logger.ts'
import type { Config } from '#platform/config/config.ts'
import { readSetting } from '#platform/config/read-setting.ts'

export type OpsDatabase = {
  readonly config: Config
  readonly databaseUrl: string
  /** A description of where it was found. */
  readonly origin: string
  close(): Promise<void>
}

const nothingToClose = async () => {}

/** Returns the locked data folder, or the error that names its holder. */
const takeFolder = (path: string): DataFolder | FolderInUse => {
  try {
    return openDataFolder(path, 'ops')
  } catch (error) {
    if (error instanceof FolderInUse) return error
    throw error
  }
}

const ofRunningProduct = (path: string, inUse: FolderInUse): OpsDatabase => {
  const { connection } = inUse
  if (connection?.program !== 'product') throw inUse
  if (!connection.address || !connection.databaseUrl)
    throw new UserFacingError('The product is still starting. Try again when it has printed its addresses.')
  const env = { ...process.env, PUBLIC_BASE_URL: connection.address }
  const config = readLocalConfig(env, localSettings(path), connection.databaseUrl)
  const origin = `running product, process ${connection.holder.pid} at ${connection.address}`
  return { config, databaseUrl: connection.databaseUrl, origin, close: nothingToClose }
}

const startOwn = async (folder: DataFolder): Promise<OpsDatabase> => {
  const opened = new AsyncDisposableStack()
  opened.defer(() => folder.close())
  const close = () => opened.disposeAsync()
  stopOnSignals(() => process.exit(1)).addEventListener('abort', () => {
    void close().finally(() => process.exit(130))
  })
  try {
    const keys = localSettings(folder.path)
    const settings = readLocalConfig(process.env, keys)
    const log = createLogger(settings.LOG_LEVEL)
    const database = await startLocalDatabase(folder, keys.DATABASE_PASSWORD, log)
    opened.defer(() => database.stop())
    await migrate(database.url, log)
    const config = { ...settings, DATABASE_URL: database.url }
    return { config, databaseUrl: database.url, origin: 'started for this command', close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Opens the database of a command: `DATABASE_URL`, else that of the running local product, else the one in the data
 * folder, which runs until the command ends. Throws UserFacingError when another process holds the folder.
 */
export const openOpsDatabase = async (): Promise<OpsDatabase> => {
  const path = dataFolderPath(process.env)
  const databaseUrl = readSetting(process.env, 'DATABASE_URL')
  if (databaseUrl) {
    const keys = existsSync(join(path, 'keys.json')) ? localKeys(path) : {}
    const config = readLocalConfig(process.env, keys, databaseUrl, ['EVENTSTORE_URL'])
    return { config, databaseUrl, origin: 'DATABASE_URL', close: nothingToClose }
  }
  const folder = takeFolder(path)
  return folder instanceof FolderInUse ? ofRunningProduct(path, folder) : startOwn(folder)
}
