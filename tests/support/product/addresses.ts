import { randomUUID } from 'node:crypto'
import { addressDecider } from '#modules/accounts/address.decider.ts'
import { addressStream } from '#modules/accounts/address.events.ts'
import { bySystem } from '#platform/commands/execute-command.ts'
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

/** Reserves the address of an account that was made by facts alone, so that its owner can be found by it. */
export const reserveAddress = async (
  { platform }: Product,
  { email, userId }: { readonly email: string; readonly userId: string },
): Promise<void> => {
  const hash = addressHash(platform.config.ADDRESS_KEY, email)
  await platform.commands.execute({
    decider: addressDecider,
    stream: addressStream(hash),
    workspaceId: null,
    context: bySystem(randomUUID(), platform.clock.now()),
    command: { type: 'ReserveAddress', addressHash: hash, userId },
  })
}
