import type { Platform } from '#platform/platform.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import { addressDecider } from '#modules/accounts/address.decider.ts'
import { addressStream } from '#modules/accounts/address.events.ts'
import { createSessions } from './session.store.ts'

/** Ends all sessions of the account with this address. Returns false if there is none. */
export const endSessionsOf = async (platform: Platform, email: string): Promise<boolean> => {
  const { clock, commands, config } = platform
  const stream = addressStream(addressHash(config.ADDRESS_KEY, email))
  const { state } = await commands.load(addressDecider, stream)
  if (state.userId === null) return false
  await createSessions(platform, config.TOKEN_SECRET).endAll(state.userId, clock.now())
  return true
}
