import { hash, verify } from '@node-rs/argon2'
import { hmac } from './ids.ts'

/** Argon2id (the package's default) at the OWASP minimum of memory and passes (19 MiB, 2), over an HMAC with the pepper: the database alone is no use. */
export type Passwords = {
  hash(secret: string): Promise<string>
  /** Takes the same time for `undefined`: nobody learns whether there was anything to compare with. */
  verify(stored: string | undefined, secret: string): Promise<boolean>
}

const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const createPasswords = (pepper: string): Passwords => {
  const peppered = (secret: string) => hmac(pepper, 'password', secret)
  const nobody = hash('nobody has this password', options)
  return {
    hash: (secret) => hash(peppered(secret), options),
    async verify(stored, secret) {
      const same = await verify(stored ?? (await nobody), peppered(secret))
      return same && stored !== undefined
    },
  }
}
