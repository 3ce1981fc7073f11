import type { signup } from '#contract/accounts/sign-up.ts'
import type { Call } from '#platform/http/http.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { SIGN_UPS_BY_ADDRESS, SIGN_UPS_BY_ADDRESS_A_DAY, SIGN_UPS_BY_CALLER } from './accounts.rates.ts'
import { addressDecider } from './address.decider.ts'
import { addressStream } from './address.events.ts'
import { userDecider } from './user.decider.ts'
import { userStream } from './user.events.ts'

/** A call without a session. A deferred call is rebuilt from its row, so it has no HTTP request. */
export type AnonymousCall = Pick<Call<typeof signup>, 'commandId' | 'contextOf' | 'now'>
export type AnonymousHttpCall = AnonymousCall & Pick<Call<typeof signup>, 'raw'>
export type AccountsByAddress = ReturnType<typeof createAccountsByAddress>

/**
 * Finds accounts by the HMAC of their address. A sign-up writes to the address stream, then to the user stream. A crash
 * in between leaves a reservation without an account; the next sign-up for the address reuses its user id.
 */
export const createAccountsByAddress = ({ commands, throttle }: Pick<Platform, 'commands' | 'throttle'>) => ({
  /** Undefined while the address is free. The state may be `none` after a crash. */
  async accountOf(hash: string) {
    const { userId } = (await commands.load(addressDecider, addressStream(hash))).state
    if (userId === null) return undefined
    const { state } = await commands.load(userDecider, userStream(userId))
    return { userId, state }
  },

  /** Reserves the address unless it is taken. Returns the user id that it belongs to. */
  async reserve(call: AnonymousCall, hash: string): Promise<string> {
    // The id also depends on the address: reusing an Idempotency-Key with another address must neither reach the first
    // account nor reveal, by being rejected, which of the two addresses is known.
    const userId = derivedId(call.commandId, 'user', hash)
    const { state } = await commands.execute({
      decider: addressDecider,
      stream: addressStream(hash),
      workspaceId: null,
      context: call.contextOf({ kind: 'anonymous', userId, role: null }),
      command: { type: 'ReserveAddress', addressHash: hash, userId },
    })
    return state.userId ?? userId
  },

  /** The fields that all commands on a user stream share. */
  execution: (call: AnonymousCall, userId: string) => ({
    decider: userDecider,
    stream: userStream(userId),
    workspaceId: null,
    context: call.contextOf({ kind: 'anonymous', userId, role: null }),
  }),

  /** Throws `rate.exceeded` for the caller. For a flooded mailbox it returns false, and the reply stays the same. */
  async mayMail({ now, raw }: AnonymousHttpCall, hash: string): Promise<boolean> {
    await throttle.require(SIGN_UPS_BY_CALLER, raw.request.ip, now)
    const isBelowHourlyLimit = await throttle.allow(SIGN_UPS_BY_ADDRESS, hash, now)
    return isBelowHourlyLimit && throttle.allow(SIGN_UPS_BY_ADDRESS_A_DAY, hash, now)
  },
})
