import { Rejected } from '#contract/errors.ts'
import type { Assertion } from '#contract/accounts/passkeys.ts'
import type { User, UserRole } from '#contract/accounts/users.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import { noteSecurity } from '#platform/http/security-log.ts'
import type { Platform } from '#platform/platform.ts'
import { challengeIn } from '#platform/secrets/webauthn.ts'
import { requireUsable } from '#modules/accounts/devices/device.decider.ts'
import { hasUsable, type KnownDevice } from '#modules/accounts/device.state.ts'
import type { Keys } from '#modules/accounts/devices/enrolment.ts'
import { firstPasskey } from '#modules/accounts/mail-token.store.ts'
import { createLoginChallenges } from './login-challenge.store.ts'
import type { SessionCall } from '#modules/accounts/sessions/session-tokens.ts'
import type { Kept } from '#modules/accounts/devices/passkey.store.ts'
import { userDecider } from '#modules/accounts/user.decider.ts'
import type { UserState } from '#modules/accounts/user.state.ts'
import { userStream } from '#modules/accounts/user.events.ts'

type LoginCall = SessionCall & { readonly requestId: string }

type VerifiedLogin = { readonly id: string; readonly role: UserRole; readonly position: Position | null }

export type PasskeyLogins = {
  /** Options for any passkey of this site. */
  options(now: Date): ReturnType<Keys['webAuthn']['requestOptions']>
  /** The user of a valid assertion, else undefined. */
  verify(call: LoginCall, assertion: Assertion): Promise<VerifiedLogin | undefined>
  /** Whether this is a valid assertion by a passkey of this user, with any role. */
  isOwn(call: LoginCall, userId: string, assertion: Assertion): Promise<boolean>
  /**
   * Returns the super admin if their passkey signed or none is required, undefined if another one signed. Throws
   * `passkey.needed` with options if there is no assertion yet.
   */
  withSecondFactor(call: LoginCall, user: User, assertion: Assertion | undefined): Promise<User | undefined>
}

const ANY_USER = 'any'
const superAdminDoor = (userId: string): string => `super ${userId}`

const textOf = (handle: string): string => Buffer.from(handle, 'base64url').toString()

/** Super admins can only enrol passkeys. */
const hasPasskey = (state: UserState, now: Date): boolean =>
  state.kind !== 'none' && hasUsable(state.devices, now)

type Signing = {
  readonly userId: string
  readonly deviceId: string
  readonly device: KnownDevice
  readonly kept: Kept
  readonly door: string
}

export const createPasskeyLogins = (
  platform: Pick<Platform, 'commands' | 'config' | 'db' | 'log' | 'rowMacs'>,
  { passkeys, webAuthn }: Pick<Keys, 'passkeys' | 'webAuthn'>,
): PasskeyLogins => {
  const { commands, config } = platform
  const challenges = createLoginChallenges(platform, config.TOKEN_SECRET)
  const load = (userId: string) => commands.load(userDecider, userStream(userId))

  /** Whether this device signed a current, unspent challenge for this door. Throws `device.waiting` only if it has signed. */
  const hasSigned = async (
    call: LoginCall,
    assertion: Assertion,
    { deviceId, userId, door, device, kept }: Signing,
  ) => {
    const challenge = challengeIn(assertion.response.clientDataJSON)
    if (challenge === null || !challenges.isValid(challenge, door, call.now)) return false
    const isSigned =
      (await passkeys.check({ ...device, id: deviceId, kept }, challenge, assertion)) &&
      (await challenges.spend(challenge, userId, call.now))
    noteSecurity(platform, isSigned ? 'passkey.accepted' : 'passkey.refused', {
      requestId: call.requestId,
      userId,
      deviceId,
      ip: call.raw.request.ip,
    })
    if (isSigned) requireUsable(device, call.now)
    return isSigned
  }

  /** The verified account that has enrolled this passkey. */
  const accountOf = async (assertion: Assertion) => {
    const kept = await passkeys.find(assertion.id)
    if (!kept) return undefined
    const { userId, deviceId } = kept
    const { state, position } = await load(userId)
    const device = state.kind === 'verified' ? state.devices.get(deviceId) : undefined
    if (state.kind !== 'verified' || !device || device.isDisabled) return undefined
    return { userId, deviceId, device, kept, role: state.role, position }
  }

  const isOf = (userId: string, { response: { userHandle } }: Assertion): boolean =>
    textOf(userHandle ?? '') === userId

  /** Whether a super admin who has no passkey may log in. */
  const mayLogInWithout = async (userId: string, now: Date): Promise<boolean> =>
    config.SUPER_ADMIN_PASSKEY === 'optional' || (await firstPasskey(platform).isAllowed(userId, now))

  return {
    options: (now) => webAuthn.requestOptions(challenges.make(ANY_USER, now), []),
    async verify(call, assertion) {
      const account = await accountOf(assertion)
      if (!account || account.role === 'super admin' || !isOf(account.userId, assertion)) return undefined
      if (!(await hasSigned(call, assertion, { ...account, door: ANY_USER }))) return undefined
      return { id: account.userId, role: account.role, position: account.position }
    },
    async isOwn(call, userId, assertion) {
      const account = await accountOf(assertion)
      if (account?.userId !== userId || !isOf(userId, assertion)) return false
      return hasSigned(call, assertion, { ...account, door: ANY_USER })
    },
    async withSecondFactor(call, user, assertion) {
      if (assertion === undefined) {
        const { state } = await load(user.id)
        if (!hasPasskey(state, call.now) && (await mayLogInWithout(user.id, call.now))) return user
        const challenge = challenges.make(superAdminDoor(user.id), call.now)
        const options = await webAuthn.requestOptions(challenge, await passkeys.known(user.id))
        throw new Rejected('passkey.needed', [{ options }])
      }
      const account = await accountOf(assertion)
      // The user handle is optional if the request named the credential.
      const isOfAnotherUser = assertion.response.userHandle && !isOf(user.id, assertion)
      if (account?.userId !== user.id || isOfAnotherUser) return undefined
      return (await hasSigned(call, assertion, { ...account, door: superAdminDoor(user.id) }))
        ? user
        : undefined
    },
  }
}
