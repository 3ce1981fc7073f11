import { hash, verify } from '@node-rs/argon2'
import { bounded } from '../primitives/bounded.ts'
import { hmac } from '../primitives/ids.ts'
import type { KeyRing } from '../config/key-ring.ts'

/**
 * Argon2id (the package's default) with the OWASP minimum of 19 MiB and 2 passes, over an HMAC with a key, so that the database
 * alone is useless. A hash names the number of its key: `p1:$argon2id$…`. Beyond 4 running and 64 waiting hashes both methods
 * throw `service.busy`.
 */
export type Passwords = {
  /** Hashes with the newest key. */
  hash(secret: string): Promise<string>
  /**
   * Takes the same time for `undefined`, so that a caller does not learn whether there is a hash. Throws if this process lacks the
   * key.
   */
  verify(stored: string | undefined, secret: string): Promise<boolean>
  /** Whether a new hash would use a newer key or another cost. */
  isOutdated(stored: string): boolean
}

const BOUNDS = { atOnce: 4, waiting: 64 }
/** Memory in KiB. */
export type HashCost = {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}
const COST: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const createPasswords = (ring: KeyRing, cost = COST): Passwords => {
  const costs = `m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}`
  const keyed = (key: string, secret: string) => hmac(key, 'password', secret)
  const { newest } = ring
  const limited = bounded(BOUNDS)
  const hashNow = async (secret: string) =>
    `p${newest.number}:${await limited(() => hash(keyed(newest.secret, secret), cost))}`
  const dummy = hashNow('nobody has this password')
  return {
    hash: hashNow,
    async verify(stored, secret) {
      const [, number, hashed] = /^p(\d+):(.+)$/s.exec(stored ?? (await dummy)) ?? []
      const key = ring.find(Number(number))
      if (key === undefined || hashed === undefined)
        throw new Error(`PASSWORD_KEY: number ${number ?? '?'} is missing, and passwords were hashed with it`)
      const same = await limited(() => verify(hashed, keyed(key, secret)))
      return same && stored !== undefined
    },
    isOutdated: (stored) => !stored.startsWith(`p${newest.number}:$argon2id$v=19$${costs}$`),
  }
}
