import { join } from 'node:path'
import { readConfig, type Config } from '#platform/config/config.ts'
import { localKeys, type LocalKeys } from './local-keys.ts'
import { UserFacingError } from './user-facing-error.ts'

export type LocalSettings = LocalKeys & Pick<Config, 'ERASURE_LEDGER'>

/** What a data folder brings along: its keys, and where its erasures are written. Throws UserFacingError. */
export const localSettings = (folder: string): LocalSettings => ({
  ...localKeys(folder),
  ERASURE_LEDGER: join(folder, 'erasures.jsonl'),
})

/**
 * The configuration of one machine: the environment over local defaults. Port, public address and database
 * are final only once they exist. Throws UserFacingError with every fault.
 */
export const readLocalConfig = (
  env: Record<string, string | undefined>,
  keys: Partial<LocalSettings>,
  databaseUrl = 'postgres://not-started',
): Config => {
  const { DATABASE_URL_FILE: _, ...settings } = env
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value))
  const defaults = {
    PUBLIC_BASE_URL: `http://localhost:${given['PORT'] ?? 3000}`,
    // Its mailbox shows what comes there.
    CONTACT_EMAIL: 'operator@vieraugen.example',
    RATE_FACTOR: '20',
    LOG_LEVEL: 'warn',
  }
  // What stands in a file of the person's own takes the place of what we made.
  const kept = Object.fromEntries(
    Object.entries({ ...defaults, ...keys }).filter(([key]) => !given[`${key}_FILE`]),
  )
  try {
    return readConfig({ ...kept, ...given, DATABASE_URL: databaseUrl }, { isLocal: true })
  } catch (error) {
    throw new UserFacingError((error as Error).message)
  }
}
