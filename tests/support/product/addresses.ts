import { randomUUID } from 'node:crypto'
import { addressStream } from '#modules/accounts/address.events.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import type { Product } from './product.ts'

/** A new random address. */
export const newEmail = (): string => `${randomUUID().slice(0, 8)}@example.org`

export const signUpBody = (email: string) => ({ email, password: 'correct horse' })

/** The id of the user with this address. */
export const ownerOf = async ({ platform, facts }: Product, email: string): Promise<string> => {
  const reserved = await facts(addressStream(addressHash(platform.config.ADDRESS_KEY, email)))
  return String(reserved.at(-1)?.data['userId'])
}
