import { devices, registerDevice, registerDeviceOptions, type Device } from '#contract/accounts.ts'
import { Rejected } from '#contract/errors.ts'
import { isWeakPin } from '#contract/pins.ts'
import { canonicalText } from '#contract/signing.ts'
import type { Call, Routes } from '#platform/http.ts'
import { derivedId, randomToken } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { isSignedBy } from '#platform/signatures.ts'
import { typedText } from '#platform/typed-text.ts'
import { devicesOf } from '#projections/users/queries.ts'
import type { Sessions } from './session.store.ts'
import { userDecider, type UserCommand } from './user.decider.ts'
import { userStream } from './user.events.ts'

const FRESH_LOGIN_MS = 5 * 60_000

export const deviceRoutes = (
  routes: Routes,
  { db, commands, challenges, devicePins }: Platform,
  sessions: Sessions,
): void => {
  /** A stolen session must not be able to enrol a key. */
  const requireFreshLogin = async ({ caller, now }: Pick<Call<typeof registerDevice>, 'caller' | 'now'>) => {
    const session = await sessions.find(caller.sessionId, now)
    if (!session || now.getTime() - session.loginAt.getTime() > FRESH_LOGIN_MS)
      throw new Rejected('login.too-old')
  }

  routes.command(registerDeviceOptions, async (call) => {
    await requireFreshLogin(call)
    const challenge = randomToken()
    const expiresAt = await challenges.issue({
      challenge,
      purpose: 'device',
      userId: call.caller.userId,
      canonical: null,
      now: call.now,
    })
    return {
      position: null,
      reply: () => ({ kind: 'pin' as const, challenge, expiresAt: expiresAt.toISOString() }),
    }
  })

  routes.command(registerDevice, async (call) => {
    const { body, caller, commandId, now } = call
    const { userId } = caller
    const deviceId = derivedId(commandId, 'device')
    const by = { commandId, now }
    const { position } = await commands.execute({
      decider: userDecider,
      stream: userStream(userId),
      workspaceId: null,
      context: call.contextOf({ kind: 'user', userId, role: caller.role }),
      command: async (): Promise<UserCommand> => {
        await requireFreshLogin(call)
        if (isWeakPin(body.pin))
          throw new Rejected('input.invalid', [{ field: 'pin', problem: 'is too easy to guess' }])
        await challenges.find(body.challenge, 'device', userId, by)
        if (!isSignedBy(body.publicKey, body.challenge, body.signature)) throw new Rejected('proof.invalid')
        await challenges.spend(body.challenge, by)
        await devicePins.set(deviceId, userId, body.pin)
        const publicKey = canonicalText(body.publicKey)
        return { type: 'EnrolDevice', userId, deviceId, kind: 'pin', name: typedText(body.name), publicKey }
      },
    })
    return {
      position,
      reply: async (behind): Promise<Device> => {
        const device = (await devicesOf(db, userId)).find(({ id }) => id === deviceId)
        if (device) return device
        if (!behind) throw new Error('a device is missing from its read model')
        const createdAt = now.toISOString()
        return {
          id: deviceId,
          kind: 'pin',
          name: typedText(body.name),
          createdAt,
          lastUsedAt: null,
          disabled: false,
        }
      },
    }
  })

  routes.query(devices, ({ caller }) => devicesOf(db, caller.userId))
}
