import { systemClock } from '#platform/primitives/clock.ts'
import type { Knex } from '#platform/postgres/database.ts'
import { createFingerprints, type Fingerprints } from '#platform/commands/fingerprints.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import { parseKeyRing, type KeyRing } from '#platform/config/key-ring.ts'
import { createKeys, type Keys } from '#platform/secrets/keys.ts'
import { markMasterKey } from '#platform/secrets/master-keys.ts'

/** Registers the master key in a database and opens its data keys, without the rest of the platform. */
export const openKeys = async (
  db: Knex,
  ring: KeyRing = parseKeyRing(randomToken()),
): Promise<{ readonly keys: Keys; readonly fingerprints: Fingerprints }> => {
  await markMasterKey(db, ring)
  const keys = createKeys(db, ring)
  return { keys, fingerprints: createFingerprints(keys, systemClock) }
}
