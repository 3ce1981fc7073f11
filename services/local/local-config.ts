import { readConfig, type Config } from '#platform/config.ts'
import type { LocalKeys } from './local-keys.ts'
import { StartRefused } from './start-refused.ts'

/**
 * The configuration of one machine: the environment over local defaults. Port, public address and database
 * are final only once they exist. Throws StartRefused with every fault.
 */
export const readLocalConfig = (
  env: Record<string, string | undefined>,
  keys: Partial<LocalKeys>,
  databaseUrl = 'postgres://not-started',
): Config => {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const defaults = {
    PUBLIC_BASE_URL: `http://localhost:${given['PORT'] ?? 3000}`,
    RATE_FACTOR: '20',
    LOG_LEVEL: 'warn',
  }
  try {
    return readConfig({ ...defaults, ...keys, ...given, DATABASE_URL: databaseUrl })
  } catch (error) {
    throw new StartRefused((error as Error).message)
  }
}
