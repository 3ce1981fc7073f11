import { hash, verify } from '@node-rs/argon2'
import { bounded } from '../primitives/bounded.ts'
import { hmac } from '../primitives/ids.ts'
import type { KeyRing } from '../config/key-ring.ts'

/**
 * Argon2id (the package's default) at the OWASP minimum of memory and passes (19 MiB, 2), over an HMAC with a key:
 * the database alone is no use. A hash names the number of its key: `p1:$argon2id$…`. So many at a time as keep the
 * process's threads busy, and so many behind them as wait a second or two: both throw `service.busy` beyond that.
 */
export type Passwords = {
  /** With the newest key. */
  hash(secret: string): Promise<string>
  /**
   * Takes the same time for `undefined`: nobody learns whether there was anything to compare with.
   * Throws where it cannot compare: a key that this process lacks is no wrong password.
   */
  verify(stored: string | undefined, secret: string): Promise<boolean>
  /** Whether it would be hashed otherwise now: with a newer key, or with more effort. */
  isOutdated(stored: string): boolean
}

const BOUNDS = { atOnce: 4, waiting: 64 }
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const effort = `m=${options.memoryCost},t=${options.timeCost},p=${options.parallelism}`

export const createPasswords = (ring: KeyRing): Passwords => {
  const keyed = (key: string, secret: string) => hmac(key, 'password', secret)
  const { newest } = ring
  const inTurn = bounded(BOUNDS)
  const hashNow = async (secret: string) =>
    `p${newest.number}:${await inTurn(() => hash(keyed(newest.secret, secret), options))}`
  const nobody = hashNow('nobody has this password')
  return {
    hash: hashNow,
    async verify(stored, secret) {
      const [, number, hashed] = /^p(\d+):(.+)$/s.exec(stored ?? (await nobody)) ?? []
      const key = ring.find(Number(number))
      if (key === undefined || hashed === undefined)
        throw new Error(`PASSWORD_KEY: number ${number ?? '?'} is missing, and passwords were hashed with it`)
      const same = await inTurn(() => verify(hashed, keyed(key, secret)))
      return same && stored !== undefined
    },
    isOutdated: (stored) => !stored.startsWith(`p${newest.number}:$argon2id$v=19$${effort}$`),
  }
}
