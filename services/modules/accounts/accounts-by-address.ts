import type { signup } from '#contract/accounts/sign-up.ts'
import type { Call } from '#platform/http/http.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { SIGN_UPS_BY_ADDRESS, SIGN_UPS_BY_ADDRESS_A_DAY, SIGN_UPS_BY_CALLER } from './accounts.rates.ts'
import { addressDecider } from './address.decider.ts'
import { addressStream } from './address.events.ts'
import { userDecider } from './user.decider.ts'
import { userStream } from './user.events.ts'

/** Whoever it is, now or when they were answered. */
export type Newcomer = Pick<Call<typeof signup>, 'commandId' | 'contextOf' | 'now'>
export type NewcomerCall = Newcomer & Pick<Call<typeof signup>, 'raw'>
export type Newcomers = ReturnType<typeof createNewcomers>

/**
 * What somebody does who is not logged in, whichever way they sign up. It touches an address's stream, then a
 * user's. A crash in between leaves a reservation without an account; the next sign-up for the address finds its
 * owner's id there and finishes the work.
 */
export const createNewcomers = ({ commands, throttle }: Pick<Platform, 'commands' | 'throttle'>) => ({
  /** The account that this address (its HMAC) leads to; its state may be `none` after a crash. */
  async accountOf(hash: string) {
    const { userId } = (await commands.load(addressDecider, addressStream(hash))).state
    if (userId === null) return undefined
    const { state } = await commands.load(userDecider, userStream(userId))
    return { userId, state }
  },

  /** The user id that this address stands for, from now on if not before. */
  async ownerOf(call: Newcomer, hash: string): Promise<string> {
    // One Idempotency-Key that comes with two addresses must not lead from one to the account of the other, nor
    // tell by a refusal which of them is known.
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

  /** The part of a command on a user's stream that is the same for all of them. */
  execution: (call: Newcomer, userId: string) => ({
    decider: userDecider,
    stream: userStream(userId),
    workspaceId: null,
    context: call.contextOf({ kind: 'anonymous', userId, role: null }),
  }),

  /** Floods are stopped by address of the caller; a flooded mailbox is spared in silence. */
  async mayMail({ now, raw }: NewcomerCall, hash: string): Promise<boolean> {
    await throttle.require(SIGN_UPS_BY_CALLER, raw.request.ip, now)
    const isFew = await throttle.allow(SIGN_UPS_BY_ADDRESS, hash, now)
    return isFew && throttle.allow(SIGN_UPS_BY_ADDRESS_A_DAY, hash, now)
  },
})
