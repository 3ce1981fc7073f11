import { devices, registerDevice, registerDeviceOptions, type Device } from '#contract/devices.ts'
import { Rejected } from '#contract/errors.ts'
import { pinWeakness } from '#contract/pins.ts'
import { canonicalText } from '#contract/signing.ts'
import type { Call, Routes } from '#platform/http/http.ts'
import { derivedId, randomToken } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { noteSecurity } from '#platform/http/security-log.ts'
import { createChallenges } from '#platform/secrets/challenges.ts'
import { isSignedBy } from '#platform/secrets/signatures.ts'
import { afterCommand } from '#projections/engine/queries/after-command.ts'
import { devicesAfter, devicesOf, type DeviceRow } from '#projections/users/queries.ts'
import type { DevicePins, NewPin } from './device-pin.store.ts'
import type { Sessions } from './session.store.ts'
import { userDecider, type UserCommand } from './user.decider.ts'
import { userStream } from './user.events.ts'

const FRESH_LOGIN_MS = 5 * 60_000

type Parts = { readonly sessions: Sessions; readonly devicePins: DevicePins }

export const deviceRoutes = (routes: Routes, platform: Platform, { sessions, devicePins }: Parts): void => {
  const { db, commands } = platform
  const challenges = createChallenges(db, 'device')
  /** A stolen session must not be able to enrol a key. */
  const requireFreshLogin = async ({ caller, now }: Pick<Call<typeof registerDevice>, 'caller' | 'now'>) => {
    const session = await sessions.find(caller.sessionId, now)
    if (!session || now.getTime() - session.loginAt.getTime() > FRESH_LOGIN_MS)
      throw new Rejected('login.too-old')
  }

  /** A key enrols once, whoever has it; what broke off before its fact holds no key back. */
  const keepPin = async (device: NewPin) => {
    for (;;) {
      const holder = await devicePins.set(device)
      if (!holder) return
      const { state } = await commands.load(userDecider, userStream(holder.userId))
      if (state.kind !== 'none' && state.devices.has(holder.deviceId)) throw new Rejected('device.exists')
      await devicePins.remove(holder.deviceId)
    }
  }

  routes.command(registerDeviceOptions, async (call) => {
    await requireFreshLogin(call)
    const challenge = randomToken()
    const expiresAt = await challenges.issue({
      challenge,
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
    const { events, position, repeated } = await commands.execute({
      decider: userDecider,
      stream: userStream(userId),
      workspaceId: null,
      context: call.contextOf({ kind: 'user', userId, role: caller.role }),
      command: async (state): Promise<UserCommand> => {
        await requireFreshLogin(call)
        const reason = pinWeakness(body.pin)
        if (reason)
          throw new Rejected('input.invalid', [{ field: 'pin', problem: 'is too easy to guess', reason }])
        const publicKey = canonicalText(body.publicKey)
        const command = {
          type: 'EnrolDevice',
          userId,
          deviceId,
          kind: 'pin',
          name: body.name,
          publicKey,
        } as const
        // What the rules refuse spends no challenge and costs no hash.
        userDecider.decide(command, state)
        await challenges.find(body.challenge, userId, by)
        if (!isSignedBy(body.publicKey, body.challenge, body.signature)) throw new Rejected('proof.invalid')
        await challenges.spend(body.challenge, by)
        await keepPin({ deviceId, userId, publicKey, pin: body.pin })
        return command
      },
    })
    if (events.length > 0)
      noteSecurity(platform, 'device.enrolled', {
        requestId: call.requestId,
        userId,
        deviceId,
        ip: call.raw.request.ip,
      })
    return {
      position,
      reply: (behind): Promise<Device> =>
        afterCommand(
          platform,
          { stream: userStream(userId), position, repeated, now },
          {
            behind,
            read: async () => (await devicesOf(db, userId)).find(({ id }) => id === deviceId),
            isIt: (row: DeviceRow) => row.id === deviceId,
            ...devicesAfter,
          },
        ),
    }
  })

  routes.query(devices, ({ caller }) => devicesOf(db, caller.userId))
}
