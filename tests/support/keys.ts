import { systemClock } from '#platform/clock.ts'
import type { Knex } from '#platform/database.ts'
import { createFingerprints, type Fingerprints } from '#platform/fingerprints.ts'
import { randomToken } from '#platform/ids.ts'
import { parseKeyRing, type KeyRing } from '#platform/key-ring.ts'
import { createKeys, type Keys } from '#platform/keys.ts'
import { markMasterKey } from '#platform/master-keys.ts'

/** The keys of a database, which a first start has marked, without the rest of the platform. */
export const openKeys = async (
  db: Knex,
  ring: KeyRing = parseKeyRing(randomToken()),
): Promise<{ readonly keys: Keys; readonly fingerprints: Fingerprints }> => {
  await markMasterKey(db, ring)
  const keys = createKeys(db, ring)
  return { keys, fingerprints: createFingerprints(keys, systemClock) }
}
