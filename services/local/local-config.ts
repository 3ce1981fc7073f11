import { join } from 'node:path'
import { readConfig, type Config, type ConfigOptions } from '#platform/config/config.ts'
import { localKeys, type LocalKeys } from './local-keys.ts'
import { UserFacingError } from './user-facing-error.ts'

export type LocalSettings = LocalKeys & Pick<Config, 'ERASURE_LEDGER' | 'SEAL_LEDGER' | 'SUPER_ADMIN_PASSKEY'>

/** Settings from a data folder: its keys and the paths of its ledgers. Throws UserFacingError. */
export const localSettings = (folder: string): LocalSettings => ({
  ...localKeys(folder),
  ERASURE_LEDGER: join(folder, 'erasures.jsonl'),
  SEAL_LEDGER: join(folder, 'seals.jsonl'),
  SUPER_ADMIN_PASSKEY: 'optional',
})

/** The caller's database address is complete. */
const OF_DATABASE = ['DATABASE_URL', 'DATABASE_URL_FILE', 'DATABASE_PASSWORD', 'DATABASE_PASSWORD_FILE']

/**
 * Returns the configuration of a local product: the environment over local defaults. Port, public address and
 * database are final only once they exist. Throws UserFacingError with every invalid setting.
 */
export const readLocalConfig = (
  env: Record<string, string | undefined>,
  keys: Partial<LocalSettings>,
  databaseUrl = 'postgres://not-started',
  needs: ConfigOptions['needs'] = [],
): Config => {
  const given = Object.fromEntries(
    Object.entries(env).filter(([key, value]) => value && !OF_DATABASE.includes(key)),
  )
  const defaults = {
    PUBLIC_BASE_URL: `http://localhost:${given['PORT'] ?? 3000}`,
    // Its mails appear in the local mailbox.
    CONTACT_EMAIL: 'operator@vieraugen.example',
    RATE_FACTOR: '20',
    LOG_LEVEL: 'warn',
  }
  // A `…_FILE` setting replaces our default.
  const kept = Object.fromEntries(
    Object.entries({ ...defaults, ...keys }).filter(
      ([key]) => !given[`${key}_FILE`] && !OF_DATABASE.includes(key),
    ),
  )
  try {
    return readConfig({ ...kept, ...given, DATABASE_URL: databaseUrl }, { isLocal: true, needs })
  } catch (error) {
    throw new UserFacingError((error as Error).message)
  }
}
