import {
  devices,
  registerDevice,
  registerDeviceOptions,
  removeDevice,
  renameDevice,
  type Device,
} from '#contract/accounts/devices.ts'
import { Rejected } from '#contract/errors.ts'
import type { Call, Routes } from '#platform/http/http.ts'
import { derivedId, randomToken } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { noteSecurity } from '#platform/http/security-log.ts'
import { createChallenges } from '#platform/secrets/challenges.ts'
import { afterCommand } from '#projections/engine/queries/after-command.ts'
import {
  devicesAfter,
  devicesOf,
  rowsOfDevices,
  userById,
  type DeviceRow,
} from '#projections/users/queries.ts'
import { forgetDevice, readEnrolment, type Enrolment, type Keys } from './enrolment.ts'
import { requireFreshLogin } from '#modules/accounts/sessions/fresh-login.ts'
import type { Sessions } from '#modules/accounts/sessions/session.store.ts'
import { userDecider, type UserCommand } from '#modules/accounts/user.decider.ts'
import { userStream } from '#modules/accounts/user.events.ts'

type Parts = { readonly sessions: Sessions; readonly keys: Keys }

export const deviceRoutes = (routes: Routes, platform: Platform, { sessions, keys }: Parts): void => {
  const { db, commands } = platform
  const challenges = createChallenges(platform, 'device')

  /** Super admins can only enrol passkeys. */
  const rejectKind = ({
    caller,
    body,
  }: Pick<Call<typeof registerDevice>, 'caller'> & { body: { kind: string } }) => {
    if (caller.role === 'super admin' && body.kind !== 'passkey') throw new Rejected('access.denied')
  }

  /** A key can be enrolled once, over all users. Releases a key whose enrolment never got its event. */
  const keepKey = async (enrolment: Enrolment, userId: string, deviceId: string) => {
    for (;;) {
      const holder = await enrolment.keep({ userId, deviceId })
      if (!holder) return
      const { state } = await commands.load(userDecider, userStream(holder.userId))
      if (state.kind !== 'none' && state.devices.has(holder.deviceId)) throw new Rejected('device.exists')
      await forgetDevice(holder.deviceId, keys)
    }
  }

  const deviceReply = (
    { userId, deviceId }: { readonly userId: string; readonly deviceId: string },
    effect: Omit<Parameters<typeof afterCommand>[1], 'stream'>,
  ) => ({
    position: effect.position,
    reply: (behind: boolean): Promise<Device> =>
      afterCommand(
        platform,
        { stream: userStream(userId), ...effect },
        {
          behind,
          read: async () => (await devicesOf(db, userId)).find(({ id }) => id === deviceId),
          rowsSoFar: rowsOfDevices(userId),
          isIt: (row: DeviceRow) => row.id === deviceId,
          ...devicesAfter,
        },
      ),
  })

  routes.command(registerDeviceOptions, async (call) => {
    rejectKind(call)
    await requireFreshLogin(sessions, call)
    const { body, caller, now } = call
    const { userId } = caller
    const challenge = randomToken()
    const expiresAt = await challenges.issue({ challenge, userId, canonical: null, now })
    const { passkeys, webAuthn } = keys
    return {
      position: null,
      async reply() {
        if (body.kind === 'pin')
          return { kind: 'pin' as const, challenge, expiresAt: expiresAt.toISOString() }
        const userName = (await userById(db, userId))?.email ?? ''
        const known = await passkeys.known(userId)
        const options = await webAuthn.creationOptions({ userHandle: userId, userName, challenge, known })
        return { kind: 'passkey' as const, options }
      },
    }
  })

  routes.command(registerDevice, async (call) => {
    rejectKind(call)
    const { body, caller, commandId, now } = call
    const { userId } = caller
    const deviceId = derivedId(commandId, 'device')
    const by = { commandId, now }
    const { events, position, revision, repeated } = await commands.execute({
      decider: userDecider,
      stream: userStream(userId),
      workspaceId: null,
      context: call.contextOf({ kind: 'user', userId, role: caller.role }),
      command: async (state): Promise<UserCommand> => {
        await requireFreshLogin(sessions, call)
        const enrolment = await readEnrolment(body, keys)
        const { challenge, publicKey } = enrolment
        const { kind, name } = body
        const command = { type: 'EnrolDevice', userId, deviceId, kind, name, publicKey } as const
        // First: a rejected command must not spend the challenge or cost a PIN hash.
        userDecider.decide(command, state)
        if (challenge === null) throw new Rejected('proof.invalid')
        await challenges.find(challenge, userId, by)
        if (!enrolment.isSigned) throw new Rejected('proof.invalid')
        await challenges.spend(challenge, by)
        await keepKey(enrolment, userId, deviceId)
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
    return deviceReply({ userId, deviceId }, { position, revision, repeated, now })
  })

  routes.command(renameDevice, async (call) => {
    const { body, caller, now, params } = call
    const { userId } = caller
    const { position, revision, repeated } = await commands.execute({
      decider: userDecider,
      stream: userStream(userId),
      workspaceId: null,
      context: call.contextOf({ kind: 'user', userId, role: caller.role }),
      command: { type: 'RenameDevice', userId, deviceId: params.id, name: body.name },
    })
    return deviceReply({ userId, deviceId: params.id }, { position, revision, repeated, now })
  })

  routes.command(removeDevice, async (call) => {
    const { caller, params, requestId } = call
    const { userId } = caller
    const { events, position } = await commands.execute({
      decider: userDecider,
      stream: userStream(userId),
      workspaceId: null,
      context: call.contextOf({ kind: 'user', userId, role: caller.role }),
      command: { type: 'RemoveDevice', userId, deviceId: params.id },
      // The device must stop signing even while the read model is behind.
      beforeAppend: () => forgetDevice(params.id, keys),
    })
    if (events.length > 0)
      noteSecurity(platform, 'device.removed', {
        requestId,
        userId,
        deviceId: params.id,
        ip: call.raw.request.ip,
      })
    return { position, reply: () => ({}) }
  })

  routes.query(devices, ({ caller }) => devicesOf(db, caller.userId))
}
